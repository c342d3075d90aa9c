import { type Canary, type CanaryOutlook, type DeployEntry, type PublishedApp } from '@offquad/contracts'
import { InvalidInputError } from '@offquad/service-kit'
import { type AuditEntry, type AppState, rollbackTarget, rolledBack, steppedUp } from '../deploys/app-state'
import { type SiteChanges } from '../deploys/site-changes'
import { type SiteStateRepository } from '../deploys/site-state.repository'
import { type CountedReport } from './counted-report'
import { addCounts, sumRoutes, type VersionCounts } from './counts'
import { createHandedPages, type HandedPage } from './handed-pages'
import {
  describeRegression,
  failuresTooMany,
  findRegression,
  findSilence,
  type VersionViews,
  weigh,
} from './judge-version'
import { describeSlowness } from './judge-vitals'
import { observeFailingVersions } from './page-gauges'
import { type NetworkCounts } from './version-metrics.model'
import {
  addNoise,
  pagesIn,
  rendersIn,
  type PendingCounts,
  type VersionMetricsRepository,
  viewsIn,
  vitalsIn,
} from './version-metrics.repository'
import { type PendingError, type VersionErrorsRepository } from './version-errors.repository'
import { createVersionReader, type ReadCounts } from './version-reader'
import { countOfStep, stepOf } from './vitals'

export interface WatchRules {
  /** Number of networks that must report failures before a version is rolled back. */
  networks: number
  /** Minimum duration of each step of a canary. */
  stepSeconds: number
}

interface WatchDeps {
  states: Pick<SiteStateRepository, 'readSite'>
  /** Changes an app for every gateway, unless that would break other apps. */
  changeLive: SiteChanges['changeLive']
  versionMetrics: VersionMetricsRepository
  versionErrors: Pick<VersionErrorsRepository, 'add'>
  rules: WatchRules
  log: { warn(fields: object, message: string): void; info(fields: object, message: string): void }
}

/** A version whose server part rendered a page, or failed it. */
export interface RenderedVersion {
  app: string
  version: string
  /** The template of the page. */
  route: string
  /** Why it failed. */
  reason?: string
}

const TICK_MS = 2_000
/** How often versions are judged while there is neither a canary nor a report to this gateway. */
const IDLE_INTERVAL_MS = 30_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Different errors between two ticks. */
const MAX_PENDING_ERRORS = 200
/** The window of the last hour moves in steps of this size, so that most of it stays cached. */
const WINDOW_STEP_MS = 5 * 60_000
const BY = 'the gateway'

/**
 * Views after which a canary steps up. With 40 views, a canary that fails on 20 % of them is detected with a probability of at
 * least 97 % if the live version has 300 views without a failure (Fisher's exact test at 0.001, five tests).
 */
const STEP_VIEWS = 40

export type VersionWatch = ReturnType<typeof watchVersions>

/** Counts views and failures of versions, and rolls back those that regress. Safe to run on any number of gateways. */
export function watchVersions(deps: WatchDeps) {
  const { states, versionMetrics, versionErrors, log } = deps
  const read = createVersionReader(versionMetrics.countsIn)
  const handed = createHandedPages()
  let pending = new Map<string, PendingCounts>()
  let errors = new Map<string, PendingError>()
  let running: Promise<void> = Promise.resolve()
  let judgedAt = 0
  let hasCanary = false

  async function store(): Promise<void> {
    for (const page of handed.takeDue(Date.now())) countPage(page, 'handed')
    if (pending.size === 0) return
    const drained = pending
    pending = new Map()
    const failed = errors
    errors = new Map()
    await versionMetrics.add([...drained.values()], new Date())
    await versionErrors.add([...failed.values()], new Date())
  }

  async function judgeAll(): Promise<void> {
    judgedAt = Date.now()
    await store()
    const failing: { app: string; version: string; isFailing: boolean }[] = []
    const { apps } = await states.readSite()
    hasCanary = [...apps.values()].some(({ canary }) => canary)
    for (const [app, state] of apps) {
      const watched = { ...deps, app, state, read, sinceOthers: msSinceOthers(state, apps) }
      const onFailure = (err: unknown): false => {
        log.warn({ err, remote: app }, 'judging versions failed; will retry')
        return false
      }
      // One after the other, but a canary that cannot be promoted does not keep the live version from being judged.
      await judgeCanary(watched).catch(onFailure)
      const isFailing = await isLiveFailing(watched).catch(onFailure)
      failing.push({ app, version: state.stable.version, isFailing })
    }
    observeFailingVersions(failing)
  }

  const judge = (): Promise<void> => {
    running = running
      .then(judgeAll)
      .catch((err: unknown) => log.warn({ err }, 'judging versions failed; will retry'))
    return running
  }
  const timer = setInterval(() => {
    if (pending.size > 0 || hasCanary || Date.now() - judgedAt >= IDLE_INTERVAL_MS) void judge()
  }, TICK_MS).unref()

  function countsOf({ app, version, route }: Omit<RenderedVersion, 'reason'>): PendingCounts {
    const key = `${app}@${version} ${route}`
    const counts = pending.get(key) ?? { app, version, route, networks: new Map(), noise: {} }
    pending.set(key, counts)
    return counts
  }

  function recordError(error: Omit<PendingError, 'count' | 'path'>, path?: string): void {
    const key = JSON.stringify(error)
    const count = (errors.get(key)?.count ?? 0) + 1
    // Limits the memory that ever-changing messages can fill.
    if (count > 1 || errors.size < MAX_PENDING_ERRORS)
      errors.set(key, { ...error, ...(path && { path }), count })
  }

  function countPage({ route, versions, networkOf }: HandedPage, how: 'handed' | 'heard'): void {
    for (const version of versions) {
      addCounts(countsOf({ ...version, route }).networks, networkOf(version), { [how]: 1 })
    }
  }

  return {
    /** Counts a page that a browser has opened, once it has had time to report. */
    handOut: (page: HandedPage) => handed.add(page, Date.now()),
    /** Counts a page that reports for the first time. */
    hear: (page: HandedPage) => countPage(page, 'heard'),
    /**
     * Counts a page that a version was to render on the server; stored with a delay.
     * @param network the bucket of the network that the page was for
     */
    countRender({ reason, ...about }: RenderedVersion, network: string): void {
      const counts = countsOf(about)
      addCounts(counts.networks, network, { renders: 1, unrendered: reason === undefined ? 0 : 1 })
      if (reason === undefined) return
      counts.unrenderedReason = reason.slice(0, 300)
      recordError({ ...about, kind: 'render', message: counts.unrenderedReason })
    },
    /**
     * Counts what a page reports from a bucket of networks; stored with a delay.
     * @param before the step of the value that it replaces
     * @param pathOf the path that a route has on the page, if that may be stored
     */
    count(
      report: CountedReport,
      network: string,
      { before, pathOf }: { before?: string | undefined; pathOf?(route: string): string | undefined } = {},
    ): void {
      const counts = countsOf(report)
      const add = (more: NetworkCounts) => addCounts(counts.networks, network, more)
      if (report.kind === 'vital') {
        const { name, value } = report
        return add({ [countOfStep(name, stepOf(name, value))]: 1, ...(before && { [name + before]: -1 }) })
      }
      if (report.kind === 'noise') return addNoise(counts.noise, report.noise, 1)
      if (report.kind === 'failure' && report.how && report.error) {
        const { app, version, route, how: kind, error } = report
        // Reports may have more fields than the contract.
        const { message, at } = error
        recordError({ app, version, route, kind, message, ...(at && { at }) }, pathOf?.(route))
      }
      add(report.kind === 'view' ? { views: 1 } : { failures: 1 })
    },
    /** Stores the pending counts and judges every served version. */
    judge,
    /** The results of an app's canary so far, and its next step; undefined without a canary. */
    outlookOf: (app: string, state: AppState) => outlookOf({ ...deps, app, state, read }),
    async close() {
      clearInterval(timer)
      await running
      await store().catch(() => undefined)
    },
  }
}

interface WatchedApp extends WatchDeps {
  app: string
  state: AppState
  read: ReadCounts
  /** Milliseconds between the last change of another app and the last change of this one; negative when the other came later. */
  sinceOthers: number
}

/** The counts of a version, and of the version that it is compared with. */
interface Compared {
  candidate: VersionCounts<NetworkCounts>
  baseline: VersionCounts<NetworkCounts>
  /** The version of the baseline. */
  comparedWith: string
  networks: number
}

/** When visitors began to get the canary. */
function canarySince({ canary, history }: AppState): Date {
  const begun = history.find(({ action, version }) => action === 'canary' && version === canary?.version)
  return new Date(begun?.date ?? 0)
}

/** Compares a canary with the live version over the same time. */
async function compareCanary(
  { app, state, read, rules }: Pick<WatchedApp, 'app' | 'state' | 'read' | 'rules'>,
  canary: Canary,
): Promise<Compared> {
  const { version: comparedWith } = state.stable
  const span = { since: canarySince(state) }
  return {
    candidate: await read(app, canary.version, span),
    baseline: await read(app, comparedWith, span),
    comparedWith,
    networks: rules.networks,
  }
}

async function outlookOf(
  watched: Pick<WatchedApp, 'app' | 'state' | 'read' | 'rules'>,
): Promise<CanaryOutlook | undefined> {
  const { app, state, read, rules } = watched
  const { canary } = state
  if (!canary) return undefined
  const stepSince = new Date(canary.stepSince ?? canarySince(state))
  const weighed = (counts: VersionCounts<NetworkCounts>) => weigh(sumRoutes(viewsIn(counts)), rules.networks)
  const compared = await compareCanary(watched, canary)
  const [candidate, live] = [weighed(compared.candidate), weighed(compared.baseline)]
  const inStep = weighed(await read(app, canary.version, { since: stepSince }))
  const nextPercent = canary.steps?.find((step) => step > canary.percent)
  const slower = describeSlower(compared, 'held')
  return {
    views: candidate.views,
    failures: candidate.failures,
    liveViews: live.views,
    liveFailures: live.failures,
    takenBackAt: failuresTooMany(candidate, live),
    waitsForViews: nextPercent === undefined ? 0 : Math.max(0, STEP_VIEWS - inStep.views),
    ...(nextPercent !== undefined && {
      nextPercent,
      waitsUntil: new Date(stepSince.getTime() + rules.stepSeconds * 1000).toISOString(),
    }),
    ...(slower !== undefined && { slower }),
  }
}

async function judgeCanary(watched: WatchedApp): Promise<void> {
  const { app, state, read, changeLive, rules, log } = watched
  const { canary } = state
  if (!canary) return
  const since = canarySince(state)
  const compared = await compareCanary(watched, canary)
  const failing =
    describeFailures(compared) ??
    describeSilence(compared) ??
    (await describeUnrendered(watched, compared)) ??
    describeSlower(compared, 'takenBack')
  if (failing) {
    const reason = `${canary.version}: ${failing}`
    await changeLive(app, (current) => {
      // Another gateway has rolled it back already, or the team has changed it.
      if (current.canary?.version !== canary.version) return current
      return rolledBack(current, auditEntryOf(reason), 'automatic rollback')
    })
    log.warn({ remote: app, version: canary.version, reason }, 'canary rolled back')
    return
  }
  const stepSince = new Date(canary.stepSince ?? since)
  if (!canary.steps || Date.now() - stepSince.getTime() < rules.stepSeconds * 1000) return
  const inStep = viewsIn(await read(app, canary.version, { since: stepSince }))
  if (!hasEnoughViews(inStep, rules.networks) || describeSlower(compared, 'held')) return
  await changeLive(app, (current) => {
    const isSameStep =
      current.canary?.version === canary.version && current.canary.stepSince === canary.stepSince
    return isSameStep ? steppedUp(current, { by: BY, date: new Date() }) : current
  })
  log.info({ remote: app, version: canary.version }, 'canary stepped up')
}

/** Describes where more views of a version fail than of the other; undefined when none do. */
function describeFailures({ candidate, baseline, comparedWith, networks }: Compared): string | undefined {
  const regression = findRegression(viewsIn(candidate), viewsIn(baseline), networks)
  return regression && describeRegression(regression, comparedWith)
}

/** Describes where more pages of a version than of the other never report, because they are frozen or white. */
function describeSilence({ candidate, baseline, comparedWith, networks }: Compared): string | undefined {
  const regression = findSilence(pagesIn(candidate), pagesIn(baseline), networks)
  return regression && describeRegression(regression, comparedWith, 'never reported')
}

/** Describes where a version is slower than the other. */
const describeSlower = ({ candidate, baseline, ...compared }: Compared, how: 'held' | 'takenBack') =>
  describeSlowness(vitalsIn(candidate), vitalsIn(baseline), { ...compared, how })

/** Describes where a canary keeps more pages than the live version from being rendered on the server. */
async function describeUnrendered(
  { versionMetrics, app, state }: WatchedApp,
  { candidate, baseline, comparedWith, networks }: Compared,
): Promise<string | undefined> {
  const regression = findRegression(rendersIn(candidate), rendersIn(baseline), networks)
  if (!regression) return undefined
  const { unrendered } = await versionMetrics.sum(app, state.canary?.version ?? '', canarySince(state))
  const failed = describeRegression(regression, comparedWith, 'failed on the server', 'pages')
  return `${failed} (${unrendered?.reason})`
}

function hasEnoughViews(views: VersionViews, networks: number): boolean {
  const byNetwork = sumRoutes(views)
  return byNetwork.size >= networks && weigh(byNetwork, networks).views >= STEP_VIEWS
}

/**
 * Compares the live version with the last day of its predecessor. Within an hour of a deploy or promotion a failing version is
 * rolled back; after that a person has to decide.
 */
async function isLiveFailing(watched: WatchedApp): Promise<boolean> {
  const { app, state, read, rules, changeLive, log } = watched
  const { stable, previous, history } = state
  const change = lastChangeOf(history)
  const changedAt = new Date(change?.date ?? 0)
  const isYoung = Date.now() - changedAt.getTime() < HOUR_MS
  const since = isYoung
    ? changedAt
    : new Date(Math.floor((Date.now() - HOUR_MS) / WINDOW_STEP_MS) * WINDOW_STEP_MS)
  const [before] = previous
  const dayBefore = { since: new Date(changedAt.getTime() - DAY_MS), until: changedAt }
  const compared = {
    candidate: await read(app, stable.version, { since }),
    baseline: before ? await read(app, before.version, dayBefore) : new Map<string, never>(),
    comparedWith: before?.version ?? 'no previous version',
    networks: rules.networks,
  }
  const failures = describeFailures(compared)
  // A page that does not report cannot name the version at fault. The one that changed last is suspected; where other apps
  // changed shortly before, a person decides.
  const failing = failures ?? (watched.sinceOthers > 0 ? describeSilence(compared) : undefined)
  if (!failing) return false
  const isClear = failures !== undefined || watched.sinceOthers > HOUR_MS
  const target = change && isYoung && isClear ? automaticTarget(state, change) : undefined
  if (!target) return true
  const reason = `${stable.version}: ${failing}`
  try {
    await changeLive(app, (current) => {
      if (current.stable.version !== stable.version) return current
      return rolledBack(current, auditEntryOf(reason), 'automatic rollback', target.version)
    })
  } catch (err) {
    if (!(err instanceof InvalidInputError)) throw err
    log.warn(
      { err, remote: app, version: stable.version, reason },
      'live version is failing and cannot be rolled back',
    )
    return true
  }
  log.warn({ remote: app, version: stable.version, reason }, 'live version rolled back')
  return false
}

function msSinceOthers(state: AppState, apps: ReadonlyMap<string, AppState>): number {
  // A first version replaced nothing.
  const otherApps = [...apps.values()].filter((app) => app !== state && app.previous.length > 0)
  return lastChangedAt(state) - Math.max(-Infinity, ...otherApps.map(lastChangedAt))
}

const lastChangedAt = ({ history }: AppState): number =>
  new Date(lastChangeOf(history.filter(({ action }) => action !== 'automatic rollback'))?.date ?? 0).getTime()

/** The history entry that made the live version live. */
function lastChangeOf(history: readonly DeployEntry[]): DeployEntry | undefined {
  let stable: string | undefined
  let change: DeployEntry | undefined
  for (const entry of history.toReversed()) {
    if (entry.action === 'canary' || entry.action === 'canary step') continue
    if (entry.action === 'retire') stable = undefined
    else if (entry.version !== stable) change = entry
    if (entry.action !== 'retire') stable = entry.version
  }
  return change
}

/** The version that an automatic rollback restores: never one that failed before, and never two rollbacks in a row. */
function automaticTarget(state: AppState, { action }: DeployEntry): PublishedApp | undefined {
  const isOfTeam = action === 'deploy' || action === 'promote'
  if (!isOfTeam || state.previous.length === 0) return undefined
  const target = rollbackTarget(state)
  return state.bad.some(({ version }) => version === target.version) ? undefined : target
}

const auditEntryOf = (reason: string): AuditEntry => ({ by: BY, date: new Date(), reason })
