import { type GuideChange } from '@offquad/contracts'
import { auditLogSchema, openAuditLog, required } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

interface GuideChangeDocument extends Omit<GuideChange, 'id' | 'date'> {
  /** Id of the write that made the change. */
  _id: string
  date: Date
}

const schema = auditLogSchema<GuideChangeDocument>({
  guideId: required.text,
  title: required.text,
  action: required.text,
})

export type GuideLogRepository = ReturnType<typeof createGuideLogRepository>

export const createGuideLogRepository = (connection: Connection) =>
  openAuditLog(connection.model('GuideChange', schema, 'guide_log'))
