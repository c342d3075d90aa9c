import { type Decline, DECLINE_REASONS, type ReviewStatus } from '@offquad/contracts'
import { openAppendOnlyLog } from '@offquad/service-kit'
import { type Connection, Schema } from 'mongoose'

interface DecisionDocument {
  /** Id of the write that made the decision. */
  _id: string
  reviewId: string
  adminId: string
  from: ReviewStatus
  to: ReviewStatus
  date: Date
  /** Why it was declined, where a reason was given. */
  decline?: Decline
}

const text = { type: String, required: true }

const schema = new Schema<DecisionDocument>(
  {
    _id: text,
    reviewId: text,
    adminId: text,
    from: text,
    to: text,
    date: { type: Date, required: true },
    decline: { type: { reason: { type: String, enum: DECLINE_REASONS }, note: String }, _id: false },
  },
  { versionKey: false, strict: 'throw' },
)

schema.index({ reviewId: 1 })
// Read newest first, ties by id: all, of an administrator, or of a decision.
schema.index({ date: -1, _id: 1 })
schema.index({ adminId: 1, date: -1, _id: 1 })
schema.index({ to: 1, date: -1, _id: 1 })

export type ModerationLogRepository = ReturnType<typeof createModerationLogRepository>

export function createModerationLogRepository(connection: Connection) {
  const model = connection.model('Decision', schema, 'moderationLog')

  return {
    ...openAppendOnlyLog(model),

    /** Decisions since then, in no order. */
    listSince: (since: Date) =>
      model.find({ date: { $gte: since } }, { _id: 0, date: 1, from: 1, to: 1, reviewId: 1 }).lean(),
  }
}
