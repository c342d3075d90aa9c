import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import {
  type DeployedFile,
  type DeployState,
  deployVersion,
  type Endpoint,
  getDeploys,
  promoteCanary,
  pruneVersions,
  rollBack,
  uploadDeployedFile,
} from '@offquad/contracts'
import { findApps } from '../build/apps'
import { buildApps } from '../build/build-apps'
import { type Build, describeBuild, isBuilderNote } from '../build/describe-build'
import { CommandFailure } from '../command-failure'
import { print, sayStep } from '../terminal'
import { findGateway, type Gateway, LiveAlready } from './gateway'

const UPLOADS_AT_ONCE = 4
const USAGE = 'Usage: npm run deploy -w mfe-browse -- [--to URL] [--canary PERCENT] [--built]'

/** Builds the slice of this folder, unless it is built, and makes it live: files first, then what points to them. */
export async function deploy(args: string[]): Promise<void> {
  const { to, canary, isBuilt } = readArguments(args)
  const app = findApp()
  const gateway = await findGateway(app.folder, to)
  if (!isBuilt) await buildApps(undefined, [app])
  const build = await describeBuild(app)
  const { version, remote, uses } = build.published
  const files = await upload(gateway, build)
  const params = { app: app.folder, version }
  const body = {
    files,
    ...(remote && { remote }),
    ...(uses && { uses }),
    ...(canary !== undefined && { canary }),
  }
  try {
    print(describe(app.folder, await gateway.send<DeployState>(deployVersion, { params, body })))
  } catch (error) {
    // An image is started again and again, and has done its work then.
    if (!isBuilt || !(error instanceof LiveAlready)) throw error
    print(error.message)
  }
}

/** One of the commands that need no build. */
const stateCommand =
  (endpoint: Endpoint) =>
  async (args: string[]): Promise<void> => {
    const app = findApp().folder
    const gateway = await findGateway(app, readArguments(args).to)
    print(describe(app, await gateway.send<DeployState>(endpoint, { params: { app } })))
  }

/** Gives all visitors what some have tried. */
export const promote = stateCommand(promoteCanary)

/** Takes back the canary, or the version that is live. */
export const rollback = stateCommand(rollBack)

/** Says what is live, and who changed it when. */
export const list = stateCommand(getDeploys)

/** Removes versions nobody can ask for any more. */
export async function prune(args: string[]): Promise<void> {
  const app = findApp().folder
  const gateway = await findGateway(app, readArguments(args).to)
  const { removed } = await gateway.send<{ removed: string[] }>(pruneVersions, { params: { app } })
  print(removed.length > 0 ? `Removed ${removed.join(', ')}.` : 'There is nothing to remove.')
}

/** The slice whose folder the command is started in, as `npm run ... -w mfe-browse` does. */
function findApp() {
  const name = path.basename(process.cwd())
  const app = findApps().find(({ folder, kind }) => folder === name && kind === 'frontend')
  if (!app)
    throw new CommandFailure(`${name} is no frontend: start this command with -w shell or -w mfe-<name>.`, 2)
  return app
}

interface Arguments {
  to: string | undefined
  canary: number | undefined
  isBuilt: boolean
}

function readArguments(args: string[]): Arguments {
  try {
    const options = {
      to: { type: 'string' },
      canary: { type: 'string' },
      built: { type: 'boolean' },
    } as const
    const { values } = parseArgs({ args, options })
    const canary = values.canary === undefined ? undefined : Number(values.canary)
    if (canary !== undefined && !(canary > 0 && canary < 100))
      throw new Error('--canary is a percentage between 0 and 100')
    return { to: values.to, canary, isBuilt: values.built ?? false }
  } catch (error) {
    throw new CommandFailure(`${(error as Error).message}\n${USAGE}`, 2)
  }
}

async function upload(gateway: Gateway, { published, dist }: Build): Promise<DeployedFile[]> {
  const { app, version } = published
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && !isBuilderNote(entry.name))
    .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
  const files = await Promise.all(paths.map((name) => describeFile(dist, name)))
  if (await gateway.has(published)) {
    sayStep(`${app} ${version} is there already`)
    return files
  }
  const queue = [...files]
  const worker = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      await gateway.send(uploadDeployedFile, {
        params: { app, version },
        query: { path: file.path },
        file: await readFile(path.join(dist, file.path)),
      })
    }
  }
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, worker))
  sayStep(`uploaded ${files.length} files of ${app} ${version}`)
  return files
}

async function describeFile(dist: string, name: string): Promise<DeployedFile> {
  const content = await readFile(path.join(dist, name))
  return { path: name, bytes: content.length, sha384: createHash('sha384').update(content).digest('base64') }
}

const SHOWN_HISTORY = 10

function describe(app: string, { live, previous, history, measured }: DeployState): string {
  const { version, canary } = live
  return [
    `${app} ${version} is live.`,
    ...(canary ? [`${canary.version} is tried with ${canary.percent} % of visitors.`] : []),
    ...(canary || previous[0] ? [`A rollback leads to ${canary ? version : previous[0]}.`] : []),
    ...measured.flatMap(describeMeasure),
    '',
    ...history.slice(0, SHOWN_HISTORY).map(describeEntry),
  ].join('\n')
}

const describeEntry = ({ date, action, version, by, reason }: DeployState['history'][number]): string =>
  `  ${date.slice(0, 16).replace('T', ' ')}  ${action.padEnd(18)} ${version}  by ${by}${reason ? ` (${reason})` : ''}`

function describeMeasure({ version, views, failures, vitals }: DeployState['measured'][number]): string[] {
  if (views === 0) return []
  const ratings = Object.entries(vitals).map(
    ([name, { good, pages }]) => `${name} good for ${Math.round((good / pages) * 100)} % of ${pages}`,
  )
  return [`Of ${views} pages with ${version} in the last day ${failures} failed.`, ...ratings.map(indent)]
}

const indent = (line: string): string => `  ${line}`
