import { type PageReport, type VitalRating, type WebVital } from '@offquad/contracts'

interface AboutVersion {
  app: string
  version: string
  route: string
}

/** What a page reports, as far as it counts: a route of it is viewed once, and fails once, in whatever way. */
export type CountedReport =
  | (AboutVersion & { kind: 'view' | 'failure' })
  | (AboutVersion & { kind: 'vital'; name: WebVital; rating: VitalRating })

/**
 * What may count of the reports of a page, by an entry that is the same for what counts once. A failure is one of a view,
 * also where that was not reported.
 * @param routes templates of the paths that are served: others are 'none'
 * @param pageRoute the one the page was served for
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
