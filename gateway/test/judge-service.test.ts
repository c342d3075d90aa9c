import { setTimeout as delay } from 'node:timers/promises'
import { type ServiceEntry } from '@offquad/contracts'
import { testSettings, until } from '@offquad/service-kit/testing'
import { judgeService } from '../src/try-service'
import { forEachTest } from './for-tests'
import { startGateway } from './gateway-under-test'
import { addGreeting, greet, startHello } from './hello-service'
import { DEPLOY_TOKENS, READING_TOKEN } from './team'

const NAME = 'svc-hello'

/** A service of which an engine replaces the version behind one address, and a gateway that sends it requests. */
async function startReplaced() {
  let port = 0
  const start = (version: string, before?: () => Promise<void>) =>
    startHello({ version, build: version, calls: [greet, addGreeting], port, ...(before && { before }) })
  let running = await start('1.0.0')
  ;({ port } = running)
  const services = { [NAME]: [running.url] }
  const settings = { ...testSettings(), services, RATE_LIMIT_FACTOR: 0, DEPLOY_TOKENS }
  const gateway = await startGateway({}, { settings })
  await until(() => Boolean(gateway.context.services.servedCalls()))
  let isRequesting = true
  async function requestAll(): Promise<void> {
    const headers = { authorization: 'Bearer none' }
    while (isRequesting) await gateway.send('/api/greetings/ann', { headers })
  }
  const requests = requestAll()
  const untilAsked = (times: number) => until(() => running.requests() > times)
  await untilAsked(50)

  return {
    async replaceWith(version: string, before?: () => Promise<void>): Promise<void> {
      await running.stop()
      running = await start(version, before)
      await untilAsked(30)
    },
    async judge(version: string, before = '1.0.0', seconds = 30): Promise<number> {
      const { MONGODB_URI = '', MONGODB_DATABASE } = gateway.context.config
      const store = { MONGODB_URI, MONGODB_DATABASE, SERVICES_DIR: 'none' }
      const config = { ...store, PORT: Number(new URL(gateway.url).port), DEPLOY_TOKEN: READING_TOKEN }
      return judgeService(config, { service: NAME, change: { action: 'deploy', version, before }, seconds })
    },
    /** The versions of the service that the console shows, newest first. */
    async noted(): Promise<Pick<ServiceEntry, 'action' | 'version' | 'reason'>[]> {
      const headers = { authorization: `Bearer ${READING_TOKEN}` }
      const { text } = await gateway.send(`/api/services/${NAME}/history`, { headers })
      const entries = JSON.parse(text) as ServiceEntry[]
      return entries.map(({ action, version, reason }) => ({ action, version, ...(reason && { reason }) }))
    },
    async close() {
      isRequesting = false
      await requests
      await gateway.close()
      await running.stop()
    },
  }
}

const service = forEachTest(startReplaced)

it('finds no fault with a version that does as well as the one before it, and notes that it is live', async () => {
  await service.replaceWith('1.1.0')

  expect(await service.judge('1.1.0', '1.0.0', 1)).toBeGreaterThan(9)
  expect(await service.noted()).toEqual([{ action: 'deploy', version: '1.1.0' }])
})

it.each([
  ['fails', () => Promise.reject(new Error('broken')), 'failed'],
  ['is slow', () => delay(120), 'were slow'],
])(
  'says that a version %s which has replaced the one before it, and notes why',
  async (_how, before, what) => {
    await service.replaceWith('1.1.0', before)

    const complaint = new RegExp(
      `100\\.0 % of \\d+ requests.* ${what}, \\d\\.\\d % of \\d+ with the version before$`,
    )
    await expect(service.judge('1.1.0')).rejects.toThrow(complaint)
    const reason = expect.stringMatching(complaint) as string
    expect(await service.noted()).toEqual([{ action: 'taken back', version: '1.1.0', reason }])
  },
)

it('compares with the version that ran before, also after another one was taken back', async () => {
  const fail = () => Promise.reject(new Error('broken'))
  await service.replaceWith('1.1.0', fail)
  await service.replaceWith('1.0.0')
  await service.replaceWith('1.2.0', fail)

  await expect(service.judge('1.2.0')).rejects.toThrow('failed')
})

it('knows nothing of a version before which it has seen no other', async () => {
  expect(await service.judge('1.0.0', '0.9.0', 1)).toBe(0)
})
