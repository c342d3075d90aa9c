import { openAppendOnlyLog, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { peopleLogModel } from './people-log.model'

export type PeopleLogRepository = ReturnType<typeof createPeopleLogRepository>

const FORMER_ADMINISTRATOR = 'former-administrator'

export function createPeopleLogRepository(connection: Connection) {
  const model = peopleLogModel(connection)

  return {
    ...openAppendOnlyLog(model),

    /** What was done stays in the log when the account of who did it, or of whom it was done to, is deleted. */
    async anonymize({ userId, email }: { userId: string; email: string | undefined }): Promise<void> {
      await retryOnFailover(() =>
        model.updateMany({ adminId: userId }, { $set: { adminId: FORMER_ADMINISTRATOR } }),
      )
      const about = email === undefined ? [{ userId }] : [{ userId }, { email }]
      await retryOnFailover(() => model.updateMany({ $or: about }, { $set: { userId: null, email: null } }))
    },
  }
}
