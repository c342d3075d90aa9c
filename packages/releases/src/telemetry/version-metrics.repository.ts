import { type Noise, NOISE, type UnrenderedPages } from '@offquad/contracts'
import { type AnyBulkWriteOperation, type Connection } from 'mongoose'
import { addCounts, addOfRoute, sumCounts, type VersionCounts } from './counts'
import { type VersionViews } from './judge-version'
import { type VersionVitals } from './judge-vitals'
import { type Proportion } from './statistics'
import {
  type NetworkCounts,
  type NoiseCounts,
  type VersionMetricsDocument,
  versionMetricsModel,
} from './version-metrics.model'
import { isCountOfStep, type VitalCounts } from './vitals'

export type VersionMetricsRepository = ReturnType<typeof createVersionMetricsRepository>

export interface VersionMetrics extends Proportion {
  noise: NoiseCounts
  /** Views by the template of the page. */
  routes: Map<string, Proportion>
  /** Vitals by the template of the page. */
  vitals: Map<string, VitalCounts>
  /** Views by the beginning of the half hour, in milliseconds since 1970. */
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
  networks: Map<string, NetworkCounts>
  noise: NoiseCounts
  unrenderedReason?: string
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
          noise,
          unrenderedReason,
        }): AnyBulkWriteOperation<VersionMetricsDocument> => ({
          updateOne: {
            filter: { _id: `${app}@${version} ${route} ${minute.toISOString().slice(0, 16)}` },
            update: {
              $inc: { ...networkIncrements(networks), ...noiseIncrements(noise) },
              ...(unrenderedReason && { $set: { unrenderedReason } }),
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
        noise: {},
        routes: new Map(),
        vitals: new Map(),
        course: new Map(),
        pages: { views: 0, failures: 0 },
      }
      for (const stored of await find(app, version, { since })) {
        const { minute, networks = {}, route = 'none', noise = {}, unrenderedReason: reason = '' } = stored
        const counts = sumCounts(...Object.values(networks))
        const { views = 0, failures = 0, handed = 0, heard = 0, unrendered = 0 } = counts
        total.views += views
        total.failures += failures
        if (views + failures > 0) {
          addCounts(total.routes, route, { views, failures })
          addCounts(total.course, halfHourOf(minute), { views, failures })
        }
        if (unrendered > 0) total.unrendered = { pages: unrendered + (total.unrendered?.pages ?? 0), reason }
        total.pages.views += handed
        total.pages.failures += handed - heard
        addCounts(total.vitals, route, vitalsOfNetwork(counts))
        for (const name of NOISE) addNoise(total.noise, name, noise[name])
      }
      total.pages.failures = Math.max(0, total.pages.failures)
      return total
    },

    /** Counts by route and network. */
    async countsIn(app: string, version: string, span: Span): Promise<VersionCounts<NetworkCounts>> {
      const total: VersionCounts<NetworkCounts> = new Map()
      for (const { route = 'none', networks = {} } of await find(app, version, span))
        for (const [network, counts] of Object.entries(networks)) addOfRoute(total, route, network, counts)
      return total
    },
  }
}

/** Picks some counts of each network; leaves out networks whose picked counts are all zero. */
function pickFrom<Counts extends object>(
  all: VersionCounts<NetworkCounts>,
  pick: (counts: NetworkCounts) => Counts,
): VersionCounts<Counts> {
  const picked = [...all].map(([route, byNetwork]): [string, Map<string, Counts>] => [
    route,
    new Map(
      [...byNetwork]
        .map(([network, counts]): [string, Counts] => [network, pick(counts)])
        .filter(([, counts]) => Object.values(counts).some(Boolean)),
    ),
  ])
  return new Map(picked.filter(([, byNetwork]) => byNetwork.size > 0))
}

export const viewsIn = (counts: VersionCounts<NetworkCounts>): VersionViews =>
  pickFrom(counts, ({ views = 0, failures = 0 }) => ({ views, failures }))

/** Pages that browsers opened; failures are pages that have not reported, negative when pages reported before they were counted. */
export const pagesIn = (counts: VersionCounts<NetworkCounts>): VersionViews =>
  pickFrom(counts, ({ handed = 0, heard = 0 }) => ({ views: handed, failures: handed - heard }))

export const rendersIn = (counts: VersionCounts<NetworkCounts>): VersionViews =>
  pickFrom(counts, ({ renders = 0, unrendered = 0 }) => ({ views: renders, failures: unrendered }))

export const vitalsIn = (counts: VersionCounts<NetworkCounts>): VersionVitals =>
  pickFrom(counts, vitalsOfNetwork)

const vitalsOfNetwork = (counts: NetworkCounts): VitalCounts =>
  Object.fromEntries(Object.entries(counts).filter(([name]) => isCountOfStep(name)))

const HALF_HOUR_MS = 30 * MINUTE_MS
const halfHourOf = (minute: Date): number => Math.floor(minute.getTime() / HALF_HOUR_MS) * HALF_HOUR_MS

/** Adds pages to the counts. */
export function addNoise(counts: NoiseCounts, name: Noise, pages = 0): void {
  if (pages > 0) counts[name] = (counts[name] ?? 0) + pages
}

const noiseIncrements = (counts: NoiseCounts): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).map(([name, pages]) => [`noise.${name}`, pages]))

const networkIncrements = (networks: Map<string, NetworkCounts>): Record<string, number> =>
  Object.fromEntries(
    [...networks].flatMap(([network, counts]) =>
      Object.entries(counts).map(([name, count]) => [`networks.${network}.${name}`, count]),
    ),
  )
