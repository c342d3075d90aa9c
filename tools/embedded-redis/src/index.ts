import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'

export interface EmbeddedRedis {
  url: string
  port: number
  pid: number | undefined
  /** Resolves with a sentence when the server has ended, asked to or not. */
  ended: Promise<string>
  close(): Promise<void>
}

interface Options {
  directory?: string
  port?: number
  settings?: Record<string, string>
  isDetached?: boolean
}

/**
 * Starts an own instance of the system's redis-server on loopback and waits until it accepts commands.
 * @param options.directory where the append-only file is kept; absent: nothing is kept
 * @param options.port 0 or absent for a free one
 * @param options.settings more settings by their names in redis.conf, as `maxmemory`
 * @param options.isDetached keeps it out of this process's group, where a Ctrl-C would end it first
 * @throws Error with a sentence that says what to do when redis-server is missing or does not start
 */
export async function startEmbeddedRedis(options: Options = {}): Promise<EmbeddedRedis> {
  if (options.port) return startAt(options.port, options)
  for (;;)
    try {
      return await startAt(await freePort(), options)
    } catch (error) {
      // Another process was faster.
      if (!String(error).includes('Failed listening on port')) throw error
    }
}

/** File with the process id of the server that keeps its data in this folder: two servers would damage it. */
export const pidFileOf = (directory: string): string => path.join(directory, 'redis.pid')

async function startAt(port: number, options: Options): Promise<EmbeddedRedis> {
  if (options.directory) await mkdir(options.directory, { recursive: true, mode: 0o700 })
  const settings = Object.entries({ ...settingsOf(port, options.directory), ...options.settings })
  // From standard input: every user of the machine can read the arguments of a process.
  const child = spawn('redis-server', ['-'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: options.isDetached ?? false,
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(settings.map(([name, value]) => `${name} ${JSON.stringify(value)}\n`).join(''))
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ENOENT' ? MISSING : error.message),
    )
    child.once('exit', (code, signal) => resolve(`redis-server ended (${signal ?? `code ${code}`})`))
  })
  let output = ''
  const ready = new Promise<true>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-2000)
      if (output.includes('Ready to accept connections')) resolve(true)
    })
  })
  const failure = await Promise.race([ready, ended])
  if (failure !== true)
    throw new Error(failure === MISSING ? MISSING : `${failure}: ${output.trim().split('\n').at(-1)}`)
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pid: child.pid,
    ended,
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const MISSING =
  'redis-server is not installed: install your system\'s Redis package (for example "apt-get install redis-server") or set REDIS_URL'

function settingsOf(port: number, directory?: string): Record<string, string> {
  const base = { port: String(port), bind: '127.0.0.1', 'maxmemory-policy': 'noeviction', save: '' }
  // Fsync every second loses at most a second of queue on power loss; the outboxes fill it up again.
  return directory
    ? { ...base, dir: directory, appendonly: 'yes', appendfsync: 'everysec', pidfile: pidFileOf(directory) }
    : base
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
