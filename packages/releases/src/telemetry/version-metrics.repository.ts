import {
  type Noise,
  NOISE,
  type UnrenderedPages,
  VITAL_RATINGS,
  type VitalRating,
  WEB_VITALS,
  type WebVital,
} from '@offquad/contracts'
import { type AnyBulkWriteOperation, type Connection } from 'mongoose'
import { type VersionViews } from './judge-version'
import { type Proportion } from './statistics'
import {
  type NoiseCounts,
  type PageCounts,
  type VersionMetricsDocument,
  versionMetricsModel,
  type VitalCounts,
} from './version-metrics.model'

export type VersionMetricsRepository = ReturnType<typeof createVersionMetricsRepository>

export interface VersionMetrics extends Proportion {
  vitals: VitalCounts
  noise: NoiseCounts
  /** By the template of the page. */
  routes: Map<string, Proportion>
  /** By the half hour's beginning, in milliseconds since 1970. */
  course: Map<number, Proportion>
  /** Pages that browsers opened; its failures never reported. */
  pages: Proportion
  unrendered?: UnrenderedPages
}

/** Counts of a version on a route that are not stored yet. */
export interface PendingCounts {
  app: string
  version: string
  route: string
  /** By the bucket of the reporting network. */
  networks: Map<string, Proportion>
  /** By network as well. */
  pages: Map<string, PageCounts>
  vitals: VitalCounts
  noise: NoiseCounts
  unrendered?: UnrenderedPages
}

/** A range of minutes: from `since` up to, but not including, `until`. */
export interface Span {
  since: Date
  until?: Date
}

export const MINUTE_MS = 60_000
export const minuteOf = (date: Date): Date => new Date(Math.floor(date.getTime() / MINUTE_MS) * MINUTE_MS)

/** Stores the views, failures and web vitals of versions per minute, summed over all gateways. */
export function createVersionMetricsRepository(connection: Connection) {
  const model = versionMetricsModel(connection)

  const find = (app: string, version: string, { since, until }: Span) => {
    const minute = { $gte: minuteOf(since), ...(until && { $lt: until }) }
    return model.find({ app, version, minute }).lean()
  }

  return {
    async add(counted: PendingCounts[], now: Date): Promise<void> {
      const minute = minuteOf(now)
      const operations = counted.map(
        ({
          app,
          version,
          route,
          networks,
          pages,
          vitals,
          noise,
          unrendered,
        }): AnyBulkWriteOperation<VersionMetricsDocument> => ({
          updateOne: {
            filter: { _id: `${app}@${version} ${route} ${minute.toISOString().slice(0, 16)}` },
            update: {
              $inc: {
                ...viewIncrements(networks),
                ...pageIncrements(pages),
                ...vitalIncrements(vitals),
                ...noiseIncrements(noise),
                ...(unrendered && { unrendered: unrendered.pages }),
              },
              ...(unrendered && { $set: { unrenderedReason: unrendered.reason } }),
              $setOnInsert: { app, version, route, minute },
            },
            upsert: true,
          },
        }),
      )
      await model.bulkWrite(operations, { ordered: false })
    },

    /** Sums everything since then, including the minute that contains `since`. */
    async sum(app: string, version: string, since: Date): Promise<VersionMetrics> {
      const total: VersionMetrics = {
        views: 0,
        failures: 0,
        vitals: {},
        noise: {},
        routes: new Map(),
        course: new Map(),
        pages: { views: 0, failures: 0 },
      }
      for (const one of await find(app, version, { since })) {
        const { views = 0, failures = 0, vitals = {}, noise = {} } = one
        const { unrendered, unrenderedReason: reason = '' } = one
        total.views += views
        total.failures += failures
        if (views + failures > 0) {
          addProportion(total.routes, one.route ?? 'none', { views, failures })
          addProportion(total.course, halfHourOf(one.minute), { views, failures })
        }
        if (unrendered) total.unrendered = { pages: unrendered + (total.unrendered?.pages ?? 0), reason }
        for (const rated of ratedPagesIn(vitals)) addVital(total.vitals, rated)
        for (const { handed = 0, heard = 0 } of Object.values(one.networks ?? {})) {
          total.pages.views += handed
          total.pages.failures += handed - heard
        }
        for (const name of NOISE) addNoise(total.noise, name, noise[name])
      }
      total.pages.failures = Math.max(0, total.pages.failures)
      return total
    },

    /** Views and failures by route and network. */
    async viewsIn(app: string, version: string, span: Span): Promise<VersionViews> {
      const total: VersionViews = new Map()
      for (const { route = 'none', networks = {} } of await find(app, version, span))
        for (const [network, { views = 0, failures = 0 }] of Object.entries(networks))
          if (views + failures > 0) addViews(total, { route, network, views, failures })
      return total
    },

    /** Pages that browsers opened by route and network; their failures have not reported yet, negative: reported before they counted. */
    async pagesIn(app: string, version: string, span: Span): Promise<VersionViews> {
      const total: VersionViews = new Map()
      for (const { route = 'none', networks = {} } of await find(app, version, span))
        for (const [network, { handed = 0, heard = 0 }] of Object.entries(networks))
          if (handed + heard > 0) addViews(total, { route, network, views: handed, failures: handed - heard })
      return total
    },
  }
}

interface NetworkViews extends Proportion {
  route: string
  network: string
}

export function addViews(total: VersionViews, { route, network, views, failures }: NetworkViews): void {
  const byNetwork = total.get(route) ?? new Map<string, Proportion>()
  addProportion(byNetwork, network, { views, failures })
  total.set(route, byNetwork)
}

function addProportion<Key>(total: Map<Key, Proportion>, key: Key, { views, failures }: Proportion): void {
  const known = total.get(key) ?? { views: 0, failures: 0 }
  total.set(key, { views: known.views + views, failures: known.failures + failures })
}

const HALF_HOUR_MS = 30 * MINUTE_MS
const halfHourOf = (minute: Date): number => Math.floor(minute.getTime() / HALF_HOUR_MS) * HALF_HOUR_MS

/** The number of pages with a rating. */
interface RatedPages {
  name: WebVital
  rating: VitalRating
  pages: number
}

/** Adds pages to the counts. */
export function addVital(counts: VitalCounts, { name, rating, pages }: RatedPages): void {
  const ratings = (counts[name] ??= {})
  ratings[rating] = (ratings[rating] ?? 0) + pages
}

/** Adds pages to the counts. */
export function addNoise(counts: NoiseCounts, name: Noise, pages = 0): void {
  if (pages > 0) counts[name] = (counts[name] ?? 0) + pages
}

const noiseIncrements = (counts: NoiseCounts): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).map(([name, pages]) => [`noise.${name}`, pages]))

const ratedPagesIn = (counts: VitalCounts): RatedPages[] =>
  WEB_VITALS.flatMap((name) =>
    VITAL_RATINGS.map((rating) => ({ name, rating, pages: counts[name]?.[rating] ?? 0 })),
  ).filter(({ pages }) => pages > 0)

function viewIncrements(networks: Map<string, Proportion>): Record<string, number> {
  const increments: Record<string, number> = { views: 0, failures: 0 }
  for (const [network, { views, failures }] of networks) {
    increments.views = (increments.views ?? 0) + views
    increments.failures = (increments.failures ?? 0) + failures
    increments[`networks.${network}.views`] = views
    increments[`networks.${network}.failures`] = failures
  }
  return increments
}

const pageIncrements = (pages: Map<string, PageCounts>): Record<string, number> =>
  Object.fromEntries(
    [...pages].flatMap(([network, { handed, heard }]) => [
      [`networks.${network}.handed`, handed],
      [`networks.${network}.heard`, heard],
    ]),
  )

const vitalIncrements = (counts: VitalCounts): Record<string, number> =>
  Object.fromEntries(
    ratedPagesIn(counts).map(({ name, rating, pages }) => [`vitals.${name}.${rating}`, pages]),
  )
