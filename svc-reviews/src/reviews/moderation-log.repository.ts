import { type Connection } from 'mongoose'
import { type DecisionDocument, moderationLogModel } from './moderation-log.model'
import { type Decision } from './stored-review'

export type ModerationLogRepository = ReturnType<typeof createModerationLogRepository>

/** A decision with the write that made it and the review it is about. */
export interface LoggedDecision extends Decision {
  change: string
  reviewId: string
  decline?: DecisionDocument['decline']
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

    /** Of the decisions that match, newest first, `size` after the entry `after` and another `offset`, and how many match. */
    async listPage(
      filter: Partial<Pick<Decision, 'adminId' | 'to'>>,
      { after, offset, size }: { after: string | undefined; offset: number; size: number },
    ) {
      const last = after === undefined ? undefined : await model.findById(after, { date: 1 }).lean()
      const older = last && {
        $or: [{ date: { $lt: last.date } }, { date: last.date, _id: { $gt: last._id } }],
      }
      const [found, total] = await Promise.all([
        model
          .find({ ...filter, ...older })
          .sort({ date: -1, _id: 1 })
          .skip(offset)
          .limit(size)
          .lean(),
        model.countDocuments(filter),
      ])
      return { entries: found.map(({ _id, ...entry }) => ({ ...entry, id: _id })), total }
    },

    /** What was decided since then, in no order. */
    listSince: (since: Date) =>
      model.find({ date: { $gte: since } }, { _id: 0, date: 1, from: 1, to: 1, reviewId: 1 }).lean(),
  }
}
