import { type Model, type QueryFilter, type UpdateQuery } from 'mongoose'
import { type AppendOnlyLog, type LogEntry, openAppendOnlyLog } from './append-only-log'
import { documentSchema, required } from './document-schema'
import { retryOnFailover } from './failover'

const FORMER_ADMINISTRATOR = 'former-administrator'

/** The stored form of an entry. */
type Stored<Entry> = Omit<Entry, 'id' | 'date'> & LogEntry

/** The schema of a log of administrators' actions, with its specific fields. */
export function auditLogSchema<Entry>(fields: Parameters<typeof documentSchema<Stored<Entry>>>[0]) {
  const schema = documentSchema<Stored<Entry>>({
    _id: required.text,
    date: required.date,
    adminId: required.text,
    ...fields,
  })
  // Read newest first, ties by id: all entries, or the entries of an administrator.
  schema.index({ date: -1, _id: 1 })
  schema.index({ adminId: 1, date: -1, _id: 1 })
  return schema
}

interface AuditLog<T extends LogEntry> extends AppendOnlyLog<T> {
  /** Entries stay in the log when the account of the administrator is deleted. */
  anonymize(adminId: string): Promise<void>
}

/** A log of administrators' actions, in a collection with this schema. */
export const openAuditLog = <T extends LogEntry>(model: Model<T>): AuditLog<T> => ({
  ...openAppendOnlyLog(model),

  async anonymize(adminId) {
    const anonymized = { $set: { adminId: FORMER_ADMINISTRATOR } } as UpdateQuery<T>
    await retryOnFailover(() => model.updateMany({ adminId } as QueryFilter<T>, anonymized))
  },
})
