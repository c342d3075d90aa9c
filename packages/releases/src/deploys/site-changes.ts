import { randomUUID } from 'node:crypto'
import { type DeployedFile, type PublishedApp, type RemoteDescriptor, versionsOf } from '@offquad/contracts'
import { ConflictError, InvalidInputError, NotFoundError } from '@offquad/service-kit'
import { type Candidate, findBreakages, findBreakagesOfRetiring, findProblems } from '../gate/find-problems'
import { type CallDirectory } from '../gate/served-calls'
import { findSharedPackageConflicts, type ServedVersion, sharedIn } from '../gate/shared-packages'
import { findUnscopedStyles } from '../gate/unscoped-styles'
import { loadVersion, readManifest } from '../site/load-version'
import { findLostFile } from '../site/lost-files'
import { publishedOf } from '../site/registry-file'
import {
  type AuditEntry,
  type AppState,
  type DeployConfirmations,
  deployed,
  earlierOf,
  promoted,
  restored,
  retired,
  rolledBack,
  storedVersions,
  takenAlong,
  withCanary,
} from './app-state'
import {
  activePreviews,
  liveOf,
  servedVersionsOf,
  shownWithPreview,
  type SiteState,
  withApp,
  withPreview,
  withRetired,
} from './site-state'
import { type SiteStateRepository } from './site-state.repository'
import { type Uploads } from './uploads'

interface ChangeDeps {
  states: SiteStateRepository
  uploads: Uploads
  /** Has every gateway apply the shared state; resolves when this one has. */
  push(): Promise<void>
  /** The versions that this gateway serves because it cannot serve what is live: visitors get these, too. */
  servedInstead(): PublishedApp[]
  calls: CallDirectory
}

export interface DeployRequest extends DeployConfirmations {
  app: string
  version: string
  files: DeployedFile[]
  remote?: RemoteDescriptor
  uses?: string[]
  calls?: string[]
  /** Percentage of visitors; absent: all */
  canary?: number
  /** Percentages that the canary steps through automatically, instead of `canary`. */
  steps?: number[]
  preview?: boolean
  /** Token of the preview that is to show this one as well. */
  previewWith?: string
}

export interface RollbackTarget {
  /** One of the stored versions; absent: the canary is removed or, without one, the newest previous version restored. */
  to?: string | undefined
  /** Takes remotes back that do not fit the earlier shell. */
  withRemotes?: boolean | undefined
  dryRun?: boolean | undefined
}

export type SiteChanges = ReturnType<typeof createSiteChanges>

/**
 * Changes to what is live. Each is validated against the site it would result in, and written only if that site has not
 * changed in the meantime.
 */
export function createSiteChanges(deps: ChangeDeps) {
  const { states, uploads, push, servedInstead } = deps

  /**
   * Changes an app that is live; returning the same state changes nothing.
   * @throws InvalidInputError when the new live version would break other apps
   */
  const changeLive = (
    name: string,
    change: (state: AppState) => AppState,
    dryRun?: boolean,
  ): Promise<SiteState> =>
    changeSite(async (current) => {
      const state = appIn(current, name)
      const changed = change(state)
      if (changed === state) return current
      const next = withApp(current, name, changed)
      const breakages = await findNewBreakages(deps, current, next)
      if (breakages.length > 0) throw wouldBreak(switchingTo(changed.stable), breakages)
      return next
    }, dryRun)

  /** @param dryRun nothing is written */
  async function changeSite(
    change: (current: SiteState) => Promise<SiteState>,
    dryRun = false,
  ): Promise<SiteState> {
    if (dryRun) return change(await states.readSite())
    const site = await states.changeSite(change)
    await push()
    return site
  }

  return {
    changeLive,

    /**
     * Makes a version live for everyone or as a canary, or previews it. Checks its files and the site it would result in, then
     * publishes the files, and only then points to them.
     * @throws InvalidInputError with every reason why it is incompatible
     */
    async deploy(request: DeployRequest, audit: AuditEntry): Promise<SiteState> {
      const { app: name, version, files } = request
      const app = publishedOf({ ...request, baseUrl: `/mf/${name}/${version}/` })
      const steps = canarySteps(request)
      const isRestored = await uploads.restore(app, files)
      const uploaded = await uploads.check(app, files)
      return changeSite(async (current) => {
        const next = request.preview
          ? withPreview(current, app, audit.date, linkOf(request, current, audit.date))
          : deployedTo(current, { app, request, steps, audit, isRestored })
        const beside = request.preview
          ? shownWithPreview(next, app, audit.date)
          : [...servedVersionsOf(current), ...servedInstead()]
        await throwIfIncompatible(deps, beside, { app, files: uploaded })
        await uploads.publish(app, files)
        return next
      })
    },

    /** @throws ConflictError when no canary or another one is running, InvalidInputError when it would break other apps */
    promote: (
      name: string,
      audit: AuditEntry,
      { version, dryRun }: { version?: string | undefined; dryRun?: boolean | undefined } = {},
    ): Promise<SiteState> => changeLive(name, (state) => promoted(state, audit, version), dryRun),

    /** Previews a version that visitors get or got. @throws NotFoundError when it is not stored */
    previewStored: (name: string, version: string): Promise<SiteState> =>
      changeSite(async (current) => {
        const state = appIn(current, name)
        const stored = [...versionsOf(liveOf(state)), ...storedVersions(state)]
        const preview = stored.find((candidate) => candidate.version === version)
        if (!preview) throw new NotFoundError('no-such-version', `${name} ${version} is not stored.`)
        return withPreview(current, publishedOf(preview), new Date())
      }),

    /** Ends the preview of a version. @throws NotFoundError when it has none */
    endPreview: (name: string, version: string): Promise<SiteState> =>
      changeSite(async (current) => {
        const previews = current.previews.filter(({ app }) => app.app !== name || app.version !== version)
        if (previews.length === current.previews.length)
          throw new NotFoundError('no-such-preview', `There is no preview of ${name} ${version}.`)
        return { ...current, previews }
      }),

    /**
     * @throws ConflictError when there is nothing to roll back to, InvalidInputError when it would break other apps
     */
    rollBack: (
      name: string,
      audit: AuditEntry,
      { to, withRemotes, dryRun }: RollbackTarget = {},
    ): Promise<SiteState> =>
      changeSite(async (current) => {
        const alone = withApp(current, name, rolledBack(appIn(current, name), audit, 'rollback', to))
        const breakages = await findNewBreakages(deps, current, alone)
        if (breakages.length === 0) return alone
        const pair =
          name === 'shell' ? await withRemotesTakenAlong(deps, alone, audit) : { site: alone, taken: [] }
        const isWayBack =
          pair.taken.length > 0 && (await findNewBreakages(deps, current, pair.site)).length === 0
        if (isWayBack && withRemotes) return pair.site
        throw wouldBreak(switchingTo(appIn(alone, name).stable), [
          ...breakages,
          ...(isWayBack
            ? [`with --with-remotes, ${pair.taken.join(' and ')} would go back in the same change`]
            : []),
        ])
      }, dryRun),

    /** Takes an app off the site, and ends its previews. @throws InvalidInputError when other apps need it */
    async retire(name: string, audit: AuditEntry): Promise<SiteState> {
      if (name === 'shell')
        throw new ConflictError('shell-stays', 'The shell cannot be retired: every page needs it.')
      return changeSite(async (before) => {
        const current = { ...before, previews: before.previews.filter(({ app }) => app.app !== name) }
        if (!before.apps.has(name) && current.previews.length < before.previews.length) return current
        const state = appIn(current, name)
        const breakages = findBreakagesOfRetiring(state.stable, await servedIn(deps, current))
        if (breakages.length > 0) throw wouldBreak(`Retiring ${name}`, breakages)
        return withRetired(current, name, retired(state, audit))
      })
    },
  }
}

/** @throws NotFoundError when nothing of the app is live */
function appIn(site: SiteState, name: string): AppState {
  const state = site.apps.get(name)
  if (state) return state
  const message = site.retired.has(name)
    ? `${name} was retired: deploy it to bring it back.`
    : `There is no app "${name}".`
  throw new NotFoundError('app-not-found', message)
}

function canarySteps({ canary, steps, preview }: DeployRequest): number[] | undefined {
  if (preview && (canary !== undefined || steps))
    throw new InvalidInputError(
      'preview-of-nobody',
      'A preview is not shown to a share of visitors. Leave out `canary` and `steps`.',
    )
  if (!steps) return undefined
  if (canary !== undefined)
    throw new InvalidInputError('canary-twice', 'Send either `canary` or `steps`, not both.')
  if (steps.some((step, index) => step <= (steps[index - 1] ?? 0)))
    throw new InvalidInputError(
      'steps-not-growing',
      `The steps of a canary must increase, but are ${steps.join(', ')}.`,
    )
  if ((steps[0] ?? 100) >= 100)
    throw new InvalidInputError('steps-not-growing', 'The first step of a canary must be below 100 %.')
  return steps
}

/** @throws InvalidInputError when no preview has the link */
function linkOf({ previewWith }: DeployRequest, site: SiteState, now: Date): string | undefined {
  if (previewWith !== undefined && !activePreviews(site, now).some(({ token }) => token === previewWith))
    throw new InvalidInputError('no-such-preview', 'There is no preview with this link, or it has expired.')
  return previewWith
}

interface Deployment {
  app: PublishedApp
  request: DeployRequest
  steps: number[] | undefined
  audit: AuditEntry
  /** Whether files of the version were not there. */
  isRestored: boolean
}

function deployedTo(site: SiteState, { app, request, steps, audit, isRestored }: Deployment): SiteState {
  const { app: name } = app
  const state = site.apps.get(name)
  const percent = steps?.[0] ?? request.canary
  if (state && isRestored && state.stable.version === app.version)
    return withApp(site, name, restored(state, audit))
  if (percent === undefined)
    return withApp(site, name, deployed(state, app, audit, { ...request, retired: site.retired.get(name) }))
  if (!state)
    throw new InvalidInputError(
      'nothing-live',
      `No version of ${name} is live: deploy one to all visitors first.`,
    )
  // The same salt, so that visitors keep the canary when its share changes.
  const salt = state.canary?.version === app.version ? state.canary.salt : randomUUID()
  const canary = { ...app, percent, salt, ...(steps && { steps }) }
  return withApp(site, name, withCanary(state, canary, audit, request))
}

async function throwIfIncompatible(
  deps: ChangeDeps,
  beside: readonly PublishedApp[],
  { app, files }: Pick<Candidate, 'app' | 'files'>,
): Promise<void> {
  const folder = await deps.uploads.folderOf(app)
  const candidate = { app, files, manifest: await manifestIn(deps, app) }
  const problems = [
    ...findProblems(candidate, await withManifests(deps, beside), deps.calls),
    ...(await findUnscopedStyles(folder, candidate)),
  ]
  if (problems.length === 0)
    await loadVersion(folder, app).catch((error: unknown) => problems.push((error as Error).message))
  if (problems.length > 0)
    throw new InvalidInputError(
      'does-not-fit',
      `${app.app} ${app.version} is incompatible with the live site: ${problems.join('; ')}.`,
      problems.map((message) => ({ field: 'version', message })),
    )
}

const switchingTo = ({ app, version }: PublishedApp) => `Switching to ${app} ${version}`

/**
 * Lists the parts of other apps that work now and that the versions which become live would break.
 * @throws InvalidInputError when their files are gone
 */
async function findNewBreakages(deps: ChangeDeps, site: SiteState, next: SiteState): Promise<string[]> {
  const breakages: string[] = []
  for (const [name, { stable: now }] of site.apps) {
    const later = appIn(next, name).stable
    if (later.version === now.version) continue
    const folder = await deps.uploads.folderOf(later)
    if (await findLostFile(folder, later))
      throw new InvalidInputError(
        'files-gone',
        `The files of ${later.app} ${later.version} have been removed: choose another version, or deploy it with its files.`,
      )
    const unloadable = await loadVersion(folder, later).then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    )
    if (unloadable !== undefined) {
      breakages.push(unloadable)
      continue
    }
    const breakagesOf = async (app: PublishedApp, among: SiteState) =>
      findBreakages({ app, manifest: await manifestIn(deps, app) }, await servedIn(deps, among))
    // Existing breakages do not count against the next version.
    const existing = new Set(await breakagesOf(now, site))
    breakages.push(...(await breakagesOf(later, next)).filter((message) => !existing.has(message)))
  }
  return breakages
}

/** Takes remotes that do not fit the shell of the site back to their newest versions that do, where there are such. */
async function withRemotesTakenAlong(deps: ChangeDeps, site: SiteState, { by, team, date }: AuditEntry) {
  const { stable: app } = appIn(site, 'shell')
  const shared = sharedIn(await manifestIn(deps, app)) ?? []
  const fits = async (version: PublishedApp) =>
    findSharedPackageConflicts({ app, shared }, await withManifests(deps, [version])).length === 0
  const audit = { by, date, ...(team && { team }), reason: `the shell went back to ${app.version}` }
  const taken: string[] = []
  let paired = site
  for (const [name, state] of site.apps) {
    if (name === 'shell' || (await Promise.all(versionsOf(liveOf(state)).map(fits))).every(Boolean)) continue
    const earlier = earlierOf(state)
    const possible = await Promise.all(
      earlier.map(
        async (version) =>
          (await fits(version)) && !(await findLostFile(await deps.uploads.folderOf(version), version)),
      ),
    )
    const target = earlier.find((_version, index) => possible[index])
    if (!target) continue
    paired = withApp(paired, name, takenAlong(state, target, audit))
    taken.push(`${name} ${target.version}`)
  }
  return { site: paired, taken }
}

const wouldBreak = (what: string, reasons: string[]) =>
  new InvalidInputError(
    'would-break',
    `${what} would break the live site: ${reasons.join('; ')}.`,
    reasons.map((message) => ({ field: 'version', message })),
  )

const servedIn = (deps: Pick<ChangeDeps, 'uploads'>, site: SiteState): Promise<ServedVersion[]> =>
  withManifests(deps, servedVersionsOf(site))

const withManifests = (
  deps: Pick<ChangeDeps, 'uploads'>,
  versions: readonly PublishedApp[],
): Promise<ServedVersion[]> =>
  Promise.all(versions.map(async (app) => ({ app, manifest: await manifestIn(deps, app) })))

/** Its federation manifest; null where that cannot be read. */
const manifestIn = async ({ uploads }: Pick<ChangeDeps, 'uploads'>, app: PublishedApp): Promise<unknown> =>
  readManifest(await uploads.folderOf(app)).catch(() => null)
