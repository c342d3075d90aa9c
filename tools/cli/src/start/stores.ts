import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { findMongod, startMongod } from '@offquad/embedded-mongo/mongod'
import { startEmbeddedRedis } from '@offquad/embedded-redis'
import { CommandFailure } from '../command-failure'
import { environment } from '../config'
import { say } from '../terminal'
import { keepRunning } from './keep-running'
import { type Stores } from './platform-plan'
import { type ClaimedPorts } from './ports'
import { redisFolder, type RunningProcess } from './run-file'
import { supervise } from './supervise'
import { writeWhole } from './write-whole'

export interface RunningStores extends Stores {
  processes(): RunningProcess[]
  stop(): Promise<void>
}

/** Starts MongoDB and Redis, or uses those in the environment. */
export async function startStores(
  dataDir: string,
  ports: ClaimedPorts,
  onRestart: () => void,
): Promise<RunningStores> {
  const { MONGODB_URI, REDIS_URL, SECRETS_DIR } = environment()
  const starting = [
    MONGODB_URI || SECRETS_DIR
      ? Promise.resolve(undefined)
      : startMongo(dataDir, await ports.next(), onRestart),
    REDIS_URL ? Promise.resolve(undefined) : startRedis(dataDir, await ports.next(), onRestart),
  ] as const
  const [mongo, redis] = await Promise.all(starting).catch(async (error: unknown) => {
    // A store that did start would keep this process running.
    for (const store of await Promise.allSettled(starting))
      if (store.status === 'fulfilled') await store.value?.stop()
    throw error
  })
  return {
    mongoUri: MONGODB_URI || mongo?.uri || '',
    redisUrl: REDIS_URL || redis?.url || '',
    processes: () => [
      ...(mongo ? [{ name: mongo.name, pid: mongo.pid() ?? 0, port: mongo.port }] : []),
      ...(redis ? [{ name: 'redis', pid: redis.pid() ?? 0, port: redis.port }] : []),
    ],
    async stop() {
      await redis?.stop()
      await mongo?.stop()
    },
  }
}

export interface RunningMongo {
  name: string
  port: number
  pid(): number | undefined
  uri: string
  stop(): Promise<void>
}

/** The mongod on the PATH where it is 7 or newer, otherwise the embedded server, on a data folder and with a password. */
export async function startMongo(
  dataDir: string,
  port: number,
  onRestart: () => void,
): Promise<RunningMongo> {
  const version = findMongod()
  say(
    version
      ? `MongoDB is the mongod ${version} on the PATH`
      : 'MongoDB is the embedded server: there is no mongod 7 or newer on the PATH',
  )
  // Each has data of its own.
  const directory = path.join(dataDir, version ? 'mongod' : 'mongo')
  const passwordFile = path.join(directory, 'password')
  const password = await ensurePassword(passwordFile)
  if (version) {
    const root = { user: 'root', password }
    const mongod = await keepRunning(
      'mongod',
      () => startMongod({ directory, port, root, isDetached: true }),
      onRestart,
    )
    return { name: 'mongod', port, uri: mongod.first.uri, pid: mongod.pid, stop: mongod.stop }
  }
  const embedded = supervise(
    {
      name: 'embedded-mongo',
      port,
      entry: 'tools/embedded-mongo/dist/main.js',
      env: {
        NODE_ENV: 'development',
        EMBEDDED_MONGO_DIR: directory,
        EMBEDDED_MONGO_PORT: String(port),
        EMBEDDED_MONGO_ROOT_PASSWORD_FILE: passwordFile,
        // As in production: retryable writes.
        EMBEDDED_MONGO_REPLICA_SET: 'offquad',
      },
    },
    path.join(dataDir, 'logs'),
    onRestart,
  )
  await embedded.ready().catch(async (error: unknown) => {
    await embedded.stop()
    throw error
  })
  return { ...embedded, uri: `mongodb://root:${password}@127.0.0.1:${port}` }
}

const createPassword = (): string => randomBytes(24).toString('base64url')

/** The password in a file beside the data that it protects, made when there is none yet. */
async function ensurePassword(file: string): Promise<string> {
  const stored = await readFile(file, 'utf8').catch(() => undefined)
  if (stored) return stored
  const password = createPassword()
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await writeWhole(file, password)
  return password
}

async function startRedis(dataDir: string, port: number, onRestart: () => void) {
  const directory = redisFolder(dataDir)
  const password = createPassword()
  const start = () =>
    startEmbeddedRedis({ directory, port, settings: { requirepass: password }, isDetached: true })
  const redis = await keepRunning('redis', start, onRestart).catch((error: Error) => {
    throw new CommandFailure(
      `${error.message}. If its files in ${directory} are damaged, delete that folder: queues fill up again automatically.`,
    )
  })
  return { url: `redis://:${password}@127.0.0.1:${port}`, port, pid: redis.pid, stop: redis.stop }
}
