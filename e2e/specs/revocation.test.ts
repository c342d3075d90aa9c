import { setTimeout as delay } from 'node:timers/promises'
import { type Balancer, startBalancer } from '../src/balancer'
import { type Instance, settingsOfSharedPlatform, startInstance, stopInstance } from '../src/instances'
import { accessTokenOf } from '../src/people'
import { readRun, runCommand, sharedPlatform } from '../src/platform'

const { url: gateway, dataDir } = sharedPlatform()

/** An admin-only call of each process. */
const CALLS = {
  gateway: '/api/admin/queues',
  'svc-users': '/api/auth/me',
  'svc-catalog': '/api/admin/catalog-log',
  'svc-reviews': '/api/admin/review-counts',
}
type Service = keyof typeof CALLS

describe('an access token whose role was revoked, whose owner signed out everywhere, or whose account was deleted', () => {
  const instances = new Map<string, Instance>()
  let env: NodeJS.ProcessEnv
  let redis: Balancer
  let usersUrl: string
  beforeAll(async () => {
    const { processes } = await readRun(dataDir)
    const portOf = (name: string) => processes.find((process) => process.name === name)?.port ?? 0
    usersUrl = `http://127.0.0.1:${portOf('svc-users')}`
    redis = await startBalancer()
    redis.add(portOf('redis'))
    env = { ...(await settingsOfSharedPlatform()), USERS_URL: usersUrl, DRAIN_MS: '0' }
    const redisUrl = new URL(env.REDIS_URL ?? '')
    redisUrl.port = new URL(redis.url).port
    instances.set(
      'svc-catalog',
      await startInstance('svc-catalog/dist/main.js', { ...env, REDIS_URL: redisUrl.href }),
    )
    instances.set('svc-reviews', await startInstance('svc-reviews/dist/main.js', env))
  })
  afterAll(async () => {
    await Promise.all([...instances.values()].map(stopInstance))
    await redis.close()
  })

  const urlOf = (service: Service): string => {
    if (service === 'gateway') return gateway
    return service === 'svc-users' ? usersUrl : `http://127.0.0.1:${instances.get(service)?.port}`
  }
  const statusOf = async (service: Service, token: string): Promise<number> =>
    (await fetch(urlOf(service) + CALLS[service], { headers: { authorization: `Bearer ${token}` } })).status

  /** Milliseconds until all of these services reject all of the tokens. */
  async function untilRefused(services: Service[], tokens: string[], since: number): Promise<number> {
    for (;;) {
      const statuses = services.flatMap((service) => tokens.map((token) => statusOf(service, token)))
      if ((await Promise.all(statuses)).every((status) => status === 401)) return Date.now() - since
      if (Date.now() - since > 10_000) throw new Error('still not rejected after ten seconds')
      await delay(100)
    }
  }

  const send = async (method: string, path: string, { token, body }: { token: string; body: object }) => {
    const response = await fetch(gateway + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  }

  it('is rejected within five seconds by every service, even after a restart or without Redis', async () => {
    const services = Object.keys(CALLS) as Service[]
    const names = ['revoked', 'signed.out', 'deleted'].map((name) => `${name}.admin@cornell.edu`)
    for (const name of names) {
      const granted = await runCommand(['role', 'grant', name, 'admin'], { DATA_DIR: dataDir }).result
      expect(granted).toMatchObject({ code: 0, stdout: `${name} is an administrator.\n` })
    }
    const [revoked = '', signedOut = '', deleted = ''] = await Promise.all(
      names.map((name) => accessTokenOf(name)),
    )
    const tokens = [revoked, signedOut, deleted]
    for (const service of services)
      for (const token of tokens) expect([service, await statusOf(service, token)]).toEqual([service, 200])
    const admin = await accessTokenOf('admin@cornell.edu')
    await redis.close()
    const reviews = instances.get('svc-reviews')
    if (reviews) await stopInstance(reviews)

    const since = Date.now()
    await Promise.all([
      send('PUT', '/api/people/role', { token: admin, body: { email: names[0], role: 'student' } }),
      send('POST', '/api/auth/sign-out', { token: signedOut, body: { everywhere: true } }),
      send('POST', '/api/account/delete', { token: deleted, body: { reviews: 'remove' } }),
    ])

    const running = services.filter((service) => service !== 'svc-reviews')
    expect(await untilRefused(running, tokens, since)).toBeLessThan(5_000)
    instances.set('svc-reviews', await startInstance('svc-reviews/dist/main.js', env))
    const restarted = await Promise.all(tokens.map((token) => statusOf('svc-reviews', token)))
    expect(restarted).toEqual([401, 401, 401])
    for (const service of services) expect([service, await statusOf(service, admin)]).toEqual([service, 200])
    await send('PUT', '/api/people/role', { token: admin, body: { email: names[1], role: 'student' } })
  })
})
