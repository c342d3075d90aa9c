import { type AnyBulkWriteOperation, type Connection } from 'mongoose'
import { type TallyDocument, tallyModel } from './tally.model'

export type TalliesRepository = ReturnType<typeof createTalliesRepository>

export interface Tally {
  views: number
  errors: number
}

/** What was counted of a version since the last time it was stored. */
export interface Counted extends Tally {
  app: string
  version: string
}

const MINUTE_MS = 60_000
const minuteOf = (date: Date): Date => new Date(Math.floor(date.getTime() / MINUTE_MS) * MINUTE_MS)

/** How versions do, minute by minute, summed over all gateways. */
export function createTalliesRepository(connection: Connection) {
  const model = tallyModel(connection)

  return {
    async add(counted: Counted[], now: Date): Promise<void> {
      const minute = minuteOf(now)
      const operations = counted.map(
        ({ app, version, views, errors }): AnyBulkWriteOperation<TallyDocument> => ({
          updateOne: {
            filter: { _id: `${app}@${version} ${minute.toISOString().slice(0, 16)}` },
            update: { $inc: { views, errors }, $setOnInsert: { app, version, minute } },
            upsert: true,
          },
        }),
      )
      await model.bulkWrite(operations, { ordered: false })
    },

    /** What was counted since then, the minute it fell into included. */
    async sum(app: string, version: string, since: Date): Promise<Tally> {
      const found = await model.find({ app, version, minute: { $gte: minuteOf(since) } }).lean()
      return {
        views: found.reduce((sum, { views }) => sum + views, 0),
        errors: found.reduce((sum, { errors }) => sum + errors, 0),
      }
    },
  }
}
