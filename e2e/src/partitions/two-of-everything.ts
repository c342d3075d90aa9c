import { type ChildProcess, execFileSync } from 'node:child_process'
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Role } from '@offquad/contracts'
import { REPOSITORY, waitFor } from '../platform'
import { type Network } from './network'

/** The machines: a worker runs beside each instance of its service. */
export const MACHINES = [
  'mongo',
  'redis',
  'users-1',
  'users-2',
  'reviews-1',
  'reviews-2',
  'catalog-1',
  'catalog-2',
  'gateway-1',
  'gateway-2',
] as const
export const GATEWAYS = ['gateway-1', 'gateway-2'] as const

const PORTS = { gateway: 8080, catalog: 4001, reviews: 4002, users: 4003, mongo: 27017, redis: 6379 }
const METRICS_PORT = 9464
const WORKER_METRICS_PORT = 9465
const TOKEN_LIFE_SECONDS = 3600
const HEAP = '--max-old-space-size=192'

/** Passes connections to an address on to the same port of the loopback interface, from when that one listens. */
const RELAY = `
const { connect, createServer } = require('node:net')
const { pipeline } = require('node:stream')
const [port, address] = process.argv.slice(1)
const here = () => connect(port, '127.0.0.1')
const relay = createServer((socket) => pipeline(socket, here(), socket, () => undefined))
const listenWhenReady = () =>
  here()
    .once('error', () => setTimeout(listenWhenReady, 100))
    .once('connect', function () {
      this.destroy()
      relay.listen(port, address)
    })
listenWhenReady()
`

export interface TwoOfEverything {
  /** URLs of both gateways. */
  urls: readonly [string, string]
  tokenOf(userId: string, role: Role): string
  /** Commands that Redis refused a process; empty when there are none. */
  refusedByRedis(): string
  /** The output of all processes. */
  output(): string
  close(): Promise<void>
}

/** Two gateways, services and workers on one MongoDB and one Redis, each on a machine of its own. */
export async function startTwoOfEverything(network: Network): Promise<TwoOfEverything> {
  const folder = await mkdtemp(path.join(tmpdir(), 'offquad-partitions-'))
  const outputs = new Map<string, string>()
  const machine = (name: string) => {
    const node = network.machines.get(name)
    if (!node) throw new Error(`there is no machine ${name}`)
    return node
  }
  const urlOf = (name: string, port: number) => `http://${machine(name).address}:${port}`
  const both = (name: keyof typeof PORTS) =>
    [`${name}-1`, `${name}-2`].map((instance) => urlOf(instance, PORTS[name])).join()

  function start(on: string, process: string, command: string, args: string[], env: NodeJS.ProcessEnv) {
    const child = machine(on).spawn(command, args, env)
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) =>
        outputs.set(process, ((outputs.get(process) ?? '') + chunk.toString()).slice(-200_000)),
      )
    return child
  }

  async function whenReady(what: string, url: string, child: ChildProcess): Promise<void> {
    await waitFor(
      what,
      async () => {
        if (child.exitCode !== null) return true
        return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok
      },
      180_000,
    )
    if (child.exitCode !== null) throw new Error(`${what} ended:\n${outputs.get(what)}`)
  }

  async function whenListening(name: string, port: number): Promise<void> {
    await waitFor(name, async () => {
      const socket = connect(port, machine(name).address)
      await once(socket, 'connect')
      socket.destroy()
      return true
    })
  }

  const { privateKey } = generateKeyPairSync('ed25519')
  const keyFile = path.join(folder, 'access-token.pem')
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  for (const name of ['mf', 'media', 'mail', 'mongo', 'redis']) await mkdir(path.join(folder, name))

  const secrets = path.join(folder, 'secrets')
  execFileSync('bash', [path.join(REPOSITORY, 'deploy/redis/make-users.sh'), secrets])
  const passwordOf = (user: string) => readFileSync(path.join(secrets, `redis-${user}.password`), 'utf8')
  startStores()
  // A service ends when it finds no database within its first seconds.
  await Promise.all([whenListening('mongo', PORTS.mongo), whenListening('redis', PORTS.redis)])
  const common = {
    // Others than this machine reach them.
    NODE_ENV: 'production',
    MONGODB_URI: `mongodb://${machine('mongo').address}:${PORTS.mongo}/?directConnection=true`,
    USERS_URL: both('users'),
    SVC_CATALOG_URL: both('catalog'),
    SVC_REVIEWS_URL: both('reviews'),
    SVC_USERS_URL: both('users'),
    PUBLIC_URL: 'https://localhost',
    GOOGLE_CLIENT_ID: 'nobody-signs-in-here',
    ACCESS_TOKEN_PRIVATE_KEY_FILE: keyFile,
    MEDIA_DIR: path.join(folder, 'media'),
    MAIL_DIR: path.join(folder, 'mail'),
    MF_DIR: path.join(folder, 'mf'),
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'info',
  }

  async function startProcess(on: string, entry: string, port: number, metricsPort: number): Promise<void> {
    const { address } = machine(on)
    const [slice = '', , file = ''] = entry.split('/')
    const redisUser = file === 'worker.js' ? `${slice}-worker` : slice
    const child = start(on, `${on} ${entry}`, process.execPath, [HEAP, path.join(REPOSITORY, entry)], {
      ...common,
      HOST: address,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      REDIS_URL: `redis://${redisUser}:${passwordOf(redisUser)}@${machine('redis').address}:${PORTS.redis}`,
      ...(entry.startsWith('svc-users') && { SVC_CATALOG_URL: urlOf('catalog-1', PORTS.catalog) }),
      ...(entry.startsWith('svc-catalog') && { SVC_REVIEWS_URL: urlOf('reviews-1', PORTS.reviews) }),
    })
    await whenReady(`${on} ${entry}`, `http://${address}:${metricsPort}/healthz`, child)
  }

  function startStores(): void {
    start(
      'mongo',
      'mongo',
      process.execPath,
      [HEAP, path.join(REPOSITORY, 'tools/embedded-mongo/dist/main.js')],
      {
        NODE_ENV: 'development',
        EMBEDDED_MONGO_DIR: path.join(folder, 'mongo'),
        EMBEDDED_MONGO_PORT: String(PORTS.mongo),
        EMBEDDED_MONGO_REPLICA_SET: 'offquad',
      },
    )
    // The embedded MongoDB listens on its loopback interface alone.
    start(
      'mongo',
      'mongo-relay',
      process.execPath,
      ['-e', RELAY, String(PORTS.mongo), machine('mongo').address],
      {},
    )
    const redis = machine('redis').address
    start(
      'redis',
      'redis',
      'redis-server',
      [
        '--bind',
        redis,
        '--port',
        String(PORTS.redis),
        '--protected-mode',
        'no',
        '--aclfile',
        path.join(secrets, 'redis-users.acl'),
        '--dir',
        path.join(folder, 'redis'),
        '--appendonly',
        'yes',
        '--maxmemory-policy',
        'noeviction',
      ],
      {},
    )
  }

  for (const number of [1, 2]) {
    await startProcess(`users-${number}`, 'svc-users/dist/main.js', PORTS.users, METRICS_PORT)
    await Promise.all([
      startProcess(`reviews-${number}`, 'svc-reviews/dist/main.js', PORTS.reviews, METRICS_PORT),
      startProcess(`catalog-${number}`, 'svc-catalog/dist/main.js', PORTS.catalog, METRICS_PORT),
    ])
    await Promise.all([
      startProcess(`reviews-${number}`, 'svc-reviews/dist/worker.js', 0, WORKER_METRICS_PORT),
      startProcess(`catalog-${number}`, 'svc-catalog/dist/worker.js', 0, WORKER_METRICS_PORT),
    ])
  }
  for (const gateway of GATEWAYS)
    await startProcess(gateway, 'gateway/dist/main.js', PORTS.gateway, METRICS_PORT)

  return {
    urls: [urlOf('gateway-1', PORTS.gateway), urlOf('gateway-2', PORTS.gateway)],
    tokenOf: (userId, role) => accessToken(privateKey, userId, role),
    refusedByRedis: () =>
      execFileSync(
        'redis-cli',
        ['-h', machine('redis').address, '-p', String(PORTS.redis), '--user', 'operator', 'ACL', 'LOG'],
        {
          encoding: 'utf8',
          env: { ...process.env, REDISCLI_AUTH: passwordOf('operator') },
        },
      ).trim(),
    output: () => [...outputs].map(([name, text]) => `== ${name}\n${text}`).join('\n'),
    async close() {
      await network.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** An access token like those of svc-users. */
function accessToken(key: KeyObject, userId: string, role: Role): string {
  const { crv, kty, x } = createPublicKey(key).export({ format: 'jwk' })
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url')
  const issuedAt = Math.floor(Date.now() / 1000)
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = [
    encode({ alg: 'EdDSA', typ: 'JWT', kid }),
    encode({
      sub: userId,
      role,
      ver: 0,
      auth_time: issuedAt,
      iat: issuedAt,
      exp: issuedAt + TOKEN_LIFE_SECONDS,
      iss: 'offquad',
      aud: 'offquad',
    }),
  ].join('.')
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
}
