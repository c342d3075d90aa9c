import { type BodyOf, isServed, type LiveApp, reportPage, versionsOf } from '@offquad/contracts'
import { currentTracing, route } from '@offquad/service-kit'
import { type FastifyInstance, type FastifyRequest } from 'fastify'
import { type CountedReport, countedReports } from './counted-report'
import { type HandedPage } from './handed-pages'
import { networkBucket } from './networks'
import { observePage } from './page-gauges'
import { type AppVersion, type PageTokens } from './page-tokens'
import { type ReportLedger } from './report-ledger'
import { stepOf } from './vitals'
import { type VersionWatch } from './watch-versions'

export interface TelemetryOptions {
  /** Counts across all gateways; undefined while there is no database. */
  watch(): Pick<VersionWatch, 'count' | 'hear'> | undefined
  live(): LiveApp[]
  /**
   * Takes reports from the caller's budget.
   * @throws TooManyRequestsError when it is spent
   */
  takeFromBudget(request: FastifyRequest, reports: number): Promise<void>
  /** Whether a path is the template of a call: `/api/apts/:ids`. */
  isTemplate(path: string): boolean
  pageTokens: PageTokens
  ledger: ReportLedger
}

/** Receives what pages report about the versions they use. */
export async function serveTelemetry(app: FastifyInstance, options: TelemetryOptions): Promise<void> {
  const { watch, live, takeFromBudget, isTemplate, pageTokens, ledger } = options

  route(app, reportPage, async ({ body }, { request }) => {
    const { reports: sent, calls = [], ignored = [] } = body
    await takeFromBudget(request, Math.max(1, sent.length + ignored.length + calls.length))
    currentTracing()?.addCalls(calls.filter(({ path }) => isTemplate(path)))
    // An error would not help a page that was served long ago or by another site.
    const page = body.page === undefined ? undefined : pageTokens.verify(body.page)
    if (!page) return null
    const current = live()
    const versions = current.flatMap(versionsOf)
    // Versions that are no longer live are not judged.
    const isJudged = (report: AppVersion) => isServed(current, report) && page.had(report)
    const reports = countedReports(sent.filter(isJudged), {
      routes: new Set(routesIn(current).map(({ path }) => path)),
      pageRoute: page.route,
      ignored: ignored.filter(isJudged),
      isOutdated: page.hasOtherThan(versions),
    })
    const isHeard = page.isExpected && isShownOrLeft(body)
    const values = new Map([...reports].map(([entry, report]) => [entry, valueOf(report)]))
    if (isHeard) values.set(HEARD, '')
    const changed = await ledger.enter(page.id, values)
    const networkOf = networksFrom(request, pageTokens)
    const pathOf = (template: string) => publicPathOf(template, request.headers.referer, current)
    if (changed.has(HEARD))
      watch()?.hear({ route: page.route, versions: versions.filter(page.had), networkOf })
    for (const [entry, report] of reports) {
      if (!changed.has(entry)) continue
      const before = changed.get(entry)
      if (before === undefined) observePage(report)
      watch()?.count(report, networkOf(report), { before, pathOf })
    }
    return null
  })
}

/** The value of a report; a report counts again when it changes. */
const valueOf = (report: CountedReport): string =>
  report.kind === 'vital' ? `${stepOf(report.name, report.value)}` : ''

/** Ledger entry of pages that have reported, which shows that they are not frozen. */
const HEARD = 'heard'

/** A page that reports that it was left reports nothing else; one that freezes may have reported remotes before. */
const isShownOrLeft = ({ reports, ignored = [], calls = [] }: BodyOf<typeof reportPage>): boolean =>
  reports.length + ignored.length + calls.length === 0 ||
  reports.some(({ app, kind }) => app === 'shell' && kind === 'view')

/** The bucket of a caller's network, by version, with the current key: a page may be counted after the key has changed. */
export function networksFrom(
  { ip }: Pick<FastifyRequest, 'ip'>,
  pageTokens: PageTokens,
): HandedPage['networkOf'] {
  const key = pageTokens.key()
  return ({ app, version }) => networkBucket(ip, key, `${app}@${version}`)
}

const routesIn = (live: LiveApp[]) => live.flatMap(versionsOf).flatMap(({ remote }) => remote?.routes ?? [])

/**
 * The path at which a reporting page has a route, if the page is public: its ids belong to no visitor. Ids on other
 * pages (lists, invitations), queries and free text may be personal and are not kept.
 */
function publicPathOf(template: string, referer = '', live: LiveApp[]): string | undefined {
  const { pathname } = new URL(URL.canParse(referer) ? referer : 'none:')
  const isOfPublicPage = routesIn(live).some(({ path, isPublic }) => isPublic && path === template)
  const pattern = new RegExp(`^${template.replaceAll(/:\w+/g, '[\\w-]{1,64}')}$`)
  return isOfPublicPage && pattern.test(pathname) ? pathname : undefined
}
