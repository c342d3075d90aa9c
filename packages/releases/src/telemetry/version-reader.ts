import { LRUCache } from 'lru-cache'
import { addOfRoute, type VersionCounts } from './counts'
import { minuteOf, type Span } from './version-metrics.repository'

/** Reads counts of versions; minutes that are final are read from the database only once. */
export interface VersionReader<Counts> {
  read(app: string, version: string, span: Span): Promise<VersionCounts<Counts>>
}

/** Gateways store their counts within seconds, so older minutes are final. */
const FINAL_AFTER_MS = 2 * 60_000
const MAX_ENTRIES = 60

interface CachedCounts<Counts> {
  counts: VersionCounts<Counts>
  until: Date
}

export function createVersionReader<Counts extends { [Key in keyof Counts]: number }>(
  countsIn: VersionReader<Counts>['read'],
): VersionReader<Counts> {
  const cache = new LRUCache<string, CachedCounts<Counts>>({ max: MAX_ENTRIES })

  return {
    async read(app, version, { since, until }) {
      const key = [`${app}@${version}`, since.getTime(), until?.getTime()].join(' ')
      const finalMinute = minuteOf(new Date(Date.now() - FINAL_AFTER_MS))
      const final = until && until < finalMinute ? until : finalMinute
      const cached = cache.get(key) ?? { counts: new Map(), until: since }
      const isBehind = cached.until < final
      const counts = isBehind
        ? merged(cached.counts, await countsIn(app, version, { since: cached.until, until: final }))
        : cached.counts
      cache.set(key, { counts, until: isBehind ? final : cached.until })
      if (until && until <= final) return counts
      const from = since > final ? since : final
      return merged(counts, await countsIn(app, version, { since: from, ...(until && { until }) }))
    },
  }
}

function merged<Counts extends { [Key in keyof Counts]: number }>(
  counts: VersionCounts<Counts>,
  more: VersionCounts<Counts>,
): VersionCounts<Counts> {
  const sum: VersionCounts<Counts> = new Map(
    [...counts].map(([route, byNetwork]) => [route, new Map(byNetwork)]),
  )
  for (const [route, byNetwork] of more)
    for (const [network, counted] of byNetwork) addOfRoute(sum, route, network, counted)
  return sum
}
