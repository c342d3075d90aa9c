import { type CatalogChange } from '@offquad/contracts'
import { auditLogSchema, openAuditLog, required } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

const schema = auditLogSchema<CatalogChange>({
  kind: required.text,
  subjectId: required.text,
  name: required.text,
  action: required.text,
  fields: [String],
})

export const createChangeLogRepository = (connection: Connection) =>
  openAuditLog(connection.model('CatalogChange', schema, 'changeLog'))
