import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { REPOSITORY } from '../config'
import { sayStep } from '../terminal'
import { servicesFolder } from './platform-plan'
import { type ProcessPlan, type Supervised } from './supervise'

/** Sent to the start command by `npm run dev` when the platform lacks the service. */
export const JOIN_SIGNAL = 'SIGUSR2'

/** The gateway that starts next is told of every service by its environment. */
export async function forgetJoined(dataDir: string): Promise<void> {
  await rm(servicesFolder(dataDir), { recursive: true, force: true })
  await mkdir(servicesFolder(dataDir))
}

interface Platform {
  dataDir: string
  /** The running services, the gateway last; services that join are added. */
  services: Supervised[]
  readPlans: () => Promise<ProcessPlan[]>
  start: (plan: ProcessPlan) => Supervised
}

/**
 * Starts the services whose folders appeared after the platform was started, and has the gateway forward their calls.
 * @throws Error when one does not get ready; the others join
 */
export async function joinServices({ dataDir, services, readPlans, start }: Platform): Promise<void> {
  const plans = (await readPlans()).filter(
    ({ name, entry }) =>
      services.every((service) => service.name !== name) && existsSync(path.join(REPOSITORY, entry)),
  )
  const joining = plans.map(async (plan) => {
    sayStep(`starting ${plan.name}, which is new`)
    const service = start(plan)
    await service.ready().catch(async (error: unknown) => {
      await service.stop()
      throw error
    })
    services.splice(-1, 0, service)
    const [variable, url] = plan.joinsAs ?? []
    if (variable && url) await writeFile(path.join(servicesFolder(dataDir), variable), url)
  })
  const failures = (await Promise.allSettled(joining)).flatMap((result) =>
    result.status === 'rejected' ? [result.reason as Error] : [],
  )
  if (failures.length > 0) throw new Error(failures.map(({ message }) => message).join('\n'))
}
