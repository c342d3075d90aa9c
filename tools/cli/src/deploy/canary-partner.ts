import { setTimeout as delay } from 'node:timers/promises'
import { type DeployState, getDeploys, rollBack } from '@offquad/contracts'
import { findApps } from '../build/apps'
import { buildApps } from '../build/build-apps'
import { describeBuild } from '../build/describe-build'
import { CommandFailure } from '../command-failure'
import { sayStep } from '../terminal'
import { author } from './authorship'
import { deployBuild } from './deploy-build'
import { findGateway } from './gateway'
import { type DeployOptions } from './options'
import { type Trial } from './replace-service'
import { WorseVersionError } from './service-versions'

const POLL_MS = 1_000

/**
 * Builds a frontend whose canary a version of a service is tried with, until it is promoted: what ends the one ends the other.
 * @throws CommandFailure when there is no frontend of this name
 */
export async function prepareCanary(
  name: string,
  options: Pick<DeployOptions, 'canary' | 'steps' | 'reason' | 'isAgain'>,
): Promise<Trial> {
  const app = findApps().find(({ folder, kind }) => folder === name && kind === 'frontend')
  if (!app) throw new CommandFailure(`${name} is not a frontend: --with takes shell or mfe-<name>.`, 2)
  const gateway = await findGateway(name, undefined)
  await buildApps(undefined, [app])
  const build = await describeBuild(app)
  const { version } = build.published

  const watch: Trial['run'] = async (complaint, signal) => {
    for (;;) {
      const { live, bad } = await gateway.send<DeployState>(getDeploys, { params: { app: name } })
      if (live?.version === version) return
      if (live?.canary?.version !== version) {
        const reason = bad.find((one) => one.version === version)?.reason ?? 'another version has replaced it'
        throw new WorseVersionError(`its partner ${name} ${version} was taken back: ${reason}`)
      }
      const failure = await complaint()
      if (failure !== undefined) throw new WorseVersionError(failure)
      await delay(POLL_MS, undefined, { signal })
    }
  }

  return {
    partner: name,
    async run(complaint, signal) {
      await deployBuild(gateway, build, options)
      sayStep(`whoever gets the canary ${name} ${version} gets both, until it is promoted or taken back`)
      try {
        await watch(complaint, signal)
      } catch (error) {
        await takeBack((error as Error).message)
        throw error
      }
    },
  }

  async function takeBack(reason: string): Promise<void> {
    const { live } = await gateway.send<DeployState>(getDeploys, { params: { app: name } })
    if (live?.canary?.version !== version) return
    const body = { reason: reason.slice(0, 300), by: await author() }
    await gateway.send(rollBack, { params: { app: name }, body })
  }
}
