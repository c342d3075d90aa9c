import { openAppendOnlyLog, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { contactLogModel } from './contact-log.model'

export type ContactLogRepository = ReturnType<typeof createContactLogRepository>

const FORMER_ADMINISTRATOR = 'former-administrator'

export function createContactLogRepository(connection: Connection) {
  const model = contactLogModel(connection)

  return {
    ...openAppendOnlyLog(model),

    /** Decisions stay in the log when the account of who made them is deleted. */
    async anonymize(adminId: string): Promise<void> {
      await retryOnFailover(() => model.updateMany({ adminId }, { $set: { adminId: FORMER_ADMINISTRATOR } }))
    },
  }
}
