import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'

export const REPOSITORY = path.resolve(import.meta.dirname, '../..')

interface RunFile {
  url: string
  pid: number
  identityUrl?: string
  emailDomain: string
  processes: { name: string; pid: number; port: number }[]
}

/** Runs a command of the platform to its end, its output on the screen. */
export async function run(args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [path.join(REPOSITORY, 'packages/cli/bootstrap.mjs'), ...args], {
    cwd: REPOSITORY,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${args[0]} ended with code ${String(code)}`)
}

/** Starts a platform of its own on a free port. */
export async function startPlatform(dataDir: string): Promise<{ run: RunFile; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [path.join(REPOSITORY, 'packages/cli/bootstrap.mjs'), 'start'], {
    cwd: REPOSITORY,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const runFile = path.join(dataDir, 'run.json')
  while (!existsSync(runFile)) {
    if (child.exitCode !== null) throw new Error('the platform did not start')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return { run: JSON.parse(await readFile(runFile, 'utf8')) as RunFile, stop: () => stop(child, 'SIGINT') }
}

/** Starts the yardstick and gives it the bytes to send. */
export async function startBareServer(bytes: Buffer): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', path.join(import.meta.dirname, 'bare-server.ts')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const url = line.toString().trim()
  await fetch(url, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { 'content-type': 'application/octet-stream' },
  })
  return { url, stop: () => stop(child, 'SIGTERM') }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  await once(child, 'exit')
}

/** Resident memory of a process in megabytes (10^6 bytes), as Linux counts it. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024) / 1e6
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}
