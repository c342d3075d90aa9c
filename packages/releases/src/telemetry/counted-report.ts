import { type PageReport, type VitalRating, type WebVital } from '@offquad/contracts'

interface AboutVersion {
  app: string
  version: string
  route: string
}

/** The part of a page's reports that counts: per route at most one view and one failure, whatever its kind. */
export type CountedReport =
  | (AboutVersion & { kind: 'view' | 'failure' })
  | (AboutVersion & { kind: 'vital'; name: WebVital; rating: VitalRating })

/**
 * Deduplicates the reports of a page. The keys identify what counts only once per page. A failure implies a view, even if the
 * view was not reported.
 * @param routes templates of the paths that are served: others count as 'none'
 * @param pageRoute the route the page was served for
 */
export function countedReports(
  reports: readonly PageReport[],
  { routes, pageRoute }: { routes: ReadonlySet<string>; pageRoute: string },
): Map<string, CountedReport> {
  const counted = new Map<string, CountedReport>()
  for (const report of reports) {
    const { app, version } = report
    const named = report.route ?? pageRoute
    const route = routes.has(named) ? named : 'none'
    if (report.kind === 'vital') {
      const { kind, name, rating } = report
      const entry = `${name} ${app}@${version}`
      if (!counted.has(entry)) counted.set(entry, { app, version, route, kind, name, rating })
    } else {
      counted.set(`view ${app}@${version} ${route}`, { app, version, route, kind: 'view' })
      if (report.kind !== 'view')
        counted.set(`failure ${app}@${version} ${route}`, { app, version, route, kind: 'failure' })
    }
  }
  return counted
}
