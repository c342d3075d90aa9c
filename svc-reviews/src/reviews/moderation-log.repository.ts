import { openAppendOnlyLog } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { moderationLogModel } from './moderation-log.model'

export type ModerationLogRepository = ReturnType<typeof createModerationLogRepository>

export function createModerationLogRepository(connection: Connection) {
  const model = moderationLogModel(connection)

  return {
    ...openAppendOnlyLog(model),

    /** What was decided since then, in no order. */
    listSince: (since: Date) =>
      model.find({ date: { $gte: since } }, { _id: 0, date: 1, from: 1, to: 1, reviewId: 1 }).lean(),
  }
}
