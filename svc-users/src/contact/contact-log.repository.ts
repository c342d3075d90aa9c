import { type ContactDecision } from '@offquad/contracts'
import { openAppendOnlyLog, retryOnFailover } from '@offquad/service-kit'
import { type Connection, Schema } from 'mongoose'

interface ContactDecisionDocument extends Omit<ContactDecision, 'id' | 'date'> {
  /** Id of the write that made the decision. */
  _id: string
  date: Date
}

const text = { type: String, required: true }

const schema = new Schema<ContactDecisionDocument>(
  {
    _id: text,
    date: { type: Date, required: true },
    adminId: text,
    kind: text,
    contactId: text,
    from: text,
    to: text,
  },
  { versionKey: false, strict: 'throw' },
)

// Read newest first, ties by id: all, or of an administrator.
schema.index({ date: -1, _id: 1 })
schema.index({ adminId: 1, date: -1, _id: 1 })

export type ContactLogRepository = ReturnType<typeof createContactLogRepository>

const FORMER_ADMINISTRATOR = 'former-administrator'

export function createContactLogRepository(connection: Connection) {
  const model = connection.model('ContactDecision', schema, 'contact_log')

  return {
    ...openAppendOnlyLog(model),

    /** Decisions stay in the log when the account of the administrator is deleted. */
    async anonymize(adminId: string): Promise<void> {
      await retryOnFailover(() => model.updateMany({ adminId }, { $set: { adminId: FORMER_ADMINISTRATOR } }))
    },
  }
}
