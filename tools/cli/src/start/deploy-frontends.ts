import { setTimeout as delay } from 'node:timers/promises'
import { type DeployState, versionsOf } from '@offquad/contracts'
import { findApps } from '../build/apps'
import { type Build, describeBuild } from '../build/describe-build'
import { dataDirectory } from '../config'
import { findState } from '../deploy/deploy'
import { deployBuild } from '../deploy/deploy-build'
import { type Gateway, GatewayError, openGateway } from '../deploy/gateway'
import { print } from '../terminal'
import { readDeployTokens } from './deploy-tokens'

/** A frontend that was not deployed, because another version is live. */
export interface DifferingBuild {
  app: string
  live: string
  built: string
}

/**
 * Deploys the frontends of this folder of which nothing is live, and prints the `DifferingBuild`s as JSON: those that a team
 * may have deployed stay as they are.
 * @param args the gateway's URL, and `publish` to replace whatever is live
 */
export async function deployFrontends([url = '', mode]: string[]): Promise<void> {
  const isForced = mode === 'publish'
  const tokens = await readDeployTokens(dataDirectory())
  const builds = await Promise.all(
    findApps()
      .filter(({ kind }) => kind === 'frontend')
      .map(describeBuild),
  )

  async function deployUnlessLive(build: Build): Promise<DifferingBuild[]> {
    const { app, version } = build.published
    const gateway = openGateway(url, tokens[app] ?? '')
    const state = await stateOnceKnown(gateway, app)
    const live = state?.live
    if (live && versionsOf(live).some((served) => served.version === version)) return []
    if (!isForced && (live || state)) return live ? [{ app, live: live.version, built: version }] : []
    await deployBuild(gateway, build, { isAgain: isForced, replacesCanary: isForced, reason: 'npm start' })
    return []
  }

  // Remotes are checked against the shell.
  const shell = builds.filter(({ published }) => published.app === 'shell')
  const remotes = builds.filter((build) => !shell.includes(build))
  const differing = [
    ...(await Promise.all(shell.map(deployUnlessLive))),
    ...(await Promise.all(remotes.map(deployUnlessLive))),
  ]
  print(JSON.stringify(differing.flat()))
}

const PATIENCE_MS = 60_000
const POLL_MS = 100

/** A gateway is ready before it has reached its database. @returns undefined when the app was never deployed */
async function stateOnceKnown(gateway: Gateway, app: string): Promise<DeployState | undefined> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;)
    try {
      return await findState(gateway, app)
    } catch (error) {
      if (!(error instanceof GatewayError && error.status === 503) || Date.now() > deadline) throw error
      await delay(POLL_MS)
    }
}
