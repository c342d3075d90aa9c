import { type BadVersion, type Canary, type DeployEntry, type PublishedApp } from '@offquad/contracts'
import { ConflictError, InvalidInputError } from '@offquad/service-kit'
import { parse } from 'semver'
import { publishedOf } from '../site/registry-file'

/** The state of one app, shared by all gateways. */
export interface AppState {
  stable: PublishedApp
  canary: Canary | null
  /** Versions from before the one that is live, most recent first: a rollback leads to the first that is not bad. */
  previous: PublishedApp[]
  /** Versions that were left for an earlier one: only naming them leads there. */
  setAside: PublishedApp[]
  /** Versions that failed: they are deployed again only with `again`. */
  bad: BadVersion[]
  /** Newest first. */
  history: DeployEntry[]
}

/** The author, date and reason of a change. */
export type AuditEntry = Omit<DeployEntry, 'action' | 'version' | 'date'> & { date: Date }

/** Deploys that a team has to confirm explicitly. */
export interface DeployConfirmations {
  /** Deploy a version that failed before, or is older than the one that is live. */
  again?: boolean | undefined
  /** Replace a running canary of another version. */
  replaceCanary?: boolean | undefined
}

/** How many versions are kept on either side of the one that is live. */
const MAX_KEPT = 10
const MAX_HISTORY = 200
const MAX_BAD = 50

const recorded = (
  state: AppState,
  { action, version }: Pick<DeployEntry, 'action' | 'version'>,
  { date, ...audit }: AuditEntry,
): AppState => {
  const entry: DeployEntry = { action, version, ...audit, date: date.toISOString() }
  return { ...state, history: [entry, ...state.history].slice(0, MAX_HISTORY) }
}

const withStable = (state: AppState, stable: PublishedApp): AppState => ({
  ...state,
  stable,
  canary: null,
  previous: kept([state.stable, ...state.previous], stable),
  setAside: kept(state.setAside, stable),
})

const kept = (versions: PublishedApp[], live: PublishedApp): PublishedApp[] =>
  versions.filter(({ version }) => version !== live.version).slice(0, MAX_KEPT)

const markedBad = (state: AppState, version: string, { date, reason, adminId }: AuditEntry): AppState => ({
  ...state,
  bad: [
    {
      version,
      reason: reason ?? 'it was rolled back',
      date: date.toISOString(),
      ...(adminId !== undefined && { adminId }),
    },
    ...state.bad.filter((bad) => bad.version !== version),
  ].slice(0, MAX_BAD),
})

const withoutBad = (state: AppState, version: string): AppState => ({
  ...state,
  bad: state.bad.filter((bad) => bad.version !== version),
})

/** The initial state of an app; an app that was retired keeps its history. */
const firstState = (stable: PublishedApp, retired: AppState | undefined): AppState => ({
  stable,
  canary: null,
  previous: [],
  setAside: [],
  bad: retired?.bad ?? [],
  history: retired?.history ?? [],
})

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
    if (retired && !again) throwIfBad(retired, app)
    return recorded(withoutBad(firstState(app, retired), app.version), entry, audit)
  }
  throwIfLive(state, app)
  throwIfLeft(state, app, again)
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
  throwIfLeft(state, canary, confirmed.again)
  if (state.canary && state.canary.version !== canary.version && !confirmed.replaceCanary)
    throw canaryRunning(state.canary)
  const reason = audit.reason ?? `${canary.percent} % of visitors`
  const next = {
    ...withoutBad(state, canary.version),
    canary: { ...canary, stepSince: audit.date.toISOString() },
  }
  return recorded(next, { action: 'canary', version: canary.version }, { ...audit, reason })
}

/** @throws ConflictError when no canary is running, or one of another version is */
function runningCanary({ canary }: AppState, version?: string): Canary {
  if (!canary) throw new ConflictError('no-canary', 'No canary is running. A preview goes live with deploy.')
  if (version !== undefined && version !== canary.version)
    throw new ConflictError('other-canary', `The running canary is ${canary.version}, not ${version}.`)
  return canary
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
  const app = publishedOf(runningCanary(state, version))
  return recorded(withStable(state, app), { action: 'promote', version: app.version }, audit)
}

/**
 * Removes the canary, or, if there is none or `to` names another version, makes a version live that was live before. The
 * version taken back is marked as bad, unless `to` names a version and no reason calls the one that was live bad.
 * @param to absent: the newest of `previous` that is not bad
 * @throws ConflictError when there is none, InvalidInputError when `to` is not stored
 */
export function rolledBack(
  state: AppState,
  audit: AuditEntry,
  action: 'rollback' | 'automatic rollback' = 'rollback',
  to?: string,
): AppState {
  const { canary, stable, previous } = state
  if (canary && (to === undefined || to === stable.version)) {
    const reason = audit.reason ?? `${canary.version} was a canary`
    const left = { ...state, canary: null, setAside: kept([publishedOf(canary), ...state.setAside], stable) }
    const without = markedBad(left, canary.version, { ...audit, reason })
    return recorded(without, { action, version: stable.version }, { ...audit, reason })
  }
  const target = rollbackTarget(state, to)
  const reason = audit.reason ?? `${stable.version} was live`
  const place = previous.indexOf(target)
  const entry = { action, version: target.version }
  if (place < 0)
    return recorded(withStable(withoutBad(state, target.version), target), entry, { ...audit, reason })
  const back = backTo(state, target)
  const isCalledBad = to === undefined || audit.reason !== undefined
  const marked = isCalledBad ? markedBad(back, stable.version, { ...audit, reason }) : back
  return recorded(marked, entry, { ...audit, reason })
}

/** @param target the live version, or one of `previous` */
function backTo(state: AppState, target: PublishedApp): AppState {
  const { canary, stable, previous, setAside } = state
  const place = previous.indexOf(target)
  const left = [...(canary ? [publishedOf(canary)] : []), stable, ...previous.slice(0, Math.max(place, 0))]
  return {
    ...withoutBad(state, target.version),
    stable: target,
    canary: null,
    previous: previous.slice(place + 1),
    setAside: kept([...left, ...setAside], target),
  }
}

/** Versions that a remote can return to with the shell: the live one without its canary, then earlier ones. */
export const earlierOf = (state: AppState): PublishedApp[] => [
  state.stable,
  ...state.previous.filter(({ version }) => !badVersionOf(state, version)),
]

/** Takes a remote back together with the shell; this does not mark its live version as bad. */
export const takenAlong = (state: AppState, target: PublishedApp, audit: AuditEntry): AppState =>
  recorded(backTo(state, target), { action: 'rollback', version: target.version }, audit)

/**
 * The version that a rollback without a canary makes live.
 * @throws ConflictError when there is no previous version, InvalidInputError when `to` is not stored
 */
export function rollbackTarget(state: AppState, to?: string): PublishedApp {
  const { stable } = state
  if (to === undefined) {
    const target = defaultTarget(state)
    if (!target) throw new ConflictError('nothing-before', 'There is no previous version to roll back to.')
    return target
  }
  if (to === stable.version) throw new ConflictError('live-already', `${to} is live already.`)
  const stored = storedVersions(state)
  const target = stored.find(({ version }) => version === to)
  if (target) return target
  const available = stored.map(({ version }) => version).join(', ') || 'none'
  throw new InvalidInputError(
    'not-previous',
    `${to} is not a version that can be made live again. Available: ${available}.`,
  )
}

/** The versions that visitors do not get any more and that can be made live again. */
export const storedVersions = ({ previous, setAside }: AppState): PublishedApp[] => [...previous, ...setAside]

export const defaultTarget = (state: AppState): PublishedApp | undefined =>
  state.previous.find(({ version }) => !badVersionOf(state, version)) ?? state.previous[0]

/** The versions that can be made live again, those that a rollback leads to first; bad ones are listed as such. */
export const listedVersions = (state: AppState): string[] => [
  ...state.previous.map(({ version }) => version),
  ...state.setAside.map(({ version }) => version).filter((version) => !badVersionOf(state, version)),
]

/** Records that lost files of the live version were uploaded again. */
export const restored = (state: AppState, audit: AuditEntry): AppState =>
  recorded(
    state,
    { action: 'deploy', version: state.stable.version },
    { ...audit, reason: audit.reason ?? 'some of its files were lost' },
  )

/** The state to retain of an app that is taken off the site, in case it is deployed again. */
export function retired(state: AppState, audit: AuditEntry): AppState {
  const without = { ...state, canary: null, previous: [], setAside: [] }
  return recorded(without, { action: 'retire', version: state.stable.version }, audit)
}

/** @throws ConflictError when visitors get the version, InvalidInputError when it is not stored */
export function calledBad(state: AppState, version: string, audit: AuditEntry): AppState {
  const { stable, canary } = state
  if ([stable.version, canary?.version].includes(version))
    throw new ConflictError('is-served', `Visitors get ${version}: roll it back instead.`)
  if (!storedVersions(state).some((stored) => stored.version === version))
    throw new InvalidInputError('not-previous', `${version} is not a stored version.`)
  return markedBad(state, version, audit)
}

/**
 * Keeps the canary at its share.
 * @throws ConflictError when no canary is running, or one of another version is
 */
export function paused(state: AppState, version: string, audit: AuditEntry): AppState {
  const { steps, ...canary } = runningCanary(state, version)
  if (!steps) return state
  const reason = [`stays at ${canary.percent} % of visitors`, audit.reason].filter(Boolean).join(': ')
  return recorded({ ...state, canary }, { action: 'canary step', version }, { ...audit, reason })
}

function throwIfLive({ stable }: AppState, { version }: PublishedApp): void {
  if (stable.version === version) throw new ConflictError('live-already', `${version} is live already.`)
}

const badVersionOf = ({ bad }: AppState, version: string) => bad.find((entry) => entry.version === version)

function throwIfBad(state: AppState, { version }: PublishedApp): void {
  const bad = badVersionOf(state, version)
  if (!bad) return
  throw new ConflictError(
    'rolled-back',
    `${version} was rolled back on ${bad.date.slice(0, 10)} (${bad.reason}): deploy another version, or this one with --again.`,
  )
}

/** A branch that is behind would take the site back by mistake. */
function throwIfLeft(state: AppState, app: PublishedApp, again: boolean | undefined): void {
  if (again) return
  throwIfBad(state, app)
  const { stable } = state
  const wasLive = storedVersions(state).some(({ version }) => version === app.version)
  if (wasLive || isOlder(app.version, stable.version))
    throw new ConflictError(
      'older-version',
      `${app.version} is older than ${stable.version}, which is live: deploy a newer one, or this one with --again.`,
    )
}

/** Compares major, minor and patch: the rest of a version is a hash, which has no order. */
function isOlder(version: string, live: string): boolean {
  const [candidate, current] = [parse(version), parse(live)]
  return candidate !== null && current !== null && candidate.compareMain(current) < 0
}

const canaryRunning = ({ version }: Canary) =>
  new ConflictError(
    'canary-running',
    `A canary of ${version} is running: promote it or roll it back first, or replace it with --replace-canary.`,
  )

/** The versions served to any visitor since then: tabs opened with them may still request their files. */
export function versionsServedSince({ history }: Pick<AppState, 'history'>, since: Date): Set<string> {
  const served = new Set<string>()
  const add = (...versions: (string | undefined)[]) =>
    versions.forEach((version) => version && served.add(version))
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
