import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@offquad/service-kit/testing/free-port'

export const REPOSITORY = path.resolve(import.meta.dirname, '../..')

interface RunFile {
  url: string
  pid: number
  identityUrl?: string
  emailDomain: string
  stores: { mongoUri: string }
  /** Whether the first data is there. */
  isLoaded: boolean
  processes: { name: string; pid: number; port: number }[]
}

/** Runs a command of the platform to completion and prints its output. */
export async function run(args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [path.join(REPOSITORY, 'tools/cli/bootstrap.mjs'), ...args], {
    cwd: REPOSITORY,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${args[0]} ended with code ${String(code)}`)
}

export interface Platform extends RunFile {
  dataDir: string
  stop(): Promise<void>
}

/** Starts a separate platform on a free port, with a temporary data folder. @param environment more variables for it */
export async function startPlatform(environment: NodeJS.ProcessEnv = {}): Promise<Platform> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'offquad-bench-'))
  const child = spawn(process.execPath, await startArguments(), {
    cwd: REPOSITORY,
    // All load comes from one IP address. Calls are counted, but the limits are raised.
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      RATE_LIMIT_FACTOR: '1000000',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const runFile = path.join(dataDir, 'run.json')
  // Written by the start command of this repository.
  const readRun = async () => JSON.parse(await readFile(runFile, 'utf8')) as RunFile
  while (!existsSync(runFile) || !(await readRun()).isLoaded) {
    if (child.exitCode !== null) throw new Error('the platform did not start')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return {
    ...(await readRun()),
    dataDir,
    async stop() {
      await stop(child, 'SIGINT')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The arguments with which `npm start` runs Node. */
async function startArguments(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(path.join(REPOSITORY, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').slice(1)
}

/** Starts the baseline server and stores the responses of another server at these paths. */
export async function startBareServer(
  server: string,
  paths: string[],
): Promise<{ url: string; stop(): Promise<void> }> {
  const bare = await startProcess('bare-server.ts')
  for (const requested of paths) {
    const headers = { accept: 'text/html,*/*', 'accept-encoding': 'identity' }
    const response = await fetch(server + requested, { headers })
    await fetch(bare.url + requested, {
      method: 'PUT',
      body: await response.arrayBuffer(),
      headers: { 'content-type': 'application/octet-stream' },
    })
  }
  return bare
}

/** Runs a file of this folder that prints its URL. */
export async function startProcess(
  file: string,
  ...args: string[]
): Promise<{ url: string; stop(): Promise<void> }> {
  const script = path.join(import.meta.dirname, file)
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim(), stop: () => stop(child, 'SIGTERM') }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  await once(child, 'exit')
}

/** Resident memory of a process in megabytes (10^6 bytes), from /proc. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return megabytesIn(status, 'VmRSS')
}

interface Memory {
  name: string
  /** Megabytes (10^6 bytes). */
  resident: number
  /** Like `resident`, but memory shared by several processes is divided among them. */
  proportional: number
}

/**
 * The memory of a process and of its child processes.
 * @param isCounted whether a child process is included
 */
export async function memoryOf(
  { name, pid }: { name: string; pid: number },
  isCounted: (pid: number) => boolean,
): Promise<Memory[]> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  const own = { name, resident: megabytesIn(status, 'VmRSS'), proportional: megabytesIn(rollup, 'Pss') }
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'))
    .split(' ')
    .filter(Boolean)
    .map(Number)
  const below: Memory[] = []
  for (const child of children.filter(isCounted))
    below.push(...(await memoryOf({ name: `${name}'s child`, pid: child }, isCounted)))
  return [own, ...below]
}

const megabytesIn = (text: string, field: string): number =>
  (Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) * 1024) / 1e6
