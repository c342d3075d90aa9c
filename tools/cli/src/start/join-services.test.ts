import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { forgetJoined, joinServices } from './join-services'
import { servicesFolder } from './platform-plan'
import { type ProcessPlan, type Supervised } from './supervise'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'offquad-join-'))
  await forgetJoined(dataDir)
})
afterEach(() => rm(dataDir, { recursive: true }))

const planOf = (name: string, entry = __filename): ProcessPlan => ({
  name,
  entry: path.relative(path.resolve(__dirname, '../../../..'), entry),
  port: 4567,
  env: {},
  joinsAs: [`${name.toUpperCase().replace('-', '_')}_URL`, `http://127.0.0.1/${name}`],
})

/** A platform whose processes only say that they were started and stopped. */
function platformOf(plans: ProcessPlan[], failing?: string) {
  const events: string[] = []
  const start = ({ name, port }: ProcessPlan): Supervised => ({
    name,
    port,
    env: {},
    pid: () => 1,
    ready: async () => {
      events.push(`start ${name}`)
      if (name === failing) throw new Error(`${name} did not start`)
    },
    stop: async () => void events.push(`stop ${name}`),
  })
  const services = ['svc-users', 'gateway'].map((name) => start(planOf(name)))
  return { events, services, platform: { dataDir, services, readPlans: async () => plans, start } }
}

describe('a service that is new', () => {
  it('is started beside those that run, and the gateway finds its URL', async () => {
    const { events, services, platform } = platformOf(
      ['svc-users', 'svc-hello', 'gateway'].map((name) => planOf(name)),
    )

    await joinServices(platform)
    await joinServices(platform)

    expect(events).toEqual(['start svc-hello'])
    // The gateway stays the last: it is the first to be stopped.
    expect(services.map(({ name }) => name)).toEqual(['svc-users', 'svc-hello', 'gateway'])
    expect(await readFile(path.join(servicesFolder(dataDir), 'SVC_HELLO_URL'), 'utf8')).toBe(
      'http://127.0.0.1/svc-hello',
    )
  })

  it('does not join when it does not get ready, or is not built', async () => {
    const { events, services, platform } = platformOf(
      [planOf('svc-hello'), planOf('svc-again'), planOf('svc-unbuilt', '/nowhere')],
      'svc-hello',
    )

    await expect(joinServices(platform)).rejects.toThrow('svc-hello did not start')

    expect(events).toContain('stop svc-hello')
    expect(services.map(({ name }) => name)).toEqual(['svc-users', 'svc-again', 'gateway'])
    expect(await readdir(servicesFolder(dataDir))).toEqual(['SVC_AGAIN_URL'])
  })
})
