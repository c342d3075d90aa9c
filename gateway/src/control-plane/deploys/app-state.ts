import { type BadVersion, type Canary, type DeployEntry, type PublishedApp } from '@offquad/contracts'
import { ConflictError, InvalidInputError } from '@offquad/service-kit'
import { publishedOf } from '../registry/registry-file'

/** Everything the gateways share about one app. */
export interface AppState {
  stable: PublishedApp
  canary: Canary | null
  /** Versions a rollback leads back to, the next one first. */
  previous: PublishedApp[]
  /** The version a build beside the gateway last brought. */
  localVersion: string | null
  /** Versions that failed: they are deployed again only on purpose. */
  bad: BadVersion[]
  /** Newest first. */
  history: DeployEntry[]
}

/** Who changes it, when and why. */
export type Act = Pick<DeployEntry, 'by' | 'team' | 'commit' | 'reason'> & { date: Date }

/** What a team has to request explicitly. */
export interface Confirmed {
  /** The version failed before. */
  again?: boolean | undefined
  /** Another version is being tried. */
  replaceCanary?: boolean | undefined
}

const MAX_PREVIOUS = 10
const MAX_HISTORY = 200
const MAX_BAD = 50

const recorded = (
  state: AppState,
  { action, version }: Pick<DeployEntry, 'action' | 'version'>,
  { by, team, commit, date, reason }: Act,
): AppState => {
  const entry: DeployEntry = {
    action,
    version,
    by,
    date: date.toISOString(),
    ...(team && { team }),
    ...(commit && { commit }),
    ...(reason && { reason }),
  }
  return { ...state, history: [entry, ...state.history].slice(0, MAX_HISTORY) }
}

const withStable = (state: AppState, stable: PublishedApp): AppState => ({
  ...state,
  stable,
  canary: null,
  previous: [state.stable, ...state.previous]
    .filter(({ version }) => version !== stable.version)
    .slice(0, MAX_PREVIOUS),
})

const withBad = (state: AppState, version: string, { date, reason }: Act): AppState => ({
  ...state,
  bad: [
    { version, reason: reason ?? 'it was rolled back', date: date.toISOString() },
    ...state.bad.filter((known) => known.version !== version),
  ].slice(0, MAX_BAD),
})

const withoutBad = (state: AppState, version: string): AppState => ({
  ...state,
  bad: state.bad.filter((known) => known.version !== version),
})

/** The first state of an app; one that was retired keeps its history. */
const firstState = (stable: PublishedApp, retired: AppState | undefined): AppState => ({
  stable,
  canary: null,
  previous: [],
  localVersion: null,
  bad: retired?.bad ?? [],
  history: retired?.history ?? [],
})

/**
 * What a build beside the gateway brings: the first version of an app; a later one only when it is forced, because
 * teams may have deployed since.
 */
export function withLocalBuild(
  state: AppState | undefined,
  app: PublishedApp,
  act: Act,
  isForced = false,
): AppState {
  const entry = { action: 'local build' as const, version: app.version }
  if (!state) return recorded({ ...firstState(app, undefined), localVersion: app.version }, entry, act)
  if (!isForced || state.stable.version === app.version) return state
  const next = { ...withoutBad(state, app.version), localVersion: app.version }
  return recorded(withStable(next, app), entry, act)
}

/**
 * The first version of an app, or the next one.
 * @throws ConflictError when the version is live already, failed before, or another one is being tried
 */
export function deployed(
  state: AppState | undefined,
  app: PublishedApp,
  act: Act,
  { again, replaceCanary, retired }: Confirmed & { retired?: AppState | undefined } = {},
): AppState {
  const entry = { action: 'deploy' as const, version: app.version }
  if (!state) {
    if (retired) throwIfBad(retired, app, again)
    return recorded(withoutBad(firstState(app, retired), app.version), entry, act)
  }
  throwIfLive(state, app)
  throwIfBad(state, app, again)
  if (state.canary && !replaceCanary) throw canaryRunning(state.canary)
  return recorded(withStable(withoutBad(state, app.version), app), entry, act)
}

/** @throws ConflictError when the version is live already, failed before, or another one is being tried */
export function withCanary(state: AppState, canary: Canary, act: Act, confirmed: Confirmed = {}): AppState {
  throwIfLive(state, canary)
  throwIfBad(state, canary, confirmed.again)
  if (state.canary && state.canary.version !== canary.version && !confirmed.replaceCanary)
    throw canaryRunning(state.canary)
  const reason = act.reason ?? `${canary.percent} % of visitors`
  const tried = {
    ...withoutBad(state, canary.version),
    canary: { ...canary, stepSince: act.date.toISOString() },
  }
  return recorded(tried, { action: 'canary', version: canary.version }, { ...act, reason })
}

/** The canary at its next step; a step of 100 promotes it. Without a next step, or without a canary, the same state. */
export function steppedUp(state: AppState, act: Act): AppState {
  const { canary } = state
  const next = canary?.steps?.find((step) => step > canary.percent)
  if (!canary || next === undefined) return state
  if (next >= 100) return promoted(state, act)
  const reason = act.reason ?? `${next} % of visitors`
  const stepped = { ...state, canary: { ...canary, percent: next, stepSince: act.date.toISOString() } }
  return recorded(stepped, { action: 'canary step', version: canary.version }, { ...act, reason })
}

/**
 * @param version the canary that is meant; absent: the one that runs
 * @throws ConflictError when nothing is being tried, or another version is
 */
export function promoted(state: AppState, act: Act, version?: string): AppState {
  if (!state.canary)
    throw new ConflictError('no-canary', 'Nothing is being tried: there is nothing to promote.')
  if (version !== undefined && version !== state.canary.version)
    throw new ConflictError('other-canary', `${state.canary.version} is being tried, not ${version}.`)
  const app = publishedOf(state.canary)
  return recorded(withStable(state, app), { action: 'promote', version: app.version }, act)
}

/**
 * Without its canary, or, where there is none or `to` names another version, back at a version before. What is taken
 * back counts as bad.
 * @param to one of `previous`; absent: the newest of them that is not bad
 * @throws ConflictError when there is none, InvalidInputError when `to` is not one of them
 */
export function rolledBack(
  state: AppState,
  act: Act,
  action: 'rollback' | 'automatic rollback' = 'rollback',
  to?: string,
): AppState {
  const { canary, stable } = state
  if (canary && (to === undefined || to === stable.version)) {
    const reason = act.reason ?? `${canary.version} was tried`
    const without = withBad({ ...state, canary: null }, canary.version, { ...act, reason })
    return recorded(without, { action, version: stable.version }, { ...act, reason })
  }
  const target = rollbackTarget(state, to)
  const reason = act.reason ?? `${stable.version} was live`
  const back: AppState = {
    ...state,
    stable: target,
    canary: null,
    previous: state.previous.slice(state.previous.indexOf(target) + 1),
  }
  const marked = [stable, ...(canary ? [canary] : [])].reduce(
    (next, { version }) => withBad(next, version, { ...act, reason }),
    withoutBad(back, target.version),
  )
  return recorded(marked, { action, version: target.version }, { ...act, reason })
}

/**
 * Where a rollback leads that has no canary to take back.
 * @throws ConflictError when there is nothing before, InvalidInputError when `to` is not one of `previous`
 */
export function rollbackTarget({ previous, bad, stable }: AppState, to?: string): PublishedApp {
  if (to === undefined) {
    const isBad = (version: string) => bad.some((known) => known.version === version)
    const target = previous.find(({ version }) => !isBad(version)) ?? previous[0]
    if (!target)
      throw new ConflictError('nothing-before', 'There is no version before this one to go back to.')
    return target
  }
  if (to === stable.version) throw new ConflictError('live-already', `${to} is live already.`)
  const target = previous.find(({ version }) => version === to)
  if (target) return target
  const known = previous.map(({ version }) => version).join(', ') || 'none'
  throw new InvalidInputError('not-previous', `${to} is not a version a rollback leads to (${known}).`)
}

/** The state an app had before a version that no gateway could serve, with what happened in its history. */
export function withdrawn(state: AppState, before: AppState, version: string, act: Act): AppState {
  const restored: AppState = {
    ...state,
    stable: before.stable,
    canary: before.canary,
    previous: before.previous,
  }
  const entry = { action: 'not served' as const, version: before.stable.version }
  return recorded(withBad(restored, version, act), entry, act)
}

/** An app that is taken off the site: what is kept of it if it comes back. */
export function retired(state: AppState, act: Act, action: 'retire' | 'not served' = 'retire'): AppState {
  const without = { ...state, canary: null, previous: [] }
  return recorded(without, { action, version: state.stable.version }, act)
}

/** Marks a version as bad that is not live any more. */
export const markedBad = withBad

function throwIfLive({ stable }: AppState, { version }: PublishedApp): void {
  if (stable.version === version) throw new ConflictError('live-already', `${version} is live already.`)
}

function throwIfBad({ bad }: AppState, { version }: PublishedApp, again: boolean | undefined): void {
  const known = bad.find((one) => one.version === version)
  if (!known || again) return
  throw new ConflictError(
    'rolled-back',
    `${version} was taken back on ${known.date.slice(0, 10)} (${known.reason}): deploy another version, or this one with --again.`,
  )
}

const canaryRunning = ({ version }: Canary) =>
  new ConflictError(
    'canary-running',
    `${version} is being tried: promote it or roll it back first, or replace it with --replace-canary.`,
  )

/** The versions some visitors got at any time since then: tabs that began with them may still request their files. */
export function versionsServedSince({ history }: Pick<AppState, 'history'>, since: Date): Set<string> {
  const served = new Set<string>()
  const add = (...versions: (string | undefined)[]) => versions.forEach((one) => one && served.add(one))
  let stable: string | undefined
  let canary: string | undefined
  for (const { action, version, date } of history.toReversed()) {
    // Until this moment they were served.
    if (new Date(date) >= since) add(stable, canary)
    const isOfCanary = action === 'canary' || action === 'canary step'
    if (action === 'retire') stable = undefined
    else if (!isOfCanary) stable = version
    canary = isOfCanary ? version : undefined
  }
  add(stable, canary)
  return served
}
