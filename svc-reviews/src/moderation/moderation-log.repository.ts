import { type Decline, DECLINE_REASONS, type ReviewStatus } from '@offquad/contracts'
import { auditLogSchema, openAuditLog, required } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

interface Decision {
  reviewId: string
  adminId: string
  from: ReviewStatus
  to: ReviewStatus
  /** The reason of the decline, if one was given. */
  decline?: Decline
}

const schema = auditLogSchema<Decision>({
  reviewId: required.text,
  from: required.text,
  to: required.text,
  decline: { type: { reason: { type: String, enum: DECLINE_REASONS }, note: String }, _id: false },
})

schema.index({ reviewId: 1 })
schema.index({ to: 1, date: -1, _id: 1 })

export function createModerationLogRepository(connection: Connection) {
  const model = connection.model('Decision', schema, 'moderationLog')

  return {
    ...openAuditLog(model),

    /** The decisions since a time, unsorted. */
    listSince: (since: Date) =>
      model.find({ date: { $gte: since } }, { _id: 0, date: 1, from: 1, to: 1, reviewId: 1 }).lean(),
  }
}
