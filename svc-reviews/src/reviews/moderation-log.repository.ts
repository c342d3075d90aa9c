import { type Connection } from 'mongoose'
import { moderationLogModel } from './moderation-log.model'
import { type Decision } from './stored-review'

export type ModerationLogRepository = ReturnType<typeof createModerationLogRepository>

/** A decision with the write that made it and the review it is about. */
export interface LoggedDecision extends Decision {
  change: string
  reviewId: string
}

export function createModerationLogRepository(connection: Connection) {
  const model = moderationLogModel(connection)

  return {
    /** Adds what is not in the log yet; nothing in it ever changes. */
    async append(decisions: LoggedDecision[]): Promise<void> {
      if (decisions.length === 0) return
      await model.bulkWrite(
        decisions.map(({ change, ...decision }) => ({
          updateOne: { filter: { _id: change }, update: { $setOnInsert: decision }, upsert: true },
        })),
        { ordered: false },
      )
    },
  }
}
