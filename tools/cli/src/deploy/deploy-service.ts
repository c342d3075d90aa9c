import { rm } from 'node:fs/promises'
import path from 'node:path'
import {
  getServiceHistory,
  noteServiceChange,
  type ServiceChange,
  type ServiceEntry,
} from '@offquad/contracts'
import { takeLock } from '@offquad/embedded-mongo/lock-file'
import { noting, type Trial, watch, WorseVersionError } from '@offquad/releases/service-trial'
import { readArguments } from '../arguments'
import { CommandFailure } from '../command-failure'
import { dataDirectory } from '../config'
import { readRunFile, type RunFile } from '../start/run-file'
import { print, sayStep } from '../terminal'
import { author, currentCommit } from './authorship'
import { describeEntry } from './describe-state'
import { findGateway, type Gateway, GatewayError } from './gateway'
import { prepareCanary } from './canary-partner'
import { readCanary } from './options'
import { replaceService } from './replace-service'
import { buildVersion, isKept, keepBuildsOf, keepRunning } from './service-versions'

const usageOf = (service: string) => `Usage: npm run deploy -w ${service} -- [options]
Builds the service and starts it beside the version that runs; services have no previews. It is refused where live
slices use a call that it lacks, gets a tenth of the requests for 20 seconds, and replaces the other one unless it fails
more often or is far slower.
  --with mfe-account try it with a canary of this frontend instead: whoever gets that gets both, and both stay or go
  --canary 10,50,100 the canary's share of visitors, with --with; see npm run deploy -w mfe-account -- --help
  --again            deploy a version although it was taken back
  --reason TEXT      why, for the history

npm run rollback -w ${service} -- [options]
Replaces the version that runs with the one before it, or with another one; builds nothing.
  --to VERSION       list shows which there are
  --reason TEXT      why, for the history

npm run list -w ${service}`

const TEXT = { type: 'string' } as const
/** Versions that a rollback can lead to; each takes 5 MB. */
const EARLIER_BUILDS = 5

export const deployService = (service: string, args: string[]) =>
  alone(service, (platform) => ship(args, platform))

export const rollBackService = (service: string, args: string[]) =>
  alone(service, (platform) => goBack(args, platform))

/** @throws CommandFailure when no platform runs, and while another process ships or rolls back the service */
async function alone(service: string, change: (platform: Platform) => Promise<void>): Promise<void> {
  const run = await readRunFile(dataDirectory())
  const file = path.join(dataDirectory(), `${service}.lock`)
  const holder = takeLock(file)
  if (holder) throw new CommandFailure(`Process ${holder} is shipping ${service}: wait until it has ended.`)
  const changing = findRunning(service).then((running) => change({ ...running, run }))
  await changing.finally(() => rm(file, { force: true }))
}

/** The version of a service that runs, and the gateway in front of it. */
interface Running {
  service: string
  running: string
  gateway: Gateway
}

type Platform = Running & { run: RunFile }

const findRunning = async (service: string): Promise<Running> => ({
  service,
  gateway: await findGateway(service, undefined),
  running: await keepRunning(service),
})

async function ship(args: string[], platform: Platform): Promise<void> {
  const { service } = platform
  const options = { again: { type: 'boolean' }, reason: TEXT, with: TEXT, canary: TEXT } as const
  const { values } = readArguments({ args, options }, usageOf(service))
  if ((values.with === undefined) !== (values.canary === undefined))
    throw new CommandFailure(`--with and --canary belong together.\n\n${usageOf(service)}`, 2)
  const version = await buildVersion(service)
  const failure = (await readHistory(platform)).find((entry) => entry.version === version)
  if (failure?.action === 'taken back' && !values.again)
    throw new CommandFailure(
      `${service} ${version} was taken back: ${failure.reason}. To deploy it all the same, use --again.`,
    )
  const trial =
    values.with === undefined
      ? ONE_IN_TEN
      : await prepareCanary(values.with, {
          ...readCanary(values.canary),
          reason: values.reason,
          isAgain: values.again ?? false,
        })
  await switchTo(platform, { version, action: 'deploy', reason: values.reason }, trial)
}

const ONE_IN_TEN: Trial = {
  run(complaint, signal) {
    sayStep('it gets a tenth of the requests')
    return watch(complaint, signal)
  },
}

async function goBack(args: string[], platform: Platform): Promise<void> {
  const { service } = platform
  const { values } = readArguments({ args, options: { to: TEXT, reason: TEXT } }, usageOf(service))
  const version = values.to ?? (await earlierVersions(platform))[0]
  if (version === undefined || !isKept(service, version))
    throw new CommandFailure(
      `There is no ${version ? `build of ${service} ${version}` : `earlier version of ${service}`}.`,
    )
  await switchTo(platform, { version, action: 'rollback', reason: values.reason })
}

export async function listService(service: string, args: string[]): Promise<void> {
  readArguments({ args, options: {} }, usageOf(service))
  const platform = await findRunning(service)
  print(
    [
      `${service} ${platform.running} is live.`,
      ...(await earlierVersions(platform)).map((version) => `A rollback can lead to ${version}.`),
      ...(await readHistory(platform)).map(describeEntry),
    ].join('\n'),
  )
}

/** Newest first. */
const readHistory = ({ gateway, service }: Omit<Running, 'running'>): Promise<ServiceEntry[]> =>
  gateway.send(getServiceHistory, { params: { service } })

/** Versions to go back to, newest first; what last happened to each decides whether it is one. */
async function earlierVersions({ running, ...of }: Running): Promise<string[]> {
  const mayRunAgain = new Map<string, boolean>()
  const judge = (version: string, verdict: boolean) =>
    mayRunAgain.has(version) || mayRunAgain.set(version, verdict)
  for (const { action, version, before } of await readHistory(of)) {
    judge(version, action !== 'taken back')
    judge(before, action !== 'rollback')
  }
  return [...mayRunAgain.keys()].filter(
    (version) => mayRunAgain.get(version) && version !== running && isKept(of.service, version),
  )
}

async function switchTo(
  platform: Platform,
  change: Pick<ServiceChange, 'version' | 'action' | 'reason'>,
  trial?: Trial,
): Promise<void> {
  const { service, running, gateway } = platform
  const { version } = change
  const noted = { ...change, before: running, by: await author(), commit: await currentCommit() }
  try {
    const shipping = replaceService({ ...platform, version, dataDir: dataDirectory(), trial })
    await noting(noted, shipping, (body) => gateway.send(noteServiceChange, { params: { service }, body }))
  } catch (error) {
    const isWorse = error instanceof WorseVersionError
    const { message } = error as Error
    const sentence = isWorse ? `${service} ${version} was taken back: ${message}.` : message
    if (isWorse || error instanceof GatewayError)
      throw new CommandFailure(`${sentence}\n${service} ${running} stays live.`)
    throw error
  }
  const earlier = await earlierVersions({ ...platform, running: version })
  await keepBuildsOf(service, [version, running, ...earlier.slice(0, EARLIER_BUILDS)])
  print(`${service} ${version} is live; before it was ${running}.`)
}
