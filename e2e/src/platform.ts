import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'

export const REPOSITORY = findRepository(process.cwd())

function findRepository(folder: string): string {
  if (existsSync(path.join(folder, 'packages/cli/bootstrap.mjs'))) return folder
  const parent = path.dirname(folder)
  if (parent === folder) throw new Error(`${process.cwd()} is not inside the repository`)
  return findRepository(parent)
}

/** What the start command says about the running platform in DATA_DIR/run.json. */
export interface RunningPlatform {
  url: string
  pid: number
  /** Of the stand-in for Google. */
  identityUrl?: string
  processes: { name: string; pid: number; port?: number; metricsPort?: number }[]
}

/** How a command ended and what it said. */
export interface CommandResult {
  code: number | null
  stdout: string
  stderr: string
}

export interface Command {
  child: ChildProcess
  /** What it has printed so far, both streams. */
  output(): string
  result: Promise<CommandResult>
}

/**
 * Runs one of the platform's commands (start, token, import) as the npm scripts do; those of a slice in its folder.
 * @param repository the root of the copy whose command it is
 */
export function runCommand(
  args: string[],
  environment: NodeJS.ProcessEnv = {},
  folder = '.',
  repository = REPOSITORY,
): Command {
  const child = spawn(process.execPath, [path.join(repository, 'packages/cli/bootstrap.mjs'), ...args], {
    cwd: path.join(repository, folder),
    env: {
      ...process.env,
      // A server for all platforms of the run, where one is given (`npm run test:mongodb`).
      MONGODB_URI: process.env.E2E_MONGODB_URI,
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

/** Resolves when `condition` returns something; asks again every 100 ms. */
export async function waitFor<T>(
  what: string,
  condition: () => Promise<T | undefined | false>,
  timeoutMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const value = await condition().catch(() => undefined)
    if (value) return value
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export async function readRun(dataDir: string): Promise<RunningPlatform> {
  return JSON.parse(await readFile(path.join(dataDir, 'run.json'), 'utf8'))
}

/** Starts a platform of its own and waits until it serves; rejects with what it printed when it ends before. */
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
      // Tests do in a minute what many people do.
      RATE_LIMIT_FACTOR: '100',
      // The accounts of the access table are deleted by it.
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
  const ready = waitFor('the platform', () => readRun(dataDir), 600_000)
  const run = await Promise.race([ready, ended])
  return { command, url: run.url, port }
}

/** Stops a platform as Ctrl-C does and says how it ended. */
export async function stopPlatform(command: Command): Promise<CommandResult> {
  command.child.kill('SIGINT')
  return command.result
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** The platform the whole run shares. */
export function sharedPlatform(): { url: string; dataDir: string } {
  const { OFFQUAD_E2E_URL: url, OFFQUAD_E2E_DATA_DIR: dataDir } = process.env
  if (!url || !dataDir) throw new Error('the shared platform is not running')
  return { url, dataDir }
}

/** Kills a process of the shared platform and waits until the start command has brought another in its place. */
export async function killOnce(name: string): Promise<void> {
  const { dataDir } = sharedPlatform()
  const pidOf = async () => (await readRun(dataDir)).processes.find((one) => one.name === name)?.pid
  const pid = await pidOf()
  if (!pid) throw new Error(`there is no ${name}`)
  process.kill(pid, 'SIGKILL')
  await waitFor(`another ${name}`, async () => {
    const next = await pidOf()
    return next !== undefined && next !== 0 && next !== pid
  })
}
