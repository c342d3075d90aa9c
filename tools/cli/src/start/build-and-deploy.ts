import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type DeployState, versionsOf } from '@offquad/contracts'
import { type App, findApps } from '../build/apps'
import { buildApps } from '../build/build-apps'
import { describeBuild, readRemote } from '../build/describe-build'
import { dataDirectory, REPOSITORY } from '../config'
import { findState } from '../deploy/deploy'
import { deployBuild } from '../deploy/deploy-build'
import { type Gateway, GatewayError, openGateway } from '../deploy/gateway'
import { print } from '../terminal'
import { readDeployTokens } from './deploy-tokens'
import { prepare } from './prepare'
import { BUILDS } from './stages'

/** A frontend that was not deployed, because another version is live. */
export interface DifferingBuild {
  app: string
  live: string
  built: string
}

/**
 * Builds this folder and deploys each frontend of which nothing is live as soon as it is built: the first page need not wait for
 * the last frontend. Prints two lines of JSON: a `Preparation` once the processes are built and can be started, and in the end
 * the `DifferingBuild`s, as frontends that a team may have deployed stay as they are.
 * @param args the gateway's URL, and `publish` to replace whatever is live
 */
export async function buildAndDeploy([url = '', mode]: string[]): Promise<void> {
  const isForced = mode === 'publish'
  const preparation = await prepare()
  const tokens = await readDeployTokens(dataDirectory())
  const processes = findApps().filter(({ kind }) => kind === 'process')
  const frontends = await frontendsOfFirstPageFirst()

  async function deployUnlessLive(frontend: App): Promise<DifferingBuild[]> {
    const build = await describeBuild(frontend)
    const { app, version } = build.published
    const gateway = openGateway(url, tokens[app] ?? '')
    const state = await stateOnceKnown(gateway, app)
    const live = state?.live
    if (live && versionsOf(live).some((served) => served.version === version)) return []
    if (!isForced && (live || state)) return live ? [{ app, live: live.version, built: version }] : []
    await deployBuild(gateway, build, { isAgain: isForced, replacesCanary: isForced, reason: 'npm start' })
    return []
  }

  const built = new Map<string, () => void>()
  const untilBuilt = ({ folder }: App) => new Promise<void>((resolve) => built.set(folder, resolve))
  const platform = Promise.all(processes.map(untilBuilt)).then(() => {
    print(JSON.stringify(preparation))
    return untilReady(url)
  })
  const deployOnceBuilt = async (app: App, ...needs: Promise<unknown>[]) => {
    await Promise.all([untilBuilt(app), platform, ...needs])
    return deployUnlessLive(app)
  }
  const deploys: Promise<DifferingBuild[]>[] = []
  // What shows the first page shares its uploads with nothing.
  for (const app of frontends) deploys.push(deployOnceBuilt(app, ...deploys.slice(0, 2)))
  const building = buildApps([...processes, ...frontends], {
    ...BUILDS,
    onBuilt: ({ folder }) => built.get(folder)?.(),
  })
  const [, ...differing] = await Promise.all([building, ...deploys])
  print(JSON.stringify(differing.flat()))
}

/** The shell, against which remotes are checked, then the remote of the first page, then the others. */
async function frontendsOfFirstPageFirst(): Promise<App[]> {
  const frontends = findApps().filter(({ kind }) => kind === 'frontend')
  const remotes = await Promise.all(frontends.map(({ folder }) => readRemote(path.join(REPOSITORY, folder))))
  const rank = (app: App) => {
    const remote = remotes[frontends.indexOf(app)]
    if (!remote) return 0
    return remote.routes.some((route) => route.path === '/') ? 1 : 2
  }
  return frontends.toSorted((a, b) => rank(a) - rank(b))
}

const PATIENCE_MS = 60_000
const POLL_MS = 100

/** Waits until the whole platform is ready; the start command ends this process when a service does not start. */
async function untilReady(url: string): Promise<void> {
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await delay(POLL_MS)
}

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
