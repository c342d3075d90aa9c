import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@offquad/service-kit/testing'
import { createLog, openEvents } from '@offquad/service-kit'
import { type GatewayUnderTest, startGateway } from './gateway-under-test'
import { addGreeting, greet, listGreetings, startHello } from './hello-service'

// Longer than a busy machine keeps the gateway from reading that an instance drains.
const DRAIN_MS = 1_500
const LANES = 4

describe('a service of two instances under load', () => {
  let gateway: GatewayUnderTest
  const failures: string[] = []
  const answeredBy = new Map<string, number>()
  let isLoaded = true
  let isNewCallThere = false

  async function call(number: number): Promise<void> {
    const requests: [string, RequestInit][] = [
      [`/api/greetings/${number}`, {}],
      // Never cached.
      [`/api/greetings/${number}`, { headers: { authorization: 'Bearer none' } }],
      [
        '/api/greetings',
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"text":"hi"}' },
      ],
      ...(isNewCallThere ? ([[`/api/greetings?${number}`, {}]] as [string, RequestInit][]) : []),
    ]
    const [url, init] = requests[number % requests.length] ?? ['/', {}]
    const name = `${init.method ?? 'GET'} ${url}`
    try {
      const response = await fetch(gateway.url + url, init)
      const { by = 'nobody' } = (await response.json()) as { by?: string }
      answeredBy.set(by, (answeredBy.get(by) ?? 0) + 1)
      if (!response.ok) failures.push(`${name}: ${response.status}`)
    } catch (error) {
      failures.push(`${name}: ${String((error as Error).cause ?? error)}`)
    }
  }

  it.each([
    ['that is notified of new instances', undefined],
    ['that polls instances while Redis is down', { REDIS_URL: 'redis://127.0.0.1:9' }],
  ])(
    'is replaced by a version with one more call without a failed request, behind a gateway %s',
    async (_how, redis) => {
      failures.length = 0
      answeredBy.clear()
      isLoaded = true
      isNewCallThere = false
      const old = { version: 'old', calls: [greet, addGreeting], drainMs: DRAIN_MS }
      const instances = [await startHello(old), await startHello(old)]
      const services = { 'svc-hello': instances.map(({ url }) => url) }
      gateway = await startGateway({}, { settings: { RATE_LIMIT_FACTOR: 0, ...redis, services } })
      const { config } = gateway.context
      const events = redis ? undefined : openEvents(config, 'svc-hello', createLog('test', 'silent'))
      let sent = 0
      const lanes = Array.from({ length: LANES }, async () => {
        while (isLoaded) {
          await call(sent++)
          await delay(2)
        }
      })

      try {
        for (const [index, instance] of instances.entries()) {
          await until(() => sent > 60 * (index + 1))
          await instance.stop()
          const young = {
            version: 'young',
            calls: [greet, addGreeting, listGreetings],
            drainMs: DRAIN_MS,
            ...(events && { events }),
          }
          instances[index] = await startHello({ ...young, port: instance.port })
          await until(() => Boolean(gateway.context.services.servedCalls()?.has('GET /api/greetings')))
          isNewCallThere = true
        }
        const reached = sent
        await until(() => sent > reached + 100)
      } finally {
        isLoaded = false
        await Promise.all(lanes)
      }

      expect(failures).toEqual([])
      expect(answeredBy.get('old')).toBeGreaterThan(40)
      expect(answeredBy.get('young')).toBeGreaterThan(40)
      await gateway.close()
      await events?.close()
      await Promise.all(instances.map((instance) => instance.stop()))
    },
  )
})
