import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@offquad/service-kit/testing/free-port'

export const REPOSITORY = findRepository(process.cwd())

function findRepository(folder: string): string {
  if (existsSync(path.join(folder, 'tools/cli/bootstrap.mjs'))) return folder
  const parent = path.dirname(folder)
  if (parent === folder) throw new Error(`${process.cwd()} is not inside the repository`)
  return findRepository(parent)
}

/** The start command's record of the running platform, DATA_DIR/run.json. */
export interface RunningPlatform {
  url: string
  pid: number
  /** URL of the development identity provider. */
  identityUrl?: string
  stores: { mongoUri: string; redisUrl: string }
  /** Whether the first data is there. */
  isLoaded: boolean
  processes: { name: string; pid: number; port?: number; metricsPort?: number }[]
}

/** Exit code and output of a command. */
export interface CommandResult {
  code: number | null
  stdout: string
  stderr: string
}

export interface Command {
  child: ChildProcess
  /** Its output so far, both streams. */
  output(): string
  result: Promise<CommandResult>
}

/**
 * Runs one of the platform's commands (start, token, import) like the npm scripts do, or a slice's command in its folder.
 * @param repository root of the copy that contains the command
 */
export function runCommand(
  args: string[],
  environment: NodeJS.ProcessEnv = {},
  folder = '.',
  repository = REPOSITORY,
): Command {
  const child = spawn(process.execPath, [path.join(repository, 'tools/cli/bootstrap.mjs'), ...args], {
    cwd: path.join(repository, folder),
    env: {
      ...process.env,
      // One server for all platforms of the run, if one is configured (`npm run test:mongodb`): a URI for all processes, or
      // a folder with one for each.
      MONGODB_URI: process.env.E2E_MONGODB_URI,
      SECRETS_DIR: process.env.E2E_SECRETS_DIR,
      REDIS_URL: undefined,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (printed.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (printed.stderr += chunk.toString()))
  const result = once(child, 'close').then(([code]) => ({ code: code as number | null, ...printed }))
  return { child, output: () => printed.stdout + printed.stderr, result }
}

/** Resolves when `condition` returns a truthy value; checks it every 100 ms. */
export async function waitFor<T>(
  what: string,
  condition: () => Promise<T | undefined | false>,
  timeoutMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    let cause: unknown
    const value = await condition().catch((error: unknown) => void (cause = error))
    if (value) return value
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms for ${what}`, { cause })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export async function readRun(dataDir: string): Promise<RunningPlatform> {
  return JSON.parse(await readFile(path.join(dataDir, 'run.json'), 'utf8'))
}

/** Starts a separate platform and waits until it is ready; rejects with its output when it exits before. */
export async function startPlatform(
  dataDir: string,
  {
    repository = REPOSITORY,
    environment = {},
  }: { repository?: string; environment?: NodeJS.ProcessEnv } = {},
): Promise<{ command: Command; url: string; port: number }> {
  const port = await freePort()
  const command = runCommand(
    ['start'],
    {
      PORT: String(port),
      DATA_DIR: dataDir,
      // Tests make as many calls as many people.
      RATE_LIMIT_FACTOR: '100',
      // The access table test deletes its accounts.
      ADMIN_EMAILS: 'admin@cornell.edu, access.admin@cornell.edu',
      DEVELOPER_EMAILS: 'developer@cornell.edu, access.developer@cornell.edu',
      ...environment,
    },
    '.',
    repository,
  )
  const ended = command.result.then(({ code }) => {
    throw new Error(`start ended with code ${code}:\n${command.output()}`)
  })
  const ready = waitFor(
    'the platform',
    async () => {
      const run = await readRun(dataDir)
      return run.isLoaded && run
    },
    600_000,
  )
  const run = await Promise.race([ready, ended])
  return { command, url: run.url, port }
}

const STOP_TIMEOUT_MS = 60_000

/** Stops a platform like Ctrl-C. @returns exit code and output; rejects with its output when it goes on */
export async function stopPlatform(command: Command): Promise<CommandResult> {
  command.child.kill('SIGINT')
  const running = new Error('the platform did not stop')
  return Promise.race([
    command.result,
    delay(STOP_TIMEOUT_MS, undefined, { ref: false }).then(() => {
      running.message += `:\n${command.output()}`
      throw running
    }),
  ])
}

export interface SharedPlatform {
  url: string
  dataDir: string
}

/** One for each worker of the run; none where suites start their own. */
export const sharedPlatforms = (): SharedPlatform[] =>
  JSON.parse(process.env.OFFQUAD_E2E_PLATFORMS ?? '[]') as SharedPlatform[]

/** The platform that the suites of this worker share. */
export function sharedPlatform(): SharedPlatform {
  const platform = sharedPlatforms()[Number(process.env.JEST_WORKER_ID ?? 1) - 1]
  if (!platform) throw new Error('the shared platform is not running')
  return platform
}

/** Kills a process of the shared platform and waits until the start command has restarted it. */
export async function killOnce(name: string): Promise<void> {
  const { dataDir } = sharedPlatform()
  const pidOf = async () => (await readRun(dataDir)).processes.find((process) => process.name === name)?.pid
  const pid = await pidOf()
  if (!pid) throw new Error(`there is no ${name}`)
  process.kill(pid, 'SIGKILL')
  await waitFor(`another ${name}`, async () => {
    const next = await pidOf()
    return next !== undefined && next !== 0 && next !== pid
  })
}
