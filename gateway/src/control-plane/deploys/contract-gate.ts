import { type DeployedFile, REMOTE_MANIFEST } from '@offquad/contracts'
import { createRouteTable, findRouteCollisions } from '../registry/route-patterns'
import { findVersionProblems, firstFilesOf } from '../registry/load-version'
import { type CallDirectory, findUnservedCalls } from './served-calls'
import { findSharedPackageConflicts, type ServedVersion, sharedIn } from './shared-packages'
import { findRemovedSlots, findSlotConflicts } from './slots'

/** A version that is to go live. */
export interface Candidate extends ServedVersion {
  files: DeployedFile[]
}

/** JavaScript of an app, brotli, in kilobytes: the shell brings what all share. */
const BUDGETS_KB: Record<string, number> = { shell: 420, 'mfe-admin': 300 }
const BUDGET_KB = 150

/**
 * Every reason why the site would not work with a version; nothing when it would.
 * @param served every version some visitors get: any of them may meet the candidate on a page
 */
export function findProblems(
  candidate: Candidate,
  served: readonly ServedVersion[],
  directory: CallDirectory,
): string[] {
  const { app } = candidate
  const shared = sharedIn(candidate.manifest)
  if (!shared) return [`its ${REMOTE_MANIFEST} is missing or not a federation manifest`]
  const others = othersThan(app.app, served)
  return [
    ...(app.app === 'shell' ? findShellProblems(candidate) : findRemoteProblems(candidate)),
    ...findVersionProblems(app),
    ...findRouteConflicts(candidate, others),
    ...findNavigationProblems(candidate),
    ...findSharedPackageConflicts({ app, shared }, others),
    ...findSlotConflicts(
      app,
      others.map((other) => other.app),
    ),
    ...findUnservedCalls(app, directory),
    ...overBudget(candidate),
  ]
}

/**
 * What pointing at a version that was live before would break for others. What it lacks itself is the team's own
 * affair: they go back because something worse is live.
 */
export function findBreakages(candidate: ServedVersion, served: readonly ServedVersion[]): string[] {
  const { app } = candidate
  const others = othersThan(app.app, served)
  const shared = sharedIn(candidate.manifest)
  return [
    ...findVersionProblems(app),
    ...findRouteConflicts(candidate, others),
    ...(app.app === 'shell' && shared ? findSharedPackageConflicts({ app, shared }, others) : []),
    ...findRemovedSlots(
      app,
      others.map((other) => other.app),
    ),
  ]
}

/** What taking an app off the site would break for others. */
export const findBreakagesOfRetiring = (
  app: ServedVersion['app'],
  served: readonly ServedVersion[],
): string[] =>
  findRemovedSlots(
    { ...app, ...(app.remote && { remote: { ...app.remote, slots: [] } }) },
    othersThan(app.app, served).map((other) => other.app),
  )

/** What an app replaces need not fit it. */
const othersThan = (name: string, served: readonly ServedVersion[]): ServedVersion[] =>
  served.filter(({ app }) => app.app !== name)

function findRouteConflicts({ app }: ServedVersion, others: readonly ServedVersion[]): string[] {
  const collisions = others.flatMap((other) => findRouteCollisions(app, other.app))
  if (collisions.length > 0 || findVersionProblems(app).length > 0) return collisions
  // The pages of visitors are found with the same table.
  try {
    createRouteTable([app], () => undefined)
    return []
  } catch (error) {
    return [`its routes cannot be served: ${(error as Error).message}`]
  }
}

function findNavigationProblems({ app: { remote } }: ServedVersion): string[] {
  const pages = (remote?.routes ?? []).map(({ path }) => path).filter((path) => !path.includes(':'))
  return (remote?.navigation ?? [])
    .filter(({ path }) => !pages.includes(path))
    .map(
      ({ label, path }) =>
        `its menu entry "${label}" leads to ${path}, which is not a page of its own without parameters`,
    )
}

function findShellProblems({ files }: Candidate): string[] {
  return files.some(({ path }) => path === 'index.html') ? [] : ['index.html is not among its files']
}

function findRemoteProblems({ app, files, manifest }: Candidate): string[] {
  const problems: string[] = []
  if (`mfe-${app.remote?.name}` !== app.app)
    problems.push(`its remote.json says it is "${app.remote?.name}", but it is deployed as ${app.app}`)
  for (const slot of app.remote?.slots ?? [])
    if (!slot.startsWith(`${app.remote?.name}/`))
      problems.push(`it provides ${slot}, but its slots begin with ${app.remote?.name}/`)
  try {
    const names = new Set(files.map(({ path }) => path))
    const { scripts, styles } = firstFilesOf(manifest)
    for (const file of [...scripts, ...styles])
      if (!names.has(file)) problems.push(`its manifest names ${file}, which is not among its files`)
  } catch (error) {
    problems.push(`its manifest ${(error as Error).message}`)
  }
  return problems
}

function overBudget({ app: { app }, files }: Candidate): string[] {
  const budget = BUDGETS_KB[app] ?? BUDGET_KB
  const compressed = files.filter(({ path }) => path.endsWith('.js.br'))
  const kilobytes = compressed.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  if (compressed.length === 0) return ['none of its scripts is compressed (.js.br)']
  return kilobytes > budget
    ? [`its JavaScript is ${kilobytes.toFixed(0)} KB (brotli), and the budget of ${app} is ${budget} KB`]
    : []
}
