import { type GuideChange } from '@offquad/contracts'
import { auditLogSchema, openAuditLog, required } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

const schema = auditLogSchema<GuideChange>({
  guideId: required.text,
  title: required.text,
  action: required.text,
})

export type GuideLogRepository = ReturnType<typeof createGuideLogRepository>

export const createGuideLogRepository = (connection: Connection) =>
  openAuditLog(connection.model('GuideChange', schema, 'guide_log'))
