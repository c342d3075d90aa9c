import { type DeployEntry, type PublishedApp } from '@offquad/contracts'
import { InvalidInputError } from '@offquad/service-kit'
import { type Act, type AppState, rollbackTarget, rolledBack, steppedUp } from '../deploys/app-state'
import { type AppStatesRepository } from '../deploys/app-states.repository'
import { type SiteChanges } from '../deploys/site-changes'
import { type CountedReport } from './counted-report'
import { describeRegression, findRegression, overAll, type VersionViews, weigh } from './judge-version'
import { observeFailingVersions } from './page-gauges'
import { addVital, type Counted, type VersionMetricsRepository } from './version-metrics.repository'
import { createVersionViewsReader, type VersionViewsReader } from './version-views'

export interface WatchRules {
  /** From how many networks failures must come before a version is taken back. */
  networks: number
  /** A canary stays at each step for at least this long. */
  stepSeconds: number
}

interface WatchDeps {
  states: Pick<AppStatesRepository, 'list'>
  /** Changes an app for every gateway, unless that would break others. */
  changeLive: SiteChanges['changeLive']
  versionMetrics: VersionMetricsRepository
  rules: WatchRules
  log: { warn(fields: object, message: string): void; info(fields: object, message: string): void }
}

export interface VersionWatch {
  /** Counts what a page reports, from a bucket of networks; it is stored a little later. */
  count(report: CountedReport, network: string): void
  /** Stores what was counted and judges every version that is served. */
  look(): Promise<void>
  close(): Promise<void>
}

const TICK_MS = 2_000
/** Without a canary, and without anything that was reported here, versions are looked at this often. */
const IDLE_LOOK_MS = 30_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The last hour begins anew this often, so that most of it need not be read again every time. */
const READ_ANEW_MS = 5 * 60_000
const BY = 'the gateway'

/**
 * Views after which a canary steps up. Of a canary that fails on 20 % of its views, 40 views are noticed with a probability
 * of at least 97 % where the live version has 300 views without a failure (Fisher's exact test at 0.001, five tests).
 */
const STEP_VIEWS = 40

/** Counts how versions do, and takes back those that fail more often than what was live. Any number of gateways may. */
export function watchVersions(deps: WatchDeps): VersionWatch {
  const { states, versionMetrics, log } = deps
  const views = createVersionViewsReader(versionMetrics)
  let counted = new Map<string, Counted>()
  let running: Promise<void> = Promise.resolve()
  let lookedAt = 0
  let hasCanary = false

  async function store(): Promise<void> {
    if (counted.size === 0) return
    const taken = counted
    counted = new Map()
    await versionMetrics.add([...taken.values()], new Date())
  }

  async function judgeAll(): Promise<void> {
    lookedAt = Date.now()
    await store()
    const failing: { app: string; version: string; isFailing: boolean }[] = []
    const apps = await states.list()
    hasCanary = [...apps.values()].some(({ canary }) => canary)
    for (const [app, state] of apps) {
      const watched = { ...deps, app, state, views }
      const isFailing = await judgeCanary(watched)
        .then(() => isLiveFailing(watched))
        .catch((err: unknown) => {
          log.warn({ err, remote: app }, 'versions not judged, they are judged again')
          return false
        })
      failing.push({ app, version: state.stable.version, isFailing })
    }
    observeFailingVersions(failing)
  }

  const look = (): Promise<void> => {
    running = running
      .then(judgeAll)
      .catch((err: unknown) => log.warn({ err }, 'versions not judged, they are judged again'))
    return running
  }
  const timer = setInterval(() => {
    if (counted.size > 0 || hasCanary || Date.now() - lookedAt >= IDLE_LOOK_MS) void look()
  }, TICK_MS).unref()

  return {
    count(report, network) {
      const { app, version, route } = report
      const key = `${app}@${version} ${route}`
      const known = counted.get(key) ?? { app, version, route, networks: new Map(), vitals: {} }
      counted.set(key, known)
      if (report.kind === 'vital') return addVital(known.vitals, { ...report, pages: 1 })
      const proportion = known.networks.get(network) ?? { views: 0, failures: 0 }
      known.networks.set(network, proportion)
      if (report.kind === 'view') proportion.views += 1
      else proportion.failures += 1
    },
    look,
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
  views: VersionViewsReader
}

async function judgeCanary({ app, state, views, changeLive, rules, log }: WatchedApp): Promise<void> {
  const { canary, stable, history } = state
  if (!canary) return
  const begun = history.find(({ action, version }) => action === 'canary' && version === canary.version)
  const span = { since: new Date(begun?.date ?? 0) }
  const [tried, live] = [
    await views.read(app, canary.version, span),
    await views.read(app, stable.version, span),
  ]
  const regression = findRegression(tried, live, rules.networks)
  if (regression) {
    const reason = `${canary.version}: ${describeRegression(regression, stable.version)}`
    await changeLive(app, (current) => {
      // Another gateway was faster, or the team has decided meanwhile.
      if (current.canary?.version !== canary.version) return current
      return rolledBack(current, actOf(reason), 'automatic rollback')
    })
    log.warn({ remote: app, version: canary.version, reason }, 'canary taken back')
    return
  }
  const stepSince = new Date(canary.stepSince ?? span.since)
  if (!canary.steps || Date.now() - stepSince.getTime() < rules.stepSeconds * 1000) return
  if (!hasEnoughViews(await views.read(app, canary.version, { since: stepSince }), rules.networks)) return
  await changeLive(app, (current) => {
    const isSameStep =
      current.canary?.version === canary.version && current.canary.stepSince === canary.stepSince
    return isSameStep ? steppedUp(current, { by: BY, date: new Date() }) : current
  })
  log.info({ remote: app, version: canary.version }, 'canary stepped up')
}

function hasEnoughViews(views: VersionViews, networks: number): boolean {
  const byNetwork = overAll(views)
  return byNetwork.size >= networks && weigh(byNetwork, networks).views >= STEP_VIEWS
}

/**
 * Compares what is live with how the version before it did on its last day. Within an hour of a deploy or a promote a
 * failing version is rolled back; otherwise a person has to look.
 */
async function isLiveFailing({ app, state, views, changeLive, rules, log }: WatchedApp): Promise<boolean> {
  const { stable, previous, history } = state
  const change = lastChangeOf(history)
  const changedAt = new Date(change?.date ?? 0)
  const isYoung = Date.now() - changedAt.getTime() < HOUR_MS
  const since = isYoung
    ? changedAt
    : new Date(Math.floor((Date.now() - HOUR_MS) / READ_ANEW_MS) * READ_ANEW_MS)
  const [before] = previous
  const tried = await views.read(app, stable.version, { since })
  const live = before
    ? await views.read(app, before.version, {
        since: new Date(changedAt.getTime() - DAY_MS),
        until: changedAt,
      })
    : new Map<string, never>()
  const regression = findRegression(tried, live, rules.networks)
  if (!regression) return false
  const target = change && isYoung ? automaticTarget(state, change) : undefined
  if (!target) return true
  const reason = `${stable.version}: ${describeRegression(regression, before?.version ?? 'nothing before')}`
  try {
    await changeLive(app, (current) => {
      if (current.stable.version !== stable.version) return current
      return rolledBack(current, actOf(reason), 'automatic rollback', target.version)
    })
  } catch (err) {
    if (!(err instanceof InvalidInputError)) throw err
    log.warn(
      { err, remote: app, version: stable.version, reason },
      'live version fails and cannot be taken back',
    )
    return true
  }
  log.warn({ remote: app, version: stable.version, reason }, 'live version taken back')
  return false
}

/** Since when the live version is live, and how it came to be. */
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

/** What a rollback made without anyone leads to: never a version that failed before, and no second step back. */
function automaticTarget(state: AppState, { action }: DeployEntry): PublishedApp | undefined {
  const isOfTeam = action === 'deploy' || action === 'promote'
  if (!isOfTeam || state.previous.length === 0) return undefined
  const target = rollbackTarget(state)
  return state.bad.some(({ version }) => version === target.version) ? undefined : target
}

const actOf = (reason: string): Act => ({ by: BY, date: new Date(), reason })
