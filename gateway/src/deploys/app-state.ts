import { type Canary, type DeployEntry, type PublishedApp } from '@offquad/contracts'
import { ConflictError } from '@offquad/service-kit'
import { publishedOf } from '../remotes/published-app'

/** Everything the gateways share about one app. */
export interface AppState {
  stable: PublishedApp
  canary: Canary | null
  /** What rollbacks lead back to, the next one first. */
  previous: PublishedApp[]
  /** The version a build beside the gateway last brought; the same one again changes nothing. */
  localVersion: string | null
  /** Newest first. */
  history: DeployEntry[]
}

/** Who does it, when and why. */
export type Act = Pick<DeployEntry, 'by' | 'reason'> & { date: Date }

const KEPT_STEPS = 10
const KEPT_HISTORY = 200

const noted = (
  state: AppState,
  { action, version }: Pick<DeployEntry, 'action' | 'version'>,
  { by, date, reason }: Act,
): AppState => ({
  ...state,
  history: [
    { action, version, by, date: date.toISOString(), ...(reason && { reason }) },
    ...state.history,
  ].slice(0, KEPT_HISTORY),
})

const withStable = (state: AppState, stable: PublishedApp): AppState => ({
  ...state,
  stable,
  canary: null,
  previous: [state.stable, ...state.previous]
    .filter(({ version }) => version !== stable.version)
    .slice(0, KEPT_STEPS),
})

const nothingBefore = (stable: PublishedApp): AppState => ({
  ...{ stable, canary: null, previous: [], localVersion: null, history: [] },
})

/** What a build beside the gateway brings: the first version of an app, or the next one. */
export function withLocalBuild(state: AppState | undefined, app: PublishedApp, act: Act): AppState {
  const entry = { action: 'local build' as const, version: app.version }
  if (!state) return noted({ ...nothingBefore(app), localVersion: app.version }, entry, act)
  if (state.localVersion === app.version) return state
  const next = { ...state, localVersion: app.version }
  return state.stable.version === app.version ? next : noted(withStable(next, app), entry, act)
}

/** The first version of an app, or the next one. @throws ConflictError when the version is live already */
export function deployed(state: AppState | undefined, app: PublishedApp, act: Act): AppState {
  if (state) refuseLive(state, app)
  const next = state ? withStable(state, app) : nothingBefore(app)
  return noted(next, { action: 'deploy', version: app.version }, act)
}

/** @throws ConflictError when the version is live already, or another one is being tried */
export function withCanary(state: AppState, canary: Canary, act: Act): AppState {
  refuseLive(state, canary)
  if (state.canary && state.canary.version !== canary.version)
    throw new ConflictError(
      'canary-running',
      `${state.canary.version} is being tried: promote it or roll it back first.`,
    )
  const reason = act.reason ?? `${canary.percent} % of visitors`
  return noted({ ...state, canary }, { action: 'canary', version: canary.version }, { ...act, reason })
}

/** @throws ConflictError when nothing is being tried */
export function promoted(state: AppState, act: Act): AppState {
  if (!state.canary)
    throw new ConflictError('no-canary', 'Nothing is being tried: there is nothing to promote.')
  const app = publishedOf(state.canary)
  return noted(withStable(state, app), { action: 'promote', version: app.version }, act)
}

/** Without its canary, or, where there is none, back at the version before. @throws ConflictError when there is none */
export function rolledBack(state: AppState, act: Act, action: DeployEntry['action'] = 'rollback'): AppState {
  if (state.canary) {
    const reason = act.reason ?? `${state.canary.version} was tried`
    return noted({ ...state, canary: null }, { action, version: state.stable.version }, { ...act, reason })
  }
  const [before, ...older] = state.previous
  if (!before) throw new ConflictError('nothing-before', 'There is no version before this one to go back to.')
  const reason = act.reason ?? `${state.stable.version} was live`
  return noted(
    { ...state, stable: before, previous: older },
    { action, version: before.version },
    { ...act, reason },
  )
}

function refuseLive({ stable }: AppState, { version }: PublishedApp): void {
  if (stable.version === version) throw new ConflictError('live-already', `${version} is live already.`)
}

/** The versions some visitors got at any time since then: tabs that began with them may still ask for their files. */
export function versionsServedSince({ history }: Pick<AppState, 'history'>, since: Date): Set<string> {
  const served = new Set<string>()
  const add = (...versions: (string | undefined)[]) => versions.forEach((one) => one && served.add(one))
  let stable: string | undefined
  let canary: string | undefined
  for (const { action, version, date } of history.toReversed()) {
    // Until this moment they were served.
    if (new Date(date) >= since) add(stable, canary)
    const isOfCanary = action === 'canary'
    stable = isOfCanary ? stable : version
    canary = isOfCanary ? version : undefined
  }
  add(stable, canary)
  return served
}
