import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type DeployedFile,
  type LiveApp,
  type PublishedApp,
  REMOTE_MANIFEST,
  type RemoteDescriptor,
  type ServedState,
} from '@offquad/contracts'
import { ConflictError, InvalidInputError, NotFoundError } from '@offquad/service-kit'
import { loadVersion } from '../registry/load-version'
import { publishedOf } from '../registry/registry-file'
import {
  type Act,
  type AppState,
  type Confirmed,
  deployed,
  markedBad,
  promoted,
  retired,
  rolledBack,
  withCanary,
  withdrawn,
} from './app-state'
import { type AppStatesRepository } from './app-states.repository'
import { type Candidate, findBreakages, findBreakagesOfRetiring, findProblems } from './contract-gate'
import { type CallDirectory } from './served-calls'
import { type ServedVersion } from './shared-packages'
import {
  activePreviews,
  liveOf,
  servedVersionsOf,
  type SiteState,
  withApp,
  withPreview,
  withRetired,
} from './site-state'
import { type Uploads } from './uploads'

interface ChangeDeps {
  states: AppStatesRepository
  uploads: Uploads
  /** Has every gateway take over the shared state; resolves when this one has. */
  push(): Promise<void>
  /** Whether this gateway serves what is to be live. */
  servedState(live: LiveApp): ServedState
  directory: CallDirectory
}

export interface DeployRequest extends Confirmed {
  app: string
  version: string
  files: DeployedFile[]
  remote?: RemoteDescriptor
  uses?: string[]
  calls?: string[]
  /** Percent of visitors; absent: all */
  canary?: number
  /** Percentages a canary goes through by itself, instead of `canary`. */
  steps?: number[]
  preview?: boolean
}

export type SiteChanges = ReturnType<typeof createSiteChanges>

/**
 * Every change of what is live. Each is judged on the site it would lead to, and written only if nothing of what was
 * judged has changed meanwhile.
 */
export function createSiteChanges(deps: ChangeDeps) {
  const { states, uploads, push, servedState } = deps

  /**
   * Changes an app that is live; returning the same state changes nothing.
   * @throws InvalidInputError when another version would be live and break others
   */
  async function changeLive(name: string, change: (state: AppState) => AppState): Promise<SiteState> {
    const site = await states.changeSite(async (current) => {
      const state = appIn(current, name)
      const next = change(state)
      if (next === state) return current
      if (next.stable.version !== state.stable.version)
        await throwIfBreaking(deps, current, [state.stable, next.stable])
      return withApp(current, name, next)
    })
    await push()
    return site
  }

  return {
    changeLive,

    /**
     * Makes a version live, for all or for some, or previews it: its files are checked, then the site it would lead to,
     * then its files are published, and only then does anything point to them. A version that this gateway cannot serve
     * after all is taken back.
     * @throws InvalidInputError with every reason why it does not fit, ConflictError when it cannot be served
     */
    async deploy(request: DeployRequest, act: Act): Promise<SiteState> {
      const { app: name, version, files } = request
      const app = publishedOf({ ...request, baseUrl: `/mf/${name}/${version}/` })
      const steps = canarySteps(request)
      await uploads.check(app, files)
      let before: AppState | undefined
      const site = await states.changeSite(async (current) => {
        before = current.apps.get(name)
        const next = request.preview
          ? withPreview(current, app, act.date)
          : deployedTo(current, { app, request, steps, act })
        await judge(deps, current, { app, files })
        await uploads.publish(app)
        return next
      })
      await push()
      if (request.preview) return site
      const state = appIn(site, name)
      const { isServed, problem } = servedState(liveOf(state))
      if (isServed) return site
      const reason = problem ?? 'this gateway does not serve it'
      const staying = await withdraw(
        deps,
        { name, version, state, before },
        { ...act, by: 'the gateway', date: new Date(), reason },
      )
      throw new ConflictError(
        'not-served',
        staying === undefined
          ? `${name} ${version} was taken back: ${reason}.`
          : `${name} ${version} is not served: ${reason}. ${staying}`,
      )
    },

    /** @throws ConflictError when another version is tried, or none, InvalidInputError when it would break others */
    promote: (name: string, act: Act, version?: string): Promise<SiteState> =>
      changeLive(name, (state) => promoted(state, act, version)),

    /**
     * @param to one of the versions before; absent: the canary is taken back, or the newest of them is live again
     * @throws ConflictError when there is nothing to go back to, InvalidInputError when it would break others
     */
    rollBack: (
      name: string,
      act: Act,
      { action, to }: { action?: 'rollback' | 'automatic rollback'; to?: string | undefined } = {},
    ): Promise<SiteState> => changeLive(name, (state) => rolledBack(state, act, action, to)),

    /** Takes an app off the site. @throws InvalidInputError when others need it */
    async retire(name: string, act: Act): Promise<SiteState> {
      if (name === 'shell') throw new ConflictError('shell-stays', 'There is no site without a shell.')
      const site = await states.changeSite(async (current) => {
        const state = appIn(current, name)
        const breakages = findBreakagesOfRetiring(state.stable, await servedIn(deps, current))
        if (breakages.length > 0) throw wouldBreak(`Retiring ${name}`, breakages)
        return withRetired(current, name, retired(state, act))
      })
      await push()
      return site
    },
  }
}

/** @throws NotFoundError when nothing of the app is live */
function appIn({ apps, retired: gone }: SiteState, name: string): AppState {
  const state = apps.get(name)
  if (state) return state
  const why = gone.has(name)
    ? `${name} was retired: deploy it to bring it back.`
    : `There is no app "${name}".`
  throw new NotFoundError('app-not-found', why)
}

function canarySteps({ canary, steps, preview }: DeployRequest): number[] | undefined {
  if (preview && (canary !== undefined || steps))
    throw new InvalidInputError(
      'preview-of-nobody',
      'A preview has no share of visitors: leave the canary out.',
    )
  if (!steps) return undefined
  if (canary !== undefined)
    throw new InvalidInputError('canary-twice', 'Say either `canary` or `steps`, which begin with it.')
  if (steps.some((step, index) => step <= (steps[index - 1] ?? 0)))
    throw new InvalidInputError('steps-not-growing', `The steps of a canary must grow: ${steps.join(', ')}.`)
  if ((steps[0] ?? 100) >= 100)
    throw new InvalidInputError('steps-not-growing', 'The first step of a canary must be below 100 %.')
  return steps
}

interface Deployment {
  app: PublishedApp
  request: DeployRequest
  steps: number[] | undefined
  act: Act
}

function deployedTo(site: SiteState, { app, request, steps, act }: Deployment): SiteState {
  const { app: name } = app
  const state = site.apps.get(name)
  const percent = steps?.[0] ?? request.canary
  if (percent === undefined)
    return withApp(site, name, deployed(state, app, act, { ...request, retired: site.retired.get(name) }))
  if (!state)
    throw new InvalidInputError('nothing-live', `Nothing of ${name} is live: deploy it to all first.`)
  // With another share the same visitors keep it.
  const salt = state.canary?.version === app.version ? state.canary.salt : randomUUID()
  const canary = { ...app, percent, salt, ...(steps && { steps }) }
  return withApp(site, name, withCanary(state, canary, act, request))
}

async function judge(
  deps: ChangeDeps,
  site: SiteState,
  { app, files }: Pick<Candidate, 'app' | 'files'>,
): Promise<void> {
  const folder = await deps.uploads.folderOf(app)
  const candidate = { app, files, manifest: await manifestOf(folder) }
  const problems = findProblems(candidate, await servedIn(deps, site), deps.directory)
  if (problems.length === 0)
    await loadVersion(folder, app).catch((error: unknown) => problems.push((error as Error).message))
  if (problems.length > 0)
    throw new InvalidInputError(
      'does-not-fit',
      `${app.app} ${app.version} does not fit what is live: ${problems.join('; ')}.`,
      problems.map((message) => ({ field: 'version', message })),
    )
}

/** @throws InvalidInputError when pointing at a version would break for others what works now */
async function throwIfBreaking(
  deps: ChangeDeps,
  site: SiteState,
  [current, next]: [current: PublishedApp, next: PublishedApp],
): Promise<void> {
  const what = `${next.app} ${next.version}`
  if (!(await deps.uploads.isPublished(next)))
    throw new InvalidInputError(
      'files-gone',
      `The files of ${what} are not there any more: choose another version.`,
    )
  const folder = await deps.uploads.folderOf(next)
  await loadVersion(folder, next).catch((error: unknown) => {
    throw wouldBreak(`Going to ${what}`, [(error as Error).message])
  })
  const served = await servedIn(deps, site)
  // What is broken as it is gets no worse.
  const known = new Set(findBreakages({ app: current, manifest: await manifestIn(deps, current) }, served))
  const breakages = findBreakages({ app: next, manifest: await manifestIn(deps, next) }, served)
  const worse = breakages.filter((message) => !known.has(message))
  if (worse.length > 0) throw wouldBreak(`Going to ${what}`, worse)
}

const wouldBreak = (what: string, reasons: string[]) =>
  new InvalidInputError(
    'would-break',
    `${what} would break what is live: ${reasons.join('; ')}.`,
    reasons.map((message) => ({ field: 'version', message })),
  )

interface Withdrawal {
  name: string
  version: string
  /** What was written. */
  state: AppState
  /** What was there before; absent: nothing. */
  before: AppState | undefined
}

/**
 * Takes back a version that cannot be served, unless the app has changed in the meantime or others have come to need it.
 * @returns why the version stays, in a sentence; undefined when it was taken back
 */
async function withdraw(
  deps: ChangeDeps,
  { name, version, state, before }: Withdrawal,
  act: Act,
): Promise<string | undefined> {
  let staying: string | undefined
  try {
    await deps.states.changeSite(async (site) => {
      staying = undefined
      const current = site.apps.get(name)
      const [written] = state.history
      const [newest] = current?.history ?? []
      if (!current || newest?.date !== written?.date || newest?.version !== written?.version) {
        staying = `${name} was changed in the meantime and stays as it is.`
        return site
      }
      if (!before)
        return withRetired(site, name, retired(markedBad(current, version, act), act, 'not served'))
      if (before.stable.version !== current.stable.version)
        await throwIfBreaking(deps, site, [current.stable, before.stable])
      return withApp(site, name, withdrawn(current, before, version, act))
    })
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error
    staying = error.message
  }
  await deps.push()
  return staying
}

const servedIn = (deps: Pick<ChangeDeps, 'uploads'>, site: SiteState): Promise<ServedVersion[]> =>
  Promise.all(servedVersionsOf(site).map(async (app) => ({ app, manifest: await manifestIn(deps, app) })))

const manifestIn = async ({ uploads }: Pick<ChangeDeps, 'uploads'>, app: PublishedApp): Promise<unknown> =>
  manifestOf(await uploads.folderOf(app))

const manifestOf = async (folder: string): Promise<unknown> => {
  const text = await readFile(path.join(folder, REMOTE_MANIFEST), 'utf8').catch(() => 'null')
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** The preview of a version that was just made. */
export const previewOf = (site: SiteState, app: string, version: string, now: Date) =>
  activePreviews(site, now).find((preview) => preview.app.app === app && preview.app.version === version)
