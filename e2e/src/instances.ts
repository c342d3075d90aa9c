import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from '@offquad/service-kit/testing/free-port'
import { readRun, REPOSITORY, sharedPlatform, waitFor } from './platform'
import { type Balancer } from './balancer'

/** An additional instance of a service or worker. */
export interface Instance {
  port: number
  child: ChildProcess
  output(): string
}

/** An instance that outlives its test would write to the Redis of the next. */
const LEAVE_WITH_PARENT = pathToFileURL(
  path.join(REPOSITORY, 'tools/cli/src/start/leave-with-parent.mjs'),
).href

/** Starts an instance and waits until it is ready, as in a rolling update. */
export async function startInstance(entry: string, env: NodeJS.ProcessEnv): Promise<Instance> {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, ['--import', LEAVE_WITH_PARENT, entry], {
    cwd: REPOSITORY,
    env: { ...process.env, ...env, PORT: String(port), METRICS_PORT: String(metricsPort) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await waitFor(`${entry} to be ready`, async () => {
    if (child.exitCode !== null) throw new Error(output)
    return (await fetch(`http://127.0.0.1:${metricsPort}/healthz`)).ok
  })
  return { port, child, output: () => output }
}

/** Stops an instance with SIGTERM. @returns its exit code */
export async function stopInstance({ child }: Instance): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = (await ended) as [number | null]
  return code
}

/** Starts the new instance before stopping the old one with SIGTERM, like Kubernetes replaces a pod. */
export async function replace(
  old: Instance,
  { entry, env, balancer }: { entry: string; env: NodeJS.ProcessEnv; balancer?: Balancer | undefined },
): Promise<{ instance: Instance; code: number | null }> {
  const instance = await startInstance(entry, env)
  balancer?.add(instance.port)
  balancer?.remove(old.port)
  return { instance, code: await stopInstance(old) }
}

/** The environment with which additional instances join the shared platform: its stores and its keys. */
export async function settingsOfSharedPlatform(): Promise<NodeJS.ProcessEnv> {
  const { dataDir } = sharedPlatform()
  const { stores } = await readRun(dataDir)
  return {
    MONGODB_URI: stores.mongoUri,
    REDIS_URL: stores.redisUrl,
    ACCESS_TOKEN_PRIVATE_KEY_FILE: path.join(dataDir, 'keys/access-token.pem'),
    GOOGLE_CLIENT_ID: 'nobody-signs-in-here',
    // The same as the platform's: instances with different settings revoke each other's roles.
    ADMIN_EMAILS: 'admin@cornell.edu',
    DEVELOPER_EMAILS: 'developer@cornell.edu',
    MF_DIR: path.join(dataDir, 'mf'),
    MEDIA_DIR: path.join(dataDir, 'media'),
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'warn',
  }
}
