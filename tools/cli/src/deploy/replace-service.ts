import path from 'node:path'
import { type Trial, tryBeside } from '@offquad/releases/service-trial'
import { CommandFailure } from '../command-failure'
import { restartService } from '../dev/restart-service'
import { findSlices, urlSettingOf } from '../new/find-slices'
import { REPOSITORY } from '../config'
import { servicesFolder } from '../start/platform-plan'
import { claimPorts } from '../start/ports'
import { type RunFile } from '../start/run-file'
import { supervise, type Supervised } from '../start/supervise'
import { sayStep } from '../terminal'
import { type Gateway } from './gateway'
import { entryOf, install } from './service-versions'

interface Replacement {
  service: string
  version: string
  /** The version that it replaces. */
  running: string
  dataDir: string
  run: RunFile
  gateway: Gateway
  /** Absent: it is known to work. */
  trial: Trial | undefined
}

/**
 * Starts a version beside the one that runs, has the gateway check its calls and try it with some of the requests, and only
 * then restarts the service with it, while the instance beside it takes the requests.
 * @throws WorseVersionError, and CommandFailure or GatewayError when it does not start or is refused; the service runs as before
 */
export async function replaceService(replacement: Replacement): Promise<void> {
  const { service, version, gateway, trial } = replacement
  const ports = await claimPorts()
  const interruption = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort())
  const { signal } = interruption
  sayStep(`starting ${service} ${version} beside the version that runs`)
  const url = `http://127.0.0.1:${await ports.next()}`
  const beside = startBeside(replacement, url, await ports.next())
  const candidate = {
    service,
    url,
    file: fileOf(replacement),
    runningUrl: runningUrl(replacement),
    send: gateway.send,
  }
  try {
    await beside.ready()
    signal.throwIfAborted()
    await tryBeside(candidate, { trial, signal, replaceOthers: () => restartWith(version, replacement) })
  } catch (error) {
    throw signal.aborted ? new CommandFailure(`Interrupted: ${service} runs as before.`) : error
  } finally {
    await beside.stop()
    await ports.release()
  }
}

/** Goes back to the version that ran when the service does not start with the new one. */
async function restartWith(version: string, { service, running, dataDir }: Replacement): Promise<void> {
  await install(service, version)
  try {
    await restartService(service, dataDir)
  } catch (error) {
    await install(service, running)
    await restartService(service, dataDir).catch(() => undefined)
    throw error
  }
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

const runningUrl = ({ run, service }: Replacement): string =>
  `http://127.0.0.1:${run.processes.find(({ name }) => name === service)?.port}`

const fileOf = ({ service, dataDir }: Replacement): string => {
  const slice = findSlices(REPOSITORY).services.find(({ folder }) => folder === service)
  if (!slice) throw new CommandFailure(`${service} is not a service.`, 2)
  return path.join(servicesFolder(dataDir), urlSettingOf(slice))
}
