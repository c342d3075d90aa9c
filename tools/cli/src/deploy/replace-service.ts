import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { checkServiceVersion, getServiceTrial, type ServiceTrial } from '@offquad/contracts'
import { CommandFailure } from '../command-failure'
import { restartService } from '../dev/restart-service'
import { findSlices, urlSettingOf } from '../new/find-slices'
import { REPOSITORY } from '../config'
import { servicesFolder } from '../start/platform-plan'
import { claimPorts } from '../start/ports'
import { type RunFile } from '../start/run-file'
import { supervise, type Supervised } from '../start/supervise'
import { writeWhole } from '../start/write-whole'
import { sayStep } from '../terminal'
import { type Gateway } from './gateway'
import { entryOf, install } from './service-versions'

interface Replacement {
  service: string
  version: string
  dataDir: string
  run: RunFile
  gateway: Gateway
  /** How long it is compared with the version that runs before it replaces it, in milliseconds; 0: it is known to work. */
  trialMs: number
}

/** A version that was on trial did worse than the one that runs. */
export class WorseVersionError extends CommandFailure {}

const POLL_MS = 250
/** The gateway reads its folder of services every two seconds. */
const ROUTED_WITHIN_MS = 15_000

/**
 * Starts a version beside the one that runs, has the gateway check its calls and try it with some of the requests, and only
 * then restarts the service with it, while the instance beside it takes the requests.
 * @throws WorseVersionError, and CommandFailure or GatewayError when it does not start or is refused; the service runs as before
 */
export async function replaceService(replacement: Replacement): Promise<void> {
  const { service, version, dataDir, gateway, trialMs } = replacement
  const ports = await claimPorts()
  const interruption = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort())
  const { signal } = interruption
  sayStep(`starting ${service} ${version} beside the version that runs`)
  const url = `http://127.0.0.1:${await ports.next()}`
  const beside = startBeside(replacement, url, await ports.next())
  const removeBeside = () =>
    removeFromGateway(replacement, url).finally(async () => {
      await beside.stop()
      await ports.release()
    })
  try {
    await beside.ready()
    signal.throwIfAborted()
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as unknown
    await gateway.send(checkServiceVersion, { params: { service }, body: document })
    await addToGateway(replacement, url)
    sayStep(`${service} ${version} gets a tenth of the requests`)
    await compare(replacement, trialMs, signal)
    await addToGateway(replacement, `${url}#all`)
    // From here on, finishing is faster than going back.
    signal.throwIfAborted()
    await install(service, version)
    await restartService(service, dataDir)
  } catch (error) {
    // If the gateway is away, removing fails as well; the first error says why.
    await removeBeside().catch(() => undefined)
    throw error
  }
  await removeBeside()
}

function startBeside(
  { service, version, dataDir, run }: Replacement,
  url: string,
  metricsPort: number,
): Supervised {
  const { env } = run.processes.find(({ name }) => name === service) ?? {}
  if (!env)
    throw new CommandFailure(`The platform does not run ${service}: npm run dev -w ${service} adds it.`)
  const { port } = new URL(url)
  const plan = {
    name: `${service} ${version}`,
    entry: entryOf(service, version),
    port: Number(port),
    readyUrl: `${url}/readyz`,
    env: { ...env, PORT: port, METRICS_PORT: String(metricsPort) },
  }
  return supervise(plan, path.join(dataDir, 'logs'), () => undefined)
}

async function addToGateway(replacement: Replacement, url: string): Promise<void> {
  const file = fileOf(replacement)
  await writeWhole(file, [...(await ownUrl(replacement)), url].join(','))
  await until(replacement, (trial) => `${trial.url}${trial.getsAll ? '#all' : ''}` === url)
}

async function removeFromGateway(replacement: Replacement, url: string): Promise<void> {
  const file = fileOf(replacement)
  const [own] = await ownUrl(replacement)
  await (own ? writeWhole(file, own) : rm(file, { force: true }))
  await until(replacement, (trial) => trial.url !== url)
}

/** Of a service that joined the platform, whose URL the gateway has from the file alone. */
async function ownUrl(replacement: Replacement): Promise<string[]> {
  const { run, service } = replacement
  const text = await readFile(fileOf(replacement), 'utf8').catch(() => '')
  const running = run.processes.find(({ name }) => name === service)
  return text.split(',').filter((url) => url === `http://127.0.0.1:${running?.port}`)
}

const fileOf = ({ service, dataDir }: Replacement): string => {
  const found = findSlices(REPOSITORY).services.find(({ folder }) => folder === service)
  if (!found) throw new CommandFailure(`${service} is not a service.`, 2)
  return path.join(servicesFolder(dataDir), urlSettingOf(found))
}

async function compare(replacement: Replacement, trialMs: number, signal: AbortSignal): Promise<void> {
  const { service, version } = replacement
  for (
    const endsAt = Date.now() + trialMs;
    Date.now() < endsAt;
    await delay(POLL_MS, undefined, { signal })
  ) {
    const { complaint } = await trialOf(replacement)
    if (complaint !== undefined)
      throw new WorseVersionError(`${service} ${version} was taken back: ${complaint}.`)
  }
}

async function until(replacement: Replacement, isReached: (trial: ServiceTrial) => boolean): Promise<void> {
  for (
    const endsAt = Date.now() + ROUTED_WITHIN_MS;
    !isReached(await trialOf(replacement));
    await delay(POLL_MS)
  )
    if (Date.now() > endsAt)
      throw new CommandFailure('The gateway does not read its folder of services; its log says why.')
}

const trialOf = ({ service, gateway }: Replacement) =>
  gateway.send<ServiceTrial>(getServiceTrial, { params: { service } })
