import { setTimeout as delay } from 'node:timers/promises'
import { PAGE_TOKEN_METRIC, versionsOf } from '@offquad/contracts'
import { coalesce, type Events, type RedisSettings } from '@offquad/service-kit'
import { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { readDeployTokens } from './deploys/deploy-tokens'
import { serveDeploys } from './deploys/deploys.routes'
import { type Deploys, openDeploys } from './deploys/open-deploys'
import { serveServiceDeploys, type ServiceDirectory } from './deploys/service-deploys.routes'
import { openSharedState } from './deploys/shared-state'
import { type CallDirectory } from './gate/served-calls'
import { describeProblem } from './site/assemble-site'
import { followSite } from './site/follow-site'
import { loadSite, type ShownVersions, type Site } from './site/load-site'
import { problemsNow } from './site/lost-files'
import { type AppVersion, createPageTokens } from './telemetry/page-tokens'
import { openReportLedger } from './telemetry/report-ledger'
import { networksFrom, serveTelemetry, type TelemetryOptions } from './telemetry/telemetry.routes'
import { type RenderedVersion } from './telemetry/watch-versions'
import { cohortIn } from './visitors/cohorts'
import { serveOverrides } from './visitors/developers'
import { openPreviews } from './visitors/previews'
import { createVisitors, type Visitor } from './visitors/visitors'

/** The gateway's access to releases. */
export interface Releases {
  /** The site that this gateway serves. */
  currentSite(): Site
  /** Calls back when this gateway serves something else. */
  onChange(listener: () => void): void
  /** The calls with which teams ship, pages report and developers load their own slices. */
  routes(this: void, app: FastifyInstance): Promise<void>
  /** The visitor who requests a page, with the versions that they get. */
  visitorOf(request: FastifyRequest): Visitor | Promise<Visitor>
  /** The versions in a caller's pages, according to their cookies. */
  shownTo(request: FastifyRequest): ShownVersions
  /**
   * Counts a page that is handed out, and returns the header with which it can report on its versions, as a flat list of name
   * and value. It is not in the HTML, which is compressed once for all visitors; scripts read it from the page's navigation
   * timing, even after a 304.
   */
  reportHeader(request: FastifyRequest, page: ReportingPage): string[]
  /** Counts a page that a version was to render on the server for a visitor with this IP address. */
  countRender(version: RenderedVersion, ip: string): void
  /** Problems of the served site, as sentences. */
  problemsNow(): Promise<string[]>
  close(): Promise<void>
}

export interface ReportingPage {
  /** The pattern of its path: /apartment/:aptId. */
  template: string
  versions: readonly AppVersion[]
  /** Whether every such page reports, not only a share of them. */
  alwaysReports: boolean
}

export interface ReleasesSettings extends RedisSettings {
  NODE_ENV: string
  /** Folder of the published versions. */
  MF_DIR: string
  /** Absent: the gateway serves what was last served from the folder. */
  MONGODB_URI?: string | undefined
  MONGODB_DATABASE: string
  QUEUE_PREFIX: string
  DEPLOY_TOKENS: string
  DEPLOY_TOKENS_FILE?: string | undefined
  CANARY_NETWORKS: number
  CANARY_STEP_SECONDS: number
  /** The people who may replace slices in their own browser. */
  MF_OVERRIDES: 'on' | 'developers' | 'off'
}

export interface ReleasesOptions {
  settings: ReleasesSettings
  log: FastifyBaseLogger
  events: Pick<Events, 'publish' | 'subscribe'>
  calls: CallDirectory & ServiceDirectory & Pick<TelemetryOptions, 'isTemplate'>
  /**
   * Takes reports from the caller's budget.
   * @throws TooManyRequestsError when it is spent
   */
  takeFromBudget(request: FastifyRequest, reports: number): Promise<void>
}

/** How long a start waits for the database before what was served last is served. */
const STARTUP_TIMEOUT_MS = 1_000

/** Whether a browser shows the page at once: it does not prefetch it, and is no program that runs no scripts. */
const isOpened = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-dest'] === 'document' && headers['sec-purpose'] === undefined

/** With parts that only tests use. */
export interface OpenReleases extends Releases {
  /** Undefined until the database has been reached. */
  deploys(): Deploys | undefined
  /** Reads the shared state and serves it. */
  pull(): Promise<void>
}

/** Opens the releases with what is known of them. The database and Redis may still be down. */
export async function openReleases(options: ReleasesOptions): Promise<OpenReleases> {
  const { settings, log, events, calls, takeFromBudget } = options
  const folder = settings.MF_DIR
  const isSecure = settings.NODE_ENV === 'production'
  const shared = openSharedState(settings, log)
  await Promise.race([shared.reached, delay(settings.MONGODB_URI ? STARTUP_TIMEOUT_MS : 0)])
  const site = await followSite({
    load: (before) => loadSite({ folder, wanted: shared.apps(), before, log }),
    wanted: shared.apps,
    log,
  })
  const pull = coalesce(async () => {
    await shared.read()
    await site.reload()
  })
  let deploys: Deploys | undefined
  shared.reached.then(
    (database) => {
      deploys = openDeploys({ database, settings, site, pull, events, calls, log })
    },
    // It was closed before.
    () => undefined,
  )

  const ledger = openReportLedger(settings, log)
  const pageTokens = createPageTokens(shared.pageKey)
  const previews = openPreviews({
    folder,
    previews: shared.previews,
    refresh: pull,
    isSecure,
  })

  return {
    currentSite: site.current,
    onChange: site.onChange,
    async routes(app) {
      const tokens = readDeployTokens(settings.DEPLOY_TOKENS, settings.DEPLOY_TOKENS_FILE)
      await app.register(serveDeploys, { tokens, deploys: () => deploys })
      await app.register(serveServiceDeploys, {
        tokens,
        services: calls,
        deploys: () => deploys,
        versions: () => site.current().apps.flatMap(versionsOf),
      })
      await app.register(serveOverrides, { isAllowed: settings.MF_OVERRIDES !== 'off', isSecure })
      await app.register(serveTelemetry, {
        watch: () => deploys?.versions,
        live: () => site.current().apps,
        isTemplate: (path) => calls.isTemplate(path),
        takeFromBudget,
        pageTokens,
        ledger,
      })
    },
    visitorOf: createVisitors({
      site: site.current,
      previews,
      isSecure,
      areDevelopersKnown: settings.MF_OVERRIDES === 'developers',
    }),
    shownTo: ({ headers }) => site.current().versionsFor({ cohort: cohortIn(headers.cookie) }),
    reportHeader(request, { template: route, versions, alwaysReports }) {
      const isExpected = alwaysReports && isOpened(request)
      if (isExpected)
        deploys?.versions.handOut({ route, versions, networkOf: networksFrom(request, pageTokens) })
      return ['server-timing', `${PAGE_TOKEN_METRIC};desc="${pageTokens.issue(route, versions, isExpected)}"`]
    },
    countRender: (version, ip) =>
      deploys?.versions.countRender(version, networksFrom({ ip }, pageTokens)(version)),
    problemsNow: async () => (await problemsNow(site.current(), folder)).map(describeProblem),
    deploys: () => deploys,
    pull,
    async close() {
      await deploys?.close()
      await shared.close()
      await site.close()
      await ledger.close()
    },
  }
}
