import { type ContactDecision } from '@offquad/contracts'
import { auditLogSchema, openAuditLog, required } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

const schema = auditLogSchema<ContactDecision>({
  kind: required.text,
  contactId: required.text,
  from: required.text,
  to: required.text,
})

export const createContactLogRepository = (connection: Connection) =>
  openAuditLog(connection.model('ContactDecision', schema, 'contact_log'))
