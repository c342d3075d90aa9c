import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type DeployedFile, REMOTE_MANIFEST, type RemoteDescriptor, versionsOf } from '@offquad/contracts'
import { InvalidInputError } from '@offquad/service-kit'
import { publishedOf } from '../remotes/published-app'
import { type AppState, deployed, withCanary } from './app-state'
import { type AppStatesRepository } from './app-states.repository'
import { problemsOf } from './contract-gate'
import { type ServedVersion } from './shared-packages'
import { liveOf } from './shared-registry'
import { type Uploads } from './uploads'

interface DeployDeps {
  states: AppStatesRepository
  uploads: Uploads
}

interface WantedVersion {
  app: string
  version: string
  files: DeployedFile[]
  remote?: RemoteDescriptor
  uses?: string[]
  /** Percent of visitors; absent: all */
  canary?: number
}

/**
 * Makes a version live, for all or for some: its files are checked, then what it promises and wants, then they are
 * published, and only then does anything point to them.
 * @throws InvalidInputError with every reason why it does not fit
 */
export async function deployVersion(deps: DeployDeps, wanted: WantedVersion, by: string): Promise<AppState> {
  const { app: name, version, files, canary } = wanted
  const app = publishedOf({ ...wanted, baseUrl: `/mf/${name}/${version}/` })
  await deps.uploads.check(app, files)
  const manifest = await manifestOf(await deps.uploads.folderOf(app))
  const problems = problemsOf({ app, files, manifest }, await servedVersions(deps))
  if (problems.length > 0)
    throw new InvalidInputError(
      'does-not-fit',
      `${name} ${version} does not fit what is live: ${problems.join('; ')}.`,
      problems.map((message) => ({ field: 'version', message })),
    )
  await deps.uploads.publish(app)
  const act = { by, date: new Date() }
  return deps.states.change(name, (state) => {
    if (canary === undefined) return deployed(state, app, act)
    if (!state)
      throw new InvalidInputError('nothing-live', `Nothing of ${name} is live: deploy it to all first.`)
    // With another share the same visitors keep it.
    const salt = state.canary?.salt ?? randomUUID()
    return withCanary(state, { ...app, percent: canary, salt }, act)
  })
}

async function servedVersions({ states, uploads }: DeployDeps): Promise<ServedVersion[]> {
  const served = [...(await states.list()).values()].map(liveOf).flatMap(versionsOf)
  return Promise.all(
    served.map(async (app) => ({ app, manifest: await manifestOf(await uploads.folderOf(app)) })),
  )
}

const manifestOf = async (folder: string): Promise<unknown> => {
  const text = await readFile(path.join(folder, REMOTE_MANIFEST), 'utf8').catch(() => 'null')
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
