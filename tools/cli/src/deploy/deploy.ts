import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type DeployState,
  getDeploys,
  promoteCanary,
  pruneVersions,
  retireApp,
  rollBack,
} from '@offquad/contracts'
import { type App, findApps } from '../build/apps'
import { buildApps } from '../build/build-apps'
import { describeBuild } from '../build/describe-build'
import { CommandFailure } from '../command-failure'
import { dataDirectory } from '../config'
import { print, sayStep } from '../terminal'
import { author, isMissingFromBranch } from './authorship'
import { deployBuild } from './deploy-build'
import { describeLive, describeState, previewPathFor } from './describe-state'
import { findGateway, type Gateway, GatewayError, NoGatewayError } from './gateway'
import {
  type DeployOptions,
  readDeployOptions,
  readGatewayOption,
  readPromoteOptions,
  readRetireOptions,
  readRollbackOptions,
} from './options'

/** Builds the slice of this folder, uploads its files and makes it live; with `--built` it deploys what is in `dist`. */
export async function deploy(args: string[]): Promise<void> {
  const service = serviceHere()
  if (service) return (await import('./deploy-service')).deployService(service, args)
  const options = readDeployOptions(args)
  const app = findApp()
  const gateway = await findGateway(app.folder, options.gateway)
  if (!options.isBuilt) await buildApps([app])
  const build = await describeBuild(app)
  const { version, remote } = build.published
  if (!options.isBuilt && !options.isPreview && !options.isAgain) await throwIfBehind(gateway, app.folder)
  if (options.isBuilt) {
    const reason = await reasonNotToDeploy(gateway, app.folder, version, options)
    if (reason) return print(reason)
  }
  let state: DeployState
  try {
    state = await deployBuild(gateway, build, options)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    // The version is live already, as when a CI job runs again.
    if (error.code === 'live-already') return print(`${app.folder} ${error.message}`)
    // Someone else deployed between the check above and this request.
    const isSkipped = options.isBuilt && CODES_OF_SKIPPED_DEPLOYS.has(error.code)
    if (!isSkipped) throw error
    return print(`${app.folder} ${version} was NOT deployed: ${error.message}`)
  }
  if (state.previewPath)
    return print(
      `${app.folder} ${version} changes nothing for visitors. This link shows it:\n${gateway.url}${previewPathFor({ remote }, state.previewPath)}`,
    )
  await printServed(gateway, app.folder, state)
}

/** Gives the canary to all visitors. */
export async function promote(args: string[]): Promise<void> {
  const { gateway: url, version, reason } = readPromoteOptions(args)
  const app = findApp().folder
  const gateway = await findGateway(app, url)
  const body = { version, reason, by: await author() }
  await printServed(gateway, app, await gateway.send<DeployState>(promoteCanary, { params: { app }, body }))
}

/** Ends the canary, or makes a previous version live again, in the stored state when no gateway runs. */
export async function rollback(args: string[]): Promise<void> {
  const service = serviceHere()
  if (service) return (await import('./deploy-service')).rollBackService(service, args)
  const { gateway: url, to, reason, 'with-remotes': withRemotes } = readRollbackOptions(args)
  const app = findApp().folder
  const named = { to, reason, by: await author() }
  let gateway: Gateway
  let state: DeployState
  try {
    gateway = await findGateway(app, url)
    state = await gateway.send<DeployState>(rollBack, { params: { app }, body: { ...named, withRemotes } })
  } catch (error) {
    if (!(error instanceof NoGatewayError)) throw error
    if (!error.isLocal)
      throw new CommandFailure(
        `${error.message}\nWhere the gateway has its settings, this rolls back without it: node dist/command.js rollback ${app}`,
      )
    sayStep(`${error.message} Rolling back in the stored state`)
    const options = Object.entries(named).flatMap(([name, value]) => (value ? [`--${name}=${value}`] : []))
    if (withRemotes) options.push('--with-remotes')
    // Not part of the images that deploy one slice.
    const { runOperatorCommand } = await import('../operator-command')
    return runOperatorCommand('gateway', ['rollback', app, ...options], {
      MF_DIR: path.join(dataDirectory(), 'mf'),
    })
  }
  await printServed(gateway, app, state)
}

/** Takes the slice off the site. */
export async function retire(args: string[]): Promise<void> {
  const { gateway: url, reason } = readRetireOptions(args)
  const app = findApp().folder
  const gateway = await findGateway(app, url)
  await gateway.send(retireApp, { params: { app }, body: { reason, by: await author() } })
  print(`${app} is retired: its pages and slots are off the site. Deploying it brings it back.`)
}

/** Shows what is live, which versions a rollback can restore, and who changed what when. */
export async function list(args: string[]): Promise<void> {
  const service = serviceHere()
  if (service) return (await import('./deploy-service')).listService(service, args)
  const app = findApp().folder
  const gateway = await findGateway(app, readGatewayOption('list', args).gateway)
  print(describeState(app, await gateway.send<DeployState>(getDeploys, { params: { app } }), gateway.url))
}

/** Removes versions that nothing needs any more. */
export async function prune(args: string[]): Promise<void> {
  const app = findApp().folder
  const gateway = await findGateway(app, readGatewayOption('prune', args).gateway)
  const { removed } = await gateway.send<{ removed: string[] }>(pruneVersions, { params: { app } })
  print(removed.length > 0 ? `Removed ${removed.join(', ')}.` : 'There is nothing to remove.')
}

/** The service in whose folder the command runs. */
function serviceHere(): string | undefined {
  const name = path.basename(process.cwd())
  return name.startsWith('svc-') ? name : undefined
}

/** The slice in whose folder the command runs, as with `npm run ... -w mfe-browse`. */
function findApp(): App {
  const name = path.basename(process.cwd())
  const app = findApps().find(({ folder, kind }) => folder === name && kind === 'frontend')
  if (!app)
    throw new CommandFailure(
      `${name} is not a frontend: start this command with -w shell or -w mfe-<name>.`,
      2,
    )
  return app
}

/**
 * Why an image does not deploy; undefined when it does. Restart policies, reboots and rescheduling start images again,
 * which must not undo what the team has done since: a rollback, a newer version, a canary.
 */
async function reasonNotToDeploy(
  gateway: Gateway,
  app: string,
  version: string,
  { isAgain, isPreview, replacesCanary }: DeployOptions,
): Promise<string | undefined> {
  const state = await findState(gateway, app)
  if (!state || isPreview) return undefined
  const { live, served, bad, previous, history } = state
  const insist = 'To deploy it all the same, run the image with --again.'
  if (!live)
    return history[0]?.action === 'retire' && !isAgain
      ? `${app} ${version} was NOT deployed, because ${app} was retired. ${insist}`
      : undefined
  if (live.version === version && served.isServed) return `${app} ${version} is live already.`
  if (live.version === version) return undefined
  if (live.canary?.version === version)
    return `${app} ${version} is the canary already, for ${live.canary.percent} % of visitors.`
  const failure = bad.find((entry) => entry.version === version)
  if (failure && !isAgain)
    return `${app} ${version} was NOT deployed again, because it was rolled back: ${failure.reason}. ${insist}`
  if (previous.includes(version) && !isAgain)
    return `${app} ${version} was NOT deployed again, because ${live.version} has replaced it. ${insist}`
  if (live.canary && !replacesCanary)
    return `${app} ${version} was NOT deployed, because ${live.canary.version} is running as a canary. Promote it or roll it back first, or run the image with --replace-canary.`
  return undefined
}

/** @throws CommandFailure when what is live was made from a commit that this branch lacks */
async function throwIfBehind(gateway: Gateway, app: string): Promise<void> {
  const { live, history = [] } = (await findState(gateway, app)) ?? {}
  const commit = history.find((entry) => entry.version === live?.version && entry.commit)?.commit
  if (commit && (await isMissingFromBranch(commit)))
    throw new CommandFailure(
      `${app} ${live?.version} is live, from the commit ${commit}, which this branch does not contain: update the branch, or insist with --again.`,
    )
}

/** @returns undefined when the app was never deployed to this gateway */
export const findState = (gateway: Gateway, app: string): Promise<DeployState | undefined> =>
  gateway.send<DeployState>(getDeploys, { params: { app } }).catch((error: unknown) => {
    if (error instanceof GatewayError && error.status === 404) return undefined
    throw error
  })

const CODES_OF_SKIPPED_DEPLOYS = new Set<string | undefined>([
  'canary-running',
  'rolled-back',
  'older-version',
])

const SERVED_TIMEOUT_MS = 15_000
const POLL_MS = 250

/** Waits until the gateway serves what is live, and prints it. @throws CommandFailure that says why it does not */
async function printServed(gateway: Gateway, app: string, accepted: DeployState): Promise<void> {
  const deadline = Date.now() + SERVED_TIMEOUT_MS
  let state = accepted
  while (!state.served.isServed && Date.now() < deadline) {
    await delay(POLL_MS)
    state = await gateway.send<DeployState>(getDeploys, { params: { app } })
  }
  const lines = describeLive(app, state).join('\n')
  if (!state.served.isServed) throw new CommandFailure(lines)
  print(lines)
}
