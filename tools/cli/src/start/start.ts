import path from 'node:path'
import { startDevIdentity } from '@offquad/dev-identity'
import { readArguments } from '../arguments'
import { dataDirectory, devIdentityPort, environment, gatewayPort } from '../config'
import { ensureSystemPackage, REDIS } from '../system-packages'
import { say, sayStep } from '../terminal'
import { lockData } from './data-lock'
import { isFirstDataLoaded } from './first-data-state'
import { planPlatform } from './platform-plan'
import { endWithShell } from './end-with-shell'
import { forgetJoined, JOIN_SIGNAL, joinServices } from './join-services'
import { checkGatewayPort, claimPorts, portsByName } from './ports'
// Not `{ type Preparation }`, for which esbuild keeps the import: it would load what only that step needs.
import type { DifferingBuild } from './build-and-deploy'
import type { Preparation } from './prepare'
import { endLeftoverProcesses, removeRunFile, type RunFile, writeRunFile } from './run-file'
import { BUILD_STEP, FIRST_DATA_STEP, startStep } from './run-step'
import { configuredRoles, ensureSigningKey, throwIfGoogleClient } from './sign-in'
import { READY, SERVICES, STORES } from './stages'
import { startStores } from './stores'
import { printSummary } from './summary'
import { supervise, type Supervised } from './supervise'

type Closer = () => Promise<unknown>

const USAGE = `Usage: npm start -- [--publish]
  --publish  replace the frontends that are live with the ones built from this folder`

/** Builds the product from this folder, starts it, loads the first data, and supervises it until it is stopped. */
export async function start(args: string[]): Promise<void> {
  const { values } = readArguments({ args, options: { publish: { type: 'boolean' } } }, USAGE)
  throwIfGoogleClient(environment())
  // Their file may be on a full disk, and their terminal may have been closed.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  const closers: Closer[] = []
  const stopping = new AbortController()
  const close = once(async () => {
    for (const closer of closers.toReversed()) await closer()
  })
  const stop = () => {
    stopping.abort()
    sayStep('stopping')
    void close().then(() => process.exit(0))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  if (environment().npm_lifecycle_event) endWithShell(stop)
  try {
    await startPlatform(closers, stopping.signal, values.publish ?? false)
  } catch (error) {
    // Stopping caused the failure; the signal handler above exits.
    if (stopping.signal.aborted) return await new Promise(() => undefined)
    await close()
    throw error
  }
}

async function startPlatform(
  closers: Closer[],
  signal: AbortSignal,
  isPublishForced: boolean,
): Promise<void> {
  const dataDir = dataDirectory()
  const port = await checkGatewayPort(gatewayPort())
  closers.push(await lockData(dataDir))
  await endLeftoverProcesses(dataDir)
  await ensureSigningKey(dataDir)
  const url = `http://localhost:${port}`
  const building = startStep(BUILD_STEP, [url, ...(isPublishForced ? ['publish'] : [])], signal)
  closers.push(() => building.stop())
  if (!environment().REDIS_URL) ensureSystemPackage(REDIS)
  const preparation = JSON.parse(await building.nextLine()) as Preparation

  const services: Supervised[] = []
  // Restarts before the run file exists need not update it.
  let publishRun: () => Promise<void> = () => Promise.resolve()
  const onRestart = () =>
    void publishRun().catch((error: unknown) => say(`run.json was not written: ${String(error)}`))

  sayStep(STORES.step, STORES)
  const ports = await claimPorts()
  closers.push(() => ports.release())
  const stores = await startStores(dataDir, ports, onRestart)
  closers.push(() => stores.stop())
  const identity = await startIdentity(preparation, closers)
  const portOf = portsByName(ports)
  const readPlans = () =>
    planPlatform({
      dataDir,
      gatewayPort: port,
      portOf,
      stores,
      identity: identity.environment,
      signIn: identity.signIn,
      roles: configuredRoles(preparation),
      timetable: preparation.timetable,
    })
  const logs = path.join(dataDir, 'logs')
  sayStep(SERVICES.step, SERVICES)
  closers.push(() => stopAll(services))
  await forgetJoined(dataDir)
  for (const plan of await readPlans()) services.push(supervise(plan, logs, onRestart))
  const [differing] = await Promise.all([
    building.nextLine().then((line) => JSON.parse(line) as DifferingBuild[]),
    ...services.map((service) => service.ready()),
  ])

  let isLoaded = !identity.url || isFirstDataLoaded(dataDir)
  const currentRun = (): RunFile => ({
    url,
    pid: process.pid,
    ...(identity.url && { identityUrl: identity.url }),
    emailDomain: preparation.emailDomain,
    stores: { mongoUri: stores.mongoUri, redisUrl: stores.redisUrl },
    isLoaded,
    processes: [
      ...stores.processes(),
      ...services.map(({ name, pid, port, metricsPort, env }) => ({
        name,
        pid: pid() ?? 0,
        port,
        metricsPort,
        env,
      })),
    ],
  })
  publishRun = () => writeRunFile(dataDir, currentRun())
  let joining = Promise.resolve()
  process.on(JOIN_SIGNAL, () => {
    joining = joining
      .then(() =>
        joinServices({
          dataDir,
          services,
          readPlans,
          start: (plan) => supervise(plan, logs, onRestart),
        }),
      )
      .catch((error: unknown) => say((error as Error).message))
      .then(publishRun)
  })
  await publishRun()
  closers.push(() => removeRunFile(dataDir))
  if (!isLoaded) {
    await loadFirstData(services, signal)
    isLoaded = true
    await publishRun()
  }
  sayStep(READY.step, READY)
  printSummary({
    run: currentRun(),
    dataDir,
    accounts: preparation.accounts,
    differing,
  })
}

const LOAD_ATTEMPTS = 3

/** Again where a process of the platform was restarted meanwhile: what is loaded already is not added twice. */
async function loadFirstData(services: readonly Supervised[], signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await startStep(FIRST_DATA_STEP, [], signal).finish()
    } catch (error) {
      if (attempt === LOAD_ATTEMPTS || signal.aborted) throw error
      sayStep('waiting for the services, to load the first data again')
      await Promise.all(services.map((service) => service.ready()))
    }
}

/** The stand-in for Google, unless Google itself is configured. */
async function startIdentity({ accounts, emailDomain }: Preparation, closers: Closer[]) {
  const { GOOGLE_CLIENT_ID } = environment()
  if (GOOGLE_CLIENT_ID)
    return { url: undefined, environment: { GOOGLE_CLIENT_ID }, signIn: { GOOGLE_CLIENT_ID } }
  const audience = 'offquad-development'
  const identity = await startDevIdentity({
    port: devIdentityPort(),
    accounts,
    audience,
    emailDomain,
  })
  closers.push(() => identity.close())
  return {
    url: identity.url,
    environment: {
      GOOGLE_CLIENT_ID: audience,
      GOOGLE_CERTS_URL: identity.certsUrl,
      GOOGLE_ISSUERS: identity.issuer,
    },
    signIn: { GOOGLE_CLIENT_ID: audience, SIGN_IN_CHOOSER_URL: `${identity.url}/authorize` },
  }
}

// The gateway first, so that it accepts no requests while the services stop.
async function stopAll(services: Supervised[]): Promise<void> {
  const [gateway, ...others] = services.toReversed()
  await gateway?.stop()
  await Promise.all(others.map((service) => service.stop()))
}

function once<T>(action: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => (running ??= action())
}
