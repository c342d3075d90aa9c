import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort, readRun, REPOSITORY, sharedPlatform, waitFor } from './platform'
import { type Balancer } from './balancer'

/** A process of a service or worker that runs beside others of its kind. */
export interface Instance {
  port: number
  child: ChildProcess
  output(): string
}

/** Starts one and waits until it is ready, as whoever rolls out a new version does. */
export async function startInstance(entry: string, env: NodeJS.ProcessEnv): Promise<Instance> {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [entry], {
    cwd: REPOSITORY,
    env: { ...process.env, ...env, PORT: String(port), METRICS_PORT: String(metricsPort) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await waitFor(`${entry} to be ready`, async () => {
    if (child.exitCode !== null) throw new Error(output)
    return (await fetch(`http://127.0.0.1:${metricsPort}/healthz`)).ok
  })
  return { port, child, output: () => output }
}

/** Tells it to stop, waits for its end, and answers the exit code. */
export async function stopInstance({ child }: Instance): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = (await ended) as [number | null]
  return code
}

/** One more first, then one less: as Kubernetes replaces a pod, with nothing but SIGTERM for the old one. */
export async function replace(
  old: Instance,
  { entry, env, balancer }: { entry: string; env: NodeJS.ProcessEnv; balancer?: Balancer | undefined },
): Promise<{ instance: Instance; code: number | null }> {
  const instance = await startInstance(entry, env)
  balancer?.add(instance.port)
  balancer?.remove(old.port)
  return { instance, code: await stopInstance(old) }
}

/** What instances beside the shared platform need to be part of it, on its stores and with its keys. */
export async function settingsOfSharedPlatform(): Promise<NodeJS.ProcessEnv> {
  const { dataDir } = sharedPlatform()
  const { processes } = await readRun(dataDir)
  const portOf = (name: string) => processes.find((process) => process.name === name)?.port ?? 0
  return {
    MONGODB_URI: `mongodb://127.0.0.1:${portOf('embedded-mongo')}`,
    REDIS_URL: `redis://127.0.0.1:${portOf('redis')}`,
    ACCESS_TOKEN_PRIVATE_KEY_FILE: path.join(dataDir, 'keys/access-token.pem'),
    GOOGLE_CLIENT_ID: 'nobody-signs-in-here',
    // As those of the platform: instances that disagree take each other's roles back.
    ADMIN_EMAILS: 'admin@cornell.edu',
    DEVELOPER_EMAILS: 'developer@cornell.edu',
    MF_DIR: path.join(dataDir, 'mf'),
    MEDIA_DIR: path.join(dataDir, 'media'),
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'warn',
  }
}
