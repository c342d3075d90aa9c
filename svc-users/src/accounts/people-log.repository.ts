import { type PeopleChange } from '@offquad/contracts'
import { openAppendOnlyLog, retryOnFailover } from '@offquad/service-kit'
import { type Connection, Schema } from 'mongoose'

interface PeopleChangeDocument extends Omit<PeopleChange, 'id' | 'date'> {
  /** Id of the change. */
  _id: string
  date: Date
}

const text = { type: String, required: true }
const optional = { type: String, default: null }

const schema = new Schema<PeopleChangeDocument>(
  {
    _id: text,
    date: { type: Date, required: true },
    adminId: text,
    action: text,
    userId: optional,
    email: optional,
    role: optional,
  },
  { versionKey: false, strict: 'throw' },
)

// Read newest first, ties by id: all, or of an administrator.
schema.index({ date: -1, _id: 1 })
schema.index({ adminId: 1, date: -1, _id: 1 })
// To anonymize entries about people whose account is deleted.
schema.index({ userId: 1 })
schema.index({ email: 1 })

export type PeopleLogRepository = ReturnType<typeof createPeopleLogRepository>

const FORMER_ADMINISTRATOR = 'former-administrator'

export function createPeopleLogRepository(connection: Connection) {
  const model = connection.model('PeopleChange', schema, 'people_log')

  return {
    ...openAppendOnlyLog(model),

    /** Entries stay in the log when the account of the administrator, or of the person they are about, is deleted. */
    async anonymize({ userId, email }: { userId: string; email: string | undefined }): Promise<void> {
      await retryOnFailover(() =>
        model.updateMany({ adminId: userId }, { $set: { adminId: FORMER_ADMINISTRATOR } }),
      )
      const about = email === undefined ? [{ userId }] : [{ userId }, { email }]
      await retryOnFailover(() => model.updateMany({ $or: about }, { $set: { userId: null, email: null } }))
    },
  }
}
