import { REMOTE_MANIFEST } from '@offquad/contracts'
import { findVersionProblems, firstFilesOf } from '../site/load-version'
import { pageFilesOf } from '../site/shell-page'
import { type UploadedFile } from '../deploys/uploads'
import { findRouteCollisions } from './route-patterns'
import { overBudget } from './budgets'
import { findExcess } from './entry-size'
import { type CallDirectory, findUnservedCalls } from './served-calls'
import { findSharedPackageConflicts, type ServedVersion, sharedIn } from './shared-packages'
import { findRemovedSlots, findSlotConflicts } from './slots'

/** A version that is about to go live. */
export interface Candidate extends ServedVersion {
  files: UploadedFile[]
}

/**
 * Every reason why the site would not work with a version; empty when it would.
 * @param served every version that any visitor gets: each may end up on a page together with the candidate
 */
export function findProblems(
  candidate: Candidate,
  served: readonly ServedVersion[],
  directory: CallDirectory,
): string[] {
  const { app } = candidate
  // Comparing thousands of routes with those of others would take minutes.
  const excess = findExcess(app)
  if (excess.length > 0) return excess
  const shared = sharedIn(candidate.manifest)
  if (!shared) return [`its ${REMOTE_MANIFEST} is missing or not a federation manifest`]
  const others = othersThan(app.app, served)
  return [
    ...(app.app === 'shell' ? findShellProblems(candidate) : findRemoteProblems(candidate)),
    ...findVersionProblems(app),
    ...findRouteConflicts(candidate, others),
    ...findNavigationProblems(candidate),
    ...findSharedPackageConflicts({ app, shared }, others),
    ...findSlotConflicts(app, others),
    ...findUnservedCalls(app, directory),
    ...overBudget(app, candidate.files),
  ]
}

/**
 * Lists how restoring a previous version would break other apps. The version's own shortcomings are up to its team, who
 * roll back because something worse is live.
 */
export function findBreakages(candidate: ServedVersion, served: readonly ServedVersion[]): string[] {
  const { app } = candidate
  const others = othersThan(app.app, served)
  const shared = sharedIn(candidate.manifest)
  return [
    ...findVersionProblems(app),
    ...findRouteConflicts(candidate, others),
    ...(app.app === 'shell' && shared ? findSharedPackageConflicts({ app, shared }, others) : []),
    ...findRemovedSlots(app, others),
  ]
}

/** Lists how taking an app off the site would break other apps. */
export const findBreakagesOfRetiring = (
  app: ServedVersion['app'],
  served: readonly ServedVersion[],
): string[] =>
  findRemovedSlots(
    { ...app, ...(app.remote && { remote: { ...app.remote, slots: [] } }) },
    othersThan(app.app, served),
  )

/** Without the app's own versions, which the candidate replaces. */
const othersThan = (name: string, served: readonly ServedVersion[]): ServedVersion[] =>
  served.filter(({ app }) => app.app !== name)

const findRouteConflicts = ({ app }: ServedVersion, others: readonly ServedVersion[]): string[] =>
  others.flatMap((version) => findRouteCollisions(app, version.app))

function findNavigationProblems({ app: { remote } }: ServedVersion): string[] {
  const pages = (remote?.routes ?? []).map(({ path }) => path).filter((path) => !path.includes(':'))
  return (remote?.navigation ?? [])
    .filter(({ path }) => !pages.includes(path))
    .map(
      ({ label, path }) =>
        `its menu entry "${label}" links to ${path}, which is not one of its pages without parameters`,
    )
}

function findShellProblems({ files, manifest }: Candidate): string[] {
  const problems = files.some(({ path }) => path === 'index.html')
    ? []
    : ['index.html is not among its files']
  try {
    const { scripts, preloads, styles, font } = pageFilesOf(manifest)
    return [...problems, ...findMisnamed(files, styles, [...scripts, ...preloads, ...(font ? [font] : [])])]
  } catch (error) {
    return [...problems, (error as Error).message]
  }
}

function findRemoteProblems({ app, files, manifest }: Candidate): string[] {
  const problems: string[] = []
  if (`mfe-${app.remote?.name}` !== app.app)
    problems.push(`its remote.json names it "${app.remote?.name}", but it is deployed as ${app.app}`)
  for (const slot of app.remote?.slots ?? [])
    if (!slot.startsWith(`${app.remote?.name}/`))
      problems.push(`it provides ${slot}, but its slots must begin with ${app.remote?.name}/`)
  try {
    const { scripts, styles, pages } = firstFilesOf(manifest)
    problems.push(...findMisnamed(files, styles, [...scripts, ...Object.values(pages).flat()]))
  } catch (error) {
    problems.push(`its manifest ${(error as Error).message}`)
  }
  return problems
}

function findMisnamed(files: UploadedFile[], styles: string[], others: string[]): string[] {
  const uploaded = new Set(files.map(({ path }) => path))
  return [
    ...[...others, ...styles]
      .filter((file) => !uploaded.has(file))
      .map((file) => `its manifest names ${file}, which is not among its files`),
    // Only these are checked as stylesheets.
    ...styles
      .filter((file) => !file.endsWith('.css'))
      .map((file) => `its manifest names ${file} as a stylesheet, which must end in .css`),
  ]
}
