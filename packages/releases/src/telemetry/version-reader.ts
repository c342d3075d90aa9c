import { LRUCache } from 'lru-cache'
import { addOfRoute, type VersionCounts } from './counts'
import { type NetworkCounts } from './version-metrics.model'
import { minuteOf, type Span, type VersionMetricsRepository } from './version-metrics.repository'

type Counts = VersionCounts<NetworkCounts>

export type ReadCounts = VersionMetricsRepository['countsIn']

/** Gateways store their counts within seconds, so older minutes are final. */
const FINAL_AFTER_MS = 2 * 60_000
const MAX_ENTRIES = 60

/** Reads counts of versions; minutes that are final are read from the database only once. */
export function createVersionReader(countsIn: ReadCounts): ReadCounts {
  const cache = new LRUCache<string, { counts: Counts; until: Date }>({ max: MAX_ENTRIES })

  return async (app: string, version: string, { since, until }: Span) => {
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
  }
}

function merged(counts: Counts, more: Counts): Counts {
  const sum: Counts = new Map([...counts].map(([route, byNetwork]) => [route, new Map(byNetwork)]))
  for (const [route, byNetwork] of more)
    for (const [network, counted] of byNetwork) addOfRoute(sum, route, network, counted)
  return sum
}
