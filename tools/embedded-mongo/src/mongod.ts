import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { MongoClient } from 'mongodb'
import { environment } from './config'
import { StartError } from './errors'

const OLDEST = 7
const SET = 'offquad'
const HOST = '127.0.0.1'
/** Codes of errors which say that an earlier start has done it. */
const DONE_BEFORE = { Unauthorized: 13, AlreadyInitialized: 23, UserAlreadyExists: 51003 }

export interface Mongod {
  uri: string
  port: number
  pid: number | undefined
  /** Resolves with a sentence when the server has ended, asked to or not. */
  ended: Promise<string>
  close(): Promise<void>
}

export interface MongodOptions {
  /** Where the data is kept; absent: in a temporary folder, which goes with the server. */
  directory?: string | undefined
  /** Absent: any free one. */
  port?: number | undefined
  /** An administrator; absent: nobody needs a password. */
  root?: { user: string; password: string } | undefined
  /** Out of this process's group, where a Ctrl-C would end it first. */
  isDetached?: boolean
}

/** The version of the mongod on the PATH; undefined where there is none, or only one older than 7. */
export function findMongod(): string | undefined {
  const { stdout } = spawnSync('mongod', ['--version'], { encoding: 'utf8', env: environment() })
  const [, version, major] = /^db version v((\d+)\.\S+)/m.exec(stdout ?? '') ?? []
  return Number(major) >= OLDEST ? version : undefined
}

/**
 * Starts the mongod on the PATH as a replica set of one on loopback, as production has them, and waits until it is primary.
 * @throws StartError when it ends before
 */
export async function startMongod(options: MongodOptions = {}): Promise<Mongod> {
  const { root, isDetached = false } = options
  const port = options.port ?? (await findFreePort())
  const folder = options.directory ?? (await mkdtemp(path.join(tmpdir(), 'offquad-mongod-')))
  const log = path.join(folder, 'mongod.log')
  const settings = {
    replSet: SET,
    bind_ip: HOST,
    port: String(port),
    dbpath: path.join(folder, 'db'),
    logpath: log,
    // The least there is; by default it is half of the memory.
    wiredTigerCacheSizeGB: '0.25',
    // Members of a set with users have to know a secret as well.
    ...(root && { keyFile: path.join(folder, 'key') }),
  }
  await mkdir(settings.dbpath, { recursive: true, mode: 0o700 })
  if (settings.keyFile) await ensureSecret(settings.keyFile)
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn('mongod', [...args, '--logappend'], {
    stdio: 'ignore',
    env: environment(),
    detached: isDetached,
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(`mongod ended (${signal ?? `code ${code}`}), see ${log}`))
  })
  const close = async () => {
    child.kill('SIGTERM')
    await ended
    if (!options.directory) await rm(folder, { recursive: true })
  }
  const failure = await Promise.race([ended, becomePrimary(port, root, ended).catch(String)])
  if (failure !== undefined) {
    await close()
    throw new StartError(failure)
  }
  return { uri: uriOf(port, root), port, pid: child.pid, ended, close }
}

const uriOf = (port: number, root: MongodOptions['root']): string =>
  `mongodb://${root ? `${root.user}:${root.password}@` : ''}${HOST}:${port}/`

/** Initiates the set and creates the administrator, which mongod lets anybody on this machine do once. */
async function becomePrimary(
  port: number,
  root: MongodOptions['root'],
  ended: Promise<string>,
): Promise<undefined> {
  const member = { _id: 0, host: `${HOST}:${port}` }
  await withClient(uriOf(port, undefined), ended, async (client) => {
    const admin = client.db('admin')
    await unlessDone(admin.command({ replSetInitiate: { _id: SET, members: [member] } }))
    const isPrimary = async () => (await admin.command({ hello: 1 })).isWritablePrimary === true
    // One that was initiated at another port takes itself for a stranger.
    if (!(await isPrimary()))
      await withClient(uriOf(port, root), ended, (owner) => moveTo(owner, member)).catch(() => undefined)
    while (!(await isPrimary())) await delay(50)
    if (root) await unlessDone(admin.command({ createUser: root.user, pwd: root.password, roles: ['root'] }))
  })
}

async function moveTo(client: MongoClient, member: { host: string }): Promise<void> {
  const admin = client.db('admin')
  const { config } = await admin.command({ replSetGetConfig: 1 })
  if (config.members[0].host === member.host) return
  const moved = { ...config, version: config.version + 1, members: [member] }
  await admin.command({ replSetReconfig: moved, force: true })
}

async function unlessDone(command: Promise<unknown>): Promise<void> {
  await command.catch((error: { code?: number }) => {
    if (!Object.values(DONE_BEFORE).includes(error.code ?? 0)) throw error
  })
}

async function withClient(
  uri: string,
  ended: Promise<string>,
  work: (client: MongoClient) => Promise<void>,
): Promise<void> {
  // Loaded only where there is a mongod: it would stay in memory for as long as the platform runs.
  const { MongoClient: Client } = await import('mongodb')
  const client = new Client(uri, { directConnection: true })
  // It would wait for a server that is gone.
  void ended.then(() => client.close())
  await client
    .connect()
    .then(work)
    .finally(() => client.close())
}

async function ensureSecret(file: string): Promise<void> {
  await writeFile(file, randomBytes(48).toString('base64'), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, HOST)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
