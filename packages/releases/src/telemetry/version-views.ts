import { LRUCache } from 'lru-cache'
import { type VersionViews } from './judge-version'
import { addViews, minuteOf, type Span, type VersionMetricsRepository } from './version-metrics.repository'

/** Reads the views of versions; minutes that are final are read from the database only once. */
export interface VersionViewsReader {
  read(app: string, version: string, span: Span): Promise<VersionViews>
}

/** Gateways store their counts within seconds, so older minutes are final. */
const FINAL_AFTER_MS = 2 * 60_000
const MAX_ENTRIES = 60

interface CachedViews {
  views: VersionViews
  until: Date
}

export function createVersionViewsReader(viewsIn: VersionMetricsRepository['viewsIn']): VersionViewsReader {
  const cache = new LRUCache<string, CachedViews>({ max: MAX_ENTRIES })

  return {
    async read(app, version, { since, until }) {
      const key = [`${app}@${version}`, since.getTime(), until?.getTime()].join(' ')
      const finalMinute = minuteOf(new Date(Date.now() - FINAL_AFTER_MS))
      const final = until && until < finalMinute ? until : finalMinute
      const cached = cache.get(key) ?? { views: new Map(), until: since }
      const isBehind = cached.until < final
      const views = isBehind
        ? mergeViews(cached.views, await viewsIn(app, version, { since: cached.until, until: final }))
        : cached.views
      cache.set(key, { views, until: isBehind ? final : cached.until })
      if (until && until <= final) return views
      const from = since > final ? since : final
      return mergeViews(views, await viewsIn(app, version, { since: from, ...(until && { until }) }))
    },
  }
}

function mergeViews(views: VersionViews, more: VersionViews): VersionViews {
  const merged: VersionViews = new Map([...views].map(([route, byNetwork]) => [route, new Map(byNetwork)]))
  for (const [route, byNetwork] of more)
    for (const [network, proportion] of byNetwork) addViews(merged, { route, network, ...proportion })
  return merged
}
