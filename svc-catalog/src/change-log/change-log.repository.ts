import { type CatalogChange } from '@offquad/contracts'
import { auditLogSchema, openAuditLog, required } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

interface CatalogChangeDocument extends Omit<CatalogChange, 'id' | 'date'> {
  /** Id of the write that made the change. */
  _id: string
  date: Date
}

const schema = auditLogSchema<CatalogChangeDocument>({
  kind: required.text,
  subjectId: required.text,
  name: required.text,
  action: required.text,
  fields: [String],
})

export type ChangeLogRepository = ReturnType<typeof createChangeLogRepository>

export const createChangeLogRepository = (connection: Connection) =>
  openAuditLog(connection.model('CatalogChange', schema, 'changeLog'))
