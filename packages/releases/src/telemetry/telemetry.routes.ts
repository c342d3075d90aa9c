import { isServed, type LiveApp, reportPage, versionsOf } from '@offquad/contracts'
import { currentTracing, route } from '@offquad/service-kit'
import { type FastifyInstance, type FastifyRequest } from 'fastify'
import { type CountedReport, countedReports } from './counted-report'
import { networkBucket } from './networks'
import { observePages } from './page-gauges'
import { type AppVersion, type PageTokens } from './page-tokens'
import { type ReportLedger } from './report-ledger'

export interface TelemetryOptions {
  /** Counts across all gateways; undefined while there is no database. */
  watch(): { count(report: CountedReport, network: string): void } | undefined
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
    // Versions that are no longer live are not judged.
    const isJudged = (report: AppVersion) => isServed(current, report) && page.had(report)
    const reports = countedReports(sent.filter(isJudged), {
      routes: routesOf(current),
      pageRoute: page.route,
      ignored: ignored.filter(isJudged),
      isOutdated: page.hasOtherThan(current.flatMap(versionsOf)),
    })
    const isNew = await ledger.enter(page.id, [...reports.keys()])
    const counted = [...reports].flatMap(([entry, report]) => (isNew.has(entry) ? [report] : []))
    observePages(counted)
    for (const report of counted) {
      const { app, version } = report
      watch()?.count(report, networkBucket(request.ip, pageTokens.key(), `${app}@${version}`))
    }
    return null
  })
}

const routesOf = (live: LiveApp[]): Set<string> =>
  new Set(live.flatMap(versionsOf).flatMap(({ remote }) => (remote?.routes ?? []).map(({ path }) => path)))
