import { responsesInvalidated } from '@offquad/contracts'
import { startEmbeddedRedis } from '@offquad/embedded-redis'
import { Redis } from 'ioredis'
import { openEvents } from '../src/events'
import { createLog } from '../src/log'
import { testSettings, until } from '../src/testing'

const log = createLog('events-test', 'silent')

describe('events', () => {
  it('of a newer version are treated as missed, so that the listener reads again what has changed', async () => {
    const settings = testSettings()
    const [listener, publisher] = [openEvents(settings, 'one', log), openEvents(settings, 'two', log)]
    const received: unknown[] = []
    const missed = new Promise<void>((resolve) => listener.onGap(resolve))
    await listener.subscribe(responsesInvalidated, (payload) => void received.push(payload))

    await publisher.publish({ ...responsesInvalidated, version: 2 }, { service: 'svc-catalog' })

    await missed
    expect(received).toEqual([])
    await Promise.all([listener, publisher].map((events) => events.close()))
  })

  it.each([
    {
      reason: 'because its memory was full',
      refuse: async (operator: Redis) => {
        await operator.set('everything', 'x'.repeat(3_000_000))
        await operator.config('SET', 'maxmemory', '2mb')
      },
      allow: (operator: Redis) => operator.config('SET', 'maxmemory', '0'),
    },
    {
      reason: 'because its user might not',
      refuse: (operator: Redis) => operator.acl('SETUSER', 'listener', '-hset', '-zadd'),
      allow: (operator: Redis) => operator.acl('SETUSER', 'listener', '+hset', '+zadd'),
    },
  ])('are received although Redis refused the first subscription $reason', async ({ refuse, allow }) => {
    const redis = await startEmbeddedRedis()
    const operator = new Redis(redis.url)
    await operator.acl('SETUSER', 'listener', 'on', 'nopass', '~*', '+@all')
    await refuse(operator)
    const warnings: unknown[] = []
    const watched = Object.assign(createLog('events-test', 'silent'), {
      warn: (details: unknown) => void warnings.push(details),
    })
    const REDIS_URL = redis.url.replace('//', '//listener:any@')
    const listener = openEvents({ REDIS_URL, QUEUE_PREFIX: 'offquad' }, 'one', watched)
    const received: unknown[] = []
    const subscribed = listener.subscribe(responsesInvalidated, (payload) => void received.push(payload))
    // A failure shows below.
    subscribed.catch(() => undefined)
    await until(() => warnings.length > 0)

    await allow(operator)
    operator.disconnect()
    await subscribed
    const publisher = openEvents({ REDIS_URL: redis.url, QUEUE_PREFIX: 'offquad' }, 'two', log)
    await publisher.publish(responsesInvalidated, { service: 'svc-catalog' })

    await until(() => received.length > 0)
    expect(received).toEqual([{ service: 'svc-catalog' }])
    await Promise.all([listener, publisher].map((events) => events.close()))
    await redis.close()
  })
})
