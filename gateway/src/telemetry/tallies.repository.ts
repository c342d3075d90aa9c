import { VITAL_RATINGS, type VitalRating, WEB_VITALS, type WebVital } from '@offquad/contracts'
import { type AnyBulkWriteOperation, type Connection } from 'mongoose'
import { type TallyDocument, tallyModel, type VitalCounts } from './tally.model'

export type TalliesRepository = ReturnType<typeof createTalliesRepository>

export interface Tally {
  views: number
  failures: number
  vitals: VitalCounts
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
        ({ app, version, views, failures, vitals }): AnyBulkWriteOperation<TallyDocument> => ({
          updateOne: {
            filter: { _id: `${app}@${version} ${minute.toISOString().slice(0, 16)}` },
            update: {
              $inc: { views, failures, ...increments(vitals) },
              $setOnInsert: { app, version, minute },
            },
            upsert: true,
          },
        }),
      )
      await model.bulkWrite(operations, { ordered: false })
    },

    /** What was counted since then, the minute it fell into included. */
    async sum(app: string, version: string, since: Date): Promise<Tally> {
      const found = await model.find({ app, version, minute: { $gte: minuteOf(since) } }).lean()
      const total: Tally = { views: 0, failures: 0, vitals: {} }
      for (const { views = 0, failures = 0, vitals = {} } of found) {
        total.views += views
        total.failures += failures
        for (const counted of each(vitals)) addVital(total.vitals, counted)
      }
      return total
    },
  }
}

/** So many pages had that rating. */
interface RatedPages {
  name: WebVital
  rating: VitalRating
  pages: number
}

/** Counts them with the others. */
export function addVital(counts: VitalCounts, { name, rating, pages }: RatedPages): void {
  const ratings = (counts[name] ??= {})
  ratings[rating] = (ratings[rating] ?? 0) + pages
}

const each = (counts: VitalCounts): RatedPages[] =>
  WEB_VITALS.flatMap((name) =>
    VITAL_RATINGS.map((rating) => ({ name, rating, pages: counts[name]?.[rating] ?? 0 })),
  ).filter(({ pages }) => pages > 0)

const increments = (counts: VitalCounts): Record<string, number> =>
  Object.fromEntries(each(counts).map(({ name, rating, pages }) => [`vitals.${name}.${rating}`, pages]))
