import { type PeopleChange } from '@offquad/contracts'
import { auditLogSchema, openAuditLog, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

const optional = { type: String, default: null }

const schema = auditLogSchema<PeopleChange>({
  action: required.text,
  userId: optional,
  email: optional,
  role: optional,
})

// For `anonymize`.
schema.index({ userId: 1 })
schema.index({ email: 1 })

export function createPeopleLogRepository(connection: Connection) {
  const model = connection.model('PeopleChange', schema, 'people_log')
  const log = openAuditLog(model)

  return {
    ...log,

    /** Entries stay in the log when the account of the administrator, or of the person they are about, is deleted. */
    async anonymize({ userId, email }: { userId: string; email: string | undefined }): Promise<void> {
      await log.anonymize(userId)
      const about = email === undefined ? [{ userId }] : [{ userId }, { email }]
      await retryOnFailover(() => model.updateMany({ $or: about }, { $set: { userId: null, email: null } }))
    },
  }
}
