import { type BadVersion, type Canary, type DeployEntry, type PublishedApp } from '@offquad/contracts'
import { ConflictError, InvalidInputError } from '@offquad/service-kit'
import { publishedOf } from '../registry/registry-file'

/** The state of one app, shared by all gateways. */
export interface AppState {
  stable: PublishedApp
  canary: Canary | null
  /** Versions that can be rolled back to, most recent first. */
  previous: PublishedApp[]
  /** The version that a local build last contributed. */
  localVersion: string | null
  /** Versions that failed: they are deployed again only with `again`. */
  bad: BadVersion[]
  /** Newest first. */
  history: DeployEntry[]
}

/** Who makes a change, when and why. */
export type AuditEntry = Pick<DeployEntry, 'by' | 'team' | 'commit' | 'reason'> & { date: Date }

/** Deploys that a team has to confirm explicitly. */
export interface DeployConfirmations {
  /** Deploy a version that failed before. */
  again?: boolean | undefined
  /** Replace a running canary of another version. */
  replaceCanary?: boolean | undefined
}

const MAX_PREVIOUS = 10
const MAX_HISTORY = 200
const MAX_BAD = 50

const recorded = (
  state: AppState,
  { action, version }: Pick<DeployEntry, 'action' | 'version'>,
  { by, team, commit, date, reason }: AuditEntry,
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

const withBad = (state: AppState, version: string, { date, reason }: AuditEntry): AppState => ({
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

/** The initial state of an app; an app that was retired keeps its history. */
const firstState = (stable: PublishedApp, retired: AppState | undefined): AppState => ({
  stable,
  canary: null,
  previous: [],
  localVersion: null,
  bad: retired?.bad ?? [],
  history: retired?.history ?? [],
})

/**
 * Takes over a version that was built into the gateway's own folder: the first version of an app, or, when forced, a later
 * one, because teams may have deployed since.
 */
export function withLocalBuild(
  state: AppState | undefined,
  app: PublishedApp,
  audit: AuditEntry,
  isForced = false,
): AppState {
  const entry = { action: 'local build' as const, version: app.version }
  if (!state) return recorded({ ...firstState(app, undefined), localVersion: app.version }, entry, audit)
  if (!isForced || state.stable.version === app.version) return state
  const next = { ...withoutBad(state, app.version), localVersion: app.version }
  return recorded(withStable(next, app), entry, audit)
}

/**
 * Makes a version of an app live for everyone.
 * @throws ConflictError when the version is live already, failed before, or a canary of another version is running
 */
export function deployed(
  state: AppState | undefined,
  app: PublishedApp,
  audit: AuditEntry,
  { again, replaceCanary, retired }: DeployConfirmations & { retired?: AppState | undefined } = {},
): AppState {
  const entry = { action: 'deploy' as const, version: app.version }
  if (!state) {
    if (retired) throwIfBad(retired, app, again)
    return recorded(withoutBad(firstState(app, retired), app.version), entry, audit)
  }
  throwIfLive(state, app)
  throwIfBad(state, app, again)
  if (state.canary && !replaceCanary) throw canaryRunning(state.canary)
  return recorded(withStable(withoutBad(state, app.version), app), entry, audit)
}

/** @throws ConflictError when the version is live already, failed before, or a canary of another version is running */
export function withCanary(
  state: AppState,
  canary: Canary,
  audit: AuditEntry,
  confirmed: DeployConfirmations = {},
): AppState {
  throwIfLive(state, canary)
  throwIfBad(state, canary, confirmed.again)
  if (state.canary && state.canary.version !== canary.version && !confirmed.replaceCanary)
    throw canaryRunning(state.canary)
  const reason = audit.reason ?? `${canary.percent} % of visitors`
  const next = {
    ...withoutBad(state, canary.version),
    canary: { ...canary, stepSince: audit.date.toISOString() },
  }
  return recorded(next, { action: 'canary', version: canary.version }, { ...audit, reason })
}

/** Moves the canary to its next step; a step of 100 promotes it. Without a canary or a next step the state is unchanged. */
export function steppedUp(state: AppState, audit: AuditEntry): AppState {
  const { canary } = state
  const next = canary?.steps?.find((step) => step > canary.percent)
  if (!canary || next === undefined) return state
  if (next >= 100) return promoted(state, audit)
  const reason = audit.reason ?? `${next} % of visitors`
  const stepped = { ...state, canary: { ...canary, percent: next, stepSince: audit.date.toISOString() } }
  return recorded(stepped, { action: 'canary step', version: canary.version }, { ...audit, reason })
}

/**
 * @param version the canary to promote; absent: the one that is running
 * @throws ConflictError when no canary is running, or one of another version is
 */
export function promoted(state: AppState, audit: AuditEntry, version?: string): AppState {
  if (!state.canary)
    throw new ConflictError('no-canary', 'No canary is running, so there is nothing to promote.')
  if (version !== undefined && version !== state.canary.version)
    throw new ConflictError('other-canary', `The running canary is ${state.canary.version}, not ${version}.`)
  const app = publishedOf(state.canary)
  return recorded(withStable(state, app), { action: 'promote', version: app.version }, audit)
}

/**
 * Removes the canary, or, if there is none or `to` names another version, restores a previous version. The version that is
 * rolled back is marked as bad.
 * @param to one of `previous`; absent: the newest of them that is not bad
 * @throws ConflictError when there is none, InvalidInputError when `to` is not one of them
 */
export function rolledBack(
  state: AppState,
  audit: AuditEntry,
  action: 'rollback' | 'automatic rollback' = 'rollback',
  to?: string,
): AppState {
  const { canary, stable } = state
  if (canary && (to === undefined || to === stable.version)) {
    const reason = audit.reason ?? `${canary.version} was a canary`
    const without = withBad({ ...state, canary: null }, canary.version, { ...audit, reason })
    return recorded(without, { action, version: stable.version }, { ...audit, reason })
  }
  const target = rollbackTarget(state, to)
  const reason = audit.reason ?? `${stable.version} was live`
  const back: AppState = {
    ...state,
    stable: target,
    canary: null,
    previous: state.previous.slice(state.previous.indexOf(target) + 1),
  }
  const marked = [stable, ...(canary ? [canary] : [])].reduce(
    (next, { version }) => withBad(next, version, { ...audit, reason }),
    withoutBad(back, target.version),
  )
  return recorded(marked, { action, version: target.version }, { ...audit, reason })
}

/**
 * The version that a rollback without a canary restores.
 * @throws ConflictError when there is no previous version, InvalidInputError when `to` is not one of `previous`
 */
export function rollbackTarget({ previous, bad, stable }: AppState, to?: string): PublishedApp {
  if (to === undefined) {
    const isBad = (version: string) => bad.some((known) => known.version === version)
    const target = previous.find(({ version }) => !isBad(version)) ?? previous[0]
    if (!target) throw new ConflictError('nothing-before', 'There is no previous version to roll back to.')
    return target
  }
  if (to === stable.version) throw new ConflictError('live-already', `${to} is live already.`)
  const target = previous.find(({ version }) => version === to)
  if (target) return target
  const known = previous.map(({ version }) => version).join(', ') || 'none'
  throw new InvalidInputError(
    'not-previous',
    `${to} is not a version that can be rolled back to. Available: ${known}.`,
  )
}

/** Restores the state before a version that could not be served, and records that in the history. */
export function withdrawn(state: AppState, before: AppState, version: string, audit: AuditEntry): AppState {
  const restored: AppState = {
    ...state,
    stable: before.stable,
    canary: before.canary,
    previous: before.previous,
  }
  const entry = { action: 'not served' as const, version: before.stable.version }
  return recorded(withBad(restored, version, audit), entry, audit)
}

/** The state to retain of an app that is taken off the site, in case it is deployed again. */
export function retired(
  state: AppState,
  audit: AuditEntry,
  action: 'retire' | 'not served' = 'retire',
): AppState {
  const without = { ...state, canary: null, previous: [] }
  return recorded(without, { action, version: state.stable.version }, audit)
}

/** Marks a version that is no longer live as bad. */
export const markedBad = withBad

function throwIfLive({ stable }: AppState, { version }: PublishedApp): void {
  if (stable.version === version) throw new ConflictError('live-already', `${version} is live already.`)
}

function throwIfBad({ bad }: AppState, { version }: PublishedApp, again: boolean | undefined): void {
  const known = bad.find((one) => one.version === version)
  if (!known || again) return
  throw new ConflictError(
    'rolled-back',
    `${version} was rolled back on ${known.date.slice(0, 10)} (${known.reason}): deploy another version, or this one with --again.`,
  )
}

const canaryRunning = ({ version }: Canary) =>
  new ConflictError(
    'canary-running',
    `A canary of ${version} is running: promote it or roll it back first, or replace it with --replace-canary.`,
  )

/** The versions served to any visitor since then: tabs opened with them may still request their files. */
export function versionsServedSince({ history }: Pick<AppState, 'history'>, since: Date): Set<string> {
  const served = new Set<string>()
  const add = (...versions: (string | undefined)[]) => versions.forEach((one) => one && served.add(one))
  let stable: string | undefined
  let canary: string | undefined
  for (const { action, version, date } of history.toReversed()) {
    // Both were served until this entry.
    if (new Date(date) >= since) add(stable, canary)
    const isOfCanary = action === 'canary' || action === 'canary step'
    if (action === 'retire') stable = undefined
    else if (!isOfCanary) stable = version
    canary = isOfCanary ? version : undefined
  }
  add(stable, canary)
  return served
}
