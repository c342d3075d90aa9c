import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type LiveApp, REMOTE_MANIFEST, type ServiceTrial } from '@offquad/contracts'
import { until } from '@offquad/service-kit/testing'
import { type GatewayUnderTest, startGateway } from './gateway-under-test'
import { addGreeting, greet, type HelloService, listGreetings, startHello } from './hello-service'
import { MANIFEST, publishSite, REGISTRY } from './published-site'
import { hashedTokens } from './team'

const TOKEN = 'token-of-hello'
const headers = { authorization: `Bearer ${TOKEN}` }
const GREETING = '/api/greetings/ann'

/** Half of the visitors get the canary, whose page names the service that responds in its title. */
function tried(app: LiveApp): LiveApp {
  const route = { path: '/hello/:name', title: '', preview: { answer: '/api/greetings/:name', title: '/by' } }
  const remote = { name: 'browse', slots: [], routes: [route] }
  const canary = {
    ...app,
    remote,
    version: '2.1.0',
    baseUrl: '/mf/mfe-browse/2.1.0/',
    percent: 50,
    salt: 'a',
  }
  return { ...app, remote, canary }
}

describe('a new version of a service beside the one that runs', () => {
  let folder: string
  let old: HelloService
  let young: HelloService
  let gateway: GatewayUnderTest

  async function startWith(before?: () => Promise<void>, share = ''): Promise<void> {
    folder = await mkdtemp(path.join(tmpdir(), 'offquad-trials-'))
    old = await startHello({ version: 'old', calls: [greet, addGreeting] })
    young = await startHello({
      version: 'young',
      calls: [greet, addGreeting, listGreetings],
      ...(before && { before }),
    })
    const site = await publishSite()
    await site.write(`mf/mfe-browse/2.1.0/${REMOTE_MANIFEST}`, JSON.stringify(MANIFEST))
    await site.publish({ apps: REGISTRY.apps.map((app) => (app.app === 'mfe-browse' ? tried(app) : app)) })
    const settings = {
      services: { 'svc-hello': [old.url] },
      SERVICES_DIR: folder,
      RATE_LIMIT_FACTOR: 0,
      DEPLOY_TOKENS: hashedTokens({ 'svc-hello': TOKEN }),
    }
    gateway = await startGateway({}, { settings, site })
    await writeFile(path.join(folder, 'SVC_HELLO_URL'), young.url + share)
    await until(async () => (await readTrial()).url === young.url)
    await until(() => Boolean(gateway.context.services.servedCalls()?.has('GET /api/greetings')))
  }

  const readTrial = async () =>
    (await gateway.send('/api/services/svc-hello/trial', { headers })).json() as unknown as ServiceTrial

  /** Statuses of so many requests that no cache answers. */
  async function request(count: number): Promise<number[]> {
    const statuses: number[] = []
    for (let sent = 0; sent < count; sent += 1)
      statuses.push((await gateway.send(GREETING, { headers: { authorization: 'Bearer none' } })).status)
    return statuses
  }

  afterEach(async () => {
    await gateway.close()
    await Promise.all([old.stop(), young.stop()])
    await gateway.site.remove()
    await rm(folder, { recursive: true })
  })

  it('gets the first three reads and a tenth of the requests, the calls that only it has, and none once it is gone', async () => {
    await startWith()

    await request(100)
    const trial = await readTrial()
    const only = await gateway.send('/api/greetings')
    const got = young.requests()
    await rm(path.join(folder, 'SVC_HELLO_URL'))
    await until(async () => (await readTrial()).url === undefined)
    const after = await request(50)

    expect(trial).toEqual({ url: young.url, requests: 13, getsAll: false })
    expect(only.json()).toEqual({ by: 'young' })
    expect(after.every((status) => status === 200)).toBe(true)
    expect(young.requests()).toBe(got)
  })

  it.each([
    ['as announced', async () => writeFile(path.join(folder, 'SVC_HELLO_URL'), `${young.url}#all`)],
    ['unannounced', async () => undefined],
  ])('gets all requests while the other one restarts, %s', async (how, announce) => {
    await startWith()
    await announce()
    await until(async () => (await readTrial()).getsAll === (how === 'as announced'))

    if (how === 'as announced') await request(5)
    const got = old.requests()
    await old.stop()
    const statuses = await request(25)
    old = await startHello({ version: 'old', calls: [greet, addGreeting], port: old.port })

    expect(statuses).toEqual(Array.from({ length: 25 }, () => 200))
    expect(got).toBe(0)
    expect(young.requests()).toBe(how === 'as announced' ? 30 : 25)
  })

  it.each([
    [
      'fails',
      () => Promise.reject(new Error('broken')),
      /^100\.0 % of 9 requests failed, 0\.0 % of 60 with the others/,
    ],
    ['is slow', () => delay(120), /^100\.0 % of 9 requests were slow, \d\.\d % of 51/],
  ])('is complained of when it %s, and fails no read', async (_how, before, complaint) => {
    await startWith(before)

    const statuses = await request(60)

    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await readTrial()).complaint).toMatch(complaint)
  })

  it('is complained of when only responses are asked for that were cached', async () => {
    await startWith(() => Promise.reject(new Error('broken')))
    const read = async () => (await gateway.send(GREETING)).status

    const statuses = new Set<number>()
    await until(async () => {
      statuses.add(await read())
      return (await readTrial()).complaint !== undefined
    })

    expect(statuses).toEqual(new Set([200]))
  })

  it('gets the pages and calls of those alone who get the canary that it is tried with, and none of theirs are cached', async () => {
    await startWith(undefined, '#with=mfe-browse')
    const open = async (cohort: number) => {
      const cookie = `offquad-cohort=${cohort}`
      const page = await gateway.send('/hello/ann', { headers: { accept: 'text/html', cookie } })
      const called = await gateway.send(GREETING, { headers: { cookie } })
      return [/<title>Offquad \| (\w+)/.exec(page.text)?.[1], (called.json() as { by?: string }).by]
    }

    for (let round = 0; round < 3; round += 1)
      expect((await Promise.all([0, 5_000].map(open))).toSorted()).toEqual([
        ['old', 'old'],
        ['young', 'young'],
      ])
    expect((await gateway.send(GREETING)).json()).toEqual({ by: 'old' })
    expect([young.requests(), old.requests()]).toEqual([6, 1])
    expect(await readTrial()).toMatchObject({ partner: 'mfe-browse', requests: 6 })
  })
})
