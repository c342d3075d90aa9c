import {
  type FailureKind,
  type IgnoredFailure,
  type Noise,
  type PageReport,
  type ReportedError,
  type WebVital,
} from '@offquad/contracts'

interface AboutVersion {
  app: string
  version: string
  route: string
}

/** The part of a page's reports that counts: per route at most one view and one failure, whatever its kind. */
export type CountedReport =
  | (AboutVersion & { kind: 'view' })
  | (AboutVersion & { kind: 'failure'; how?: FailureKind; error?: ReportedError })
  | (AboutVersion & { kind: 'noise'; noise: Noise })
  | CountedVital

/** The last value of a route of a page replaces the one before. */
export interface CountedVital extends AboutVersion {
  kind: 'vital'
  name: WebVital
  value: number
}

interface CountingContext {
  /** Templates of the paths that are served: others count as 'none'. */
  routes: ReadonlySet<string>
  /** The route the page was served for. */
  pageRoute: string
  ignored?: readonly IgnoredFailure[]
  /** Whether the page has versions that are no longer served: its failures then do not count. */
  isOutdated?: boolean
}

/**
 * Deduplicates the reports of a page. The keys identify what counts only once per page. A failure implies a view, even if the
 * view was not reported.
 */
export function countedReports(
  reports: readonly PageReport[],
  { routes, pageRoute, ignored = [], isOutdated = false }: CountingContext,
): Map<string, CountedReport> {
  const counted = new Map<string, CountedReport>()
  const ignore = ({ app, version, noise }: Pick<IgnoredFailure, 'app' | 'version' | 'noise'>) =>
    counted.set(`${noise} ${app}@${version}`, { app, version, route: pageRoute, kind: 'noise', noise })
  ignored.forEach(ignore)
  for (const report of reports) {
    const { app, version } = report
    const named = report.route ?? pageRoute
    const route = routes.has(named) ? named : 'none'
    if (report.kind === 'vital') {
      if (!('value' in report)) continue
      const { kind, name, value } = report
      counted.set(`${name} ${app}@${version} ${route}`, { app, version, route, kind, name, value })
    } else {
      counted.set(`view ${app}@${version} ${route}`, { app, version, route, kind: 'view' })
      if (report.kind === 'view') continue
      const { kind: how, error } = report
      if (isOutdated) ignore({ app, version, noise: 'outdated' })
      else
        counted.set(`failure ${app}@${version} ${route}`, {
          app,
          version,
          route,
          kind: 'failure',
          how,
          ...(error && { error }),
        })
    }
  }
  return counted
}
