import { openRedisClient } from '../src/redis'
import { testSettings, until } from '../src/testing'

/** Number of timers that keep the process running. */
const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length

describe('a connection to Redis', () => {
  it('leaves no timer behind when it ends while a command waits for its reply', async () => {
    const { client, close } = openRedisClient(testSettings(), () => undefined)
    await until(() => client.status === 'ready')
    await client.ping()
    const before = timers()
    const waiting = client.blpop('nothing', 0).catch(() => 'ended')

    await close()

    expect(await waiting).toBe('ended')
    await until(() => client.status === 'end')
    expect(timers()).toBe(before)
  })
})
