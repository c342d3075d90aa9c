import { setTimeout as delay } from 'node:timers/promises'
import { type DeployState, getDeploys, rollBack } from '@offquad/contracts'
import { type Trial, WorseVersionError } from '@offquad/releases/service-trial'
import { findApps } from '../build/apps'
import { buildApps } from '../build/build-apps'
import { describeBuild } from '../build/describe-build'
import { CommandFailure } from '../command-failure'
import { sayStep } from '../terminal'
import { author } from './authorship'
import { deployBuild } from './deploy-build'
import { findGateway, type Gateway } from './gateway'
import { type DeployOptions } from './options'

const POLL_MS = 1_000

/**
 * Builds a frontend with whose canary a version of a service is tried.
 * @throws CommandFailure when there is no frontend of this name
 */
export async function prepareCanary(
  name: string,
  options: Pick<DeployOptions, 'canary' | 'steps' | 'reason' | 'isAgain'>,
): Promise<Trial> {
  const app = findApps().find(({ folder, kind }) => folder === name && kind === 'frontend')
  if (!app) throw new CommandFailure(`${name} is not a frontend: --with takes shell or mfe-<name>.`, 2)
  const gateway = await findGateway(name, undefined)
  await buildApps([app])
  const build = await describeBuild(app)
  const deploy = () => deployBuild(gateway, build, options)
  return trialWith({ gateway, app: name, version: build.published.version, deploy })
}

interface Canary {
  gateway: Pick<Gateway, 'send'>
  app: string
  version: string
  deploy(): Promise<unknown>
}

/** A trial that lasts until the canary is live for everyone: what takes back the one takes back the other. */
export function trialWith({ gateway, app, version, deploy }: Canary): Trial {
  const readState = () => gateway.send<DeployState>(getDeploys, { params: { app } })

  const watch: Trial['run'] = async (complaint, signal) => {
    for (;;) {
      const { live, bad } = await readState()
      if (live?.version === version) return
      if (live?.canary?.version !== version) {
        const reason =
          bad.find((entry) => entry.version === version)?.reason ?? 'another version has replaced it'
        throw new WorseVersionError(`${app} ${version} was taken back: ${reason}`)
      }
      const failure = await complaint()
      if (failure !== undefined) throw new WorseVersionError(failure)
      await delay(POLL_MS, undefined, { signal })
    }
  }

  async function takeBack(reason: string): Promise<void> {
    const { live } = await readState()
    if (live?.canary?.version !== version) return
    const body = { reason: reason.slice(0, 300), by: await author() }
    await gateway.send(rollBack, { params: { app }, body })
  }

  return {
    partner: app,
    async run(complaint, signal) {
      await deploy()
      sayStep(`whoever gets the canary ${app} ${version} gets both, until it is promoted or taken back`)
      try {
        await watch(complaint, signal)
      } catch (error) {
        await takeBack(signal.aborted ? 'its trial was interrupted' : (error as Error).message)
        throw error
      }
    },
  }
}
