import { LRUCache } from 'lru-cache'
import { type VersionViews } from './judge-version'
import { addViews, minuteOf, type Span, type VersionMetricsRepository } from './version-metrics.repository'

/** Reads how versions did; what cannot change any more is read once. */
export interface VersionViewsReader {
  read(app: string, version: string, span: Span): Promise<VersionViews>
}

/** Gateways store what they have counted within seconds, so older minutes are final. */
const SETTLED_AFTER_MS = 2 * 60_000
const MAX_KNOWN = 60

interface KnownViews {
  views: VersionViews
  until: Date
}

export function createVersionViewsReader(
  versionMetrics: Pick<VersionMetricsRepository, 'viewsIn'>,
): VersionViewsReader {
  const known = new LRUCache<string, KnownViews>({ max: MAX_KNOWN })

  return {
    async read(app, version, { since, until }) {
      const key = [`${app}@${version}`, since.getTime(), until?.getTime()].join(' ')
      const settled = minuteOf(new Date(Date.now() - SETTLED_AFTER_MS))
      const final = until && until < settled ? until : settled
      const before = known.get(key) ?? { views: new Map(), until: since }
      const isBehind = before.until < final
      const views = isBehind
        ? mergeViews(
            before.views,
            await versionMetrics.viewsIn(app, version, { since: before.until, until: final }),
          )
        : before.views
      known.set(key, { views, until: isBehind ? final : before.until })
      if (until && until <= final) return views
      const from = since > final ? since : final
      return mergeViews(
        views,
        await versionMetrics.viewsIn(app, version, { since: from, ...(until && { until }) }),
      )
    },
  }
}

function mergeViews(views: VersionViews, more: VersionViews): VersionViews {
  const merged: VersionViews = new Map([...views].map(([route, byNetwork]) => [route, new Map(byNetwork)]))
  for (const [route, byNetwork] of more)
    for (const [network, proportion] of byNetwork) addViews(merged, { route, network, ...proportion })
  return merged
}
