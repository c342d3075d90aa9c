import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { type ServiceEntry, type ServiceTrial } from '@offquad/contracts'
import { testSettings, until } from '@offquad/service-kit/testing'
import { tryService } from '../src/try-service'
import { type GatewayUnderTest, startGateway } from './gateway-under-test'
import { addGreeting, greet, type HelloService, limitUsedCalls, startHello } from './hello-service'
import { DEPLOY_TOKENS, READING_TOKEN } from './team'

const NAME = 'svc-hello'

let folder: string
let old: HelloService
let young: HelloService
let gateway: GatewayUnderTest
let lease: PassThrough
let isRequesting: boolean
let statuses: Promise<number[]>

async function start(before?: () => Promise<void>, calls = [greet, addGreeting]): Promise<void> {
  folder = await mkdtemp(path.join(tmpdir(), 'offquad-try-'))
  old = await startHello({ version: 'old', calls: [greet, addGreeting] })
  young = await startHello({ version: 'young', calls, ...(before && { before }) })
  gateway = await startGateway(
    {},
    {
      settings: {
        ...testSettings(),
        services: { [NAME]: [old.url] },
        SERVICES_DIR: folder,
        RATE_LIMIT_FACTOR: 0,
        DEPLOY_TOKENS,
      },
    },
  )
  limitUsedCalls(gateway, ['POST /api/greetings'])
  await until(() => Boolean(gateway.context.services.servedCalls()))
  lease = new PassThrough()
  isRequesting = true
  statuses = request()
}

/** Reads and writes, one at a time, until the end of the test. */
async function request(): Promise<number[]> {
  const all: number[] = []
  const headers = { authorization: 'Bearer none', 'content-type': 'application/json' }
  while (isRequesting) {
    all.push((await gateway.send('/api/greetings/ann', { headers })).status)
    const body = JSON.stringify({ text: 'hello' })
    all.push((await gateway.send('/api/greetings', { method: 'POST', headers, body })).status)
  }
  return all
}

async function run({ action = 'deploy' as 'deploy' | 'rollback', onAll = (): void => undefined } = {}) {
  const change = { action, version: '1.1.0', before: '1.0.0', by: 'Maya' }
  await tryService(config(), { service: NAME, change, url: young.url, lease, onAll })
}

const config = () => {
  const { MONGODB_URI = '', MONGODB_DATABASE } = gateway.context.config
  const { port } = new URL(gateway.url)
  return {
    PORT: Number(port),
    SERVICES_DIR: folder,
    DEPLOY_TOKEN: READING_TOKEN,
    MONGODB_URI,
    MONGODB_DATABASE,
  }
}

const who = { by: `the team of ${NAME}`, team: NAME, author: 'Maya' }
const entry = { version: '1.1.0', before: '1.0.0', date: expect.any(String) as string, ...who }

/** The versions of the service that the running gateway shows. */
const readHistory = async () => {
  const headers = { authorization: `Bearer ${READING_TOKEN}` }
  return (
    await gateway.send(`/api/services/${NAME}/history`, { headers })
  ).json() as unknown as ServiceEntry[]
}

const readTrial = async () => {
  const headers = { authorization: `Bearer ${READING_TOKEN}` }
  return (await gateway.send(`/api/services/${NAME}/trial`, { headers })).json() as unknown as ServiceTrial
}

afterEach(async () => {
  isRequesting = false
  await statuses
  expect(existsSync(path.join(folder, 'SVC_HELLO_URL'))).toBe(false)
  expect(await readTrial()).toEqual({ requests: 0, getsAll: false })
  await gateway.close()
  await Promise.all([old.stop(), young.stop()])
  await rm(folder, { recursive: true })
})

it('gives a version that is known to work all requests while the others are replaced, until its lease ends', async () => {
  await start()
  let isReplaceable = false

  const running = run({ action: 'rollback', onAll: () => void (isReplaceable = true) })
  await until(() => isReplaceable)
  await old.stop()
  const got = young.requests()
  await until(() => young.requests() > got + 50)
  old = await startHello({ version: 'old', calls: [greet, addGreeting], port: old.port })
  lease.end('live\n')
  await running
  await until(() => old.requests() > 50)

  isRequesting = false
  expect(new Set(await statuses)).toEqual(new Set([200]))
  expect(await readHistory()).toEqual([{ ...entry, action: 'rollback' }])
})

it('takes back a version that fails', async () => {
  await start(() => Promise.reject(new Error('broken')))
  const onAll = jest.fn()

  await expect(run({ onAll })).rejects.toThrow(/^100\.0 % of \d+ requests .*failed/)
  expect(onAll).not.toHaveBeenCalled()
  const reason = expect.stringMatching(/^100\.0 % of \d+ requests .*failed/) as string
  expect(await readHistory()).toEqual([{ ...entry, action: 'taken back', reason }])
})

it('refuses a version without a call that live slices use, which gets no request', async () => {
  await start(undefined, [greet])

  await expect(run()).rejects.toThrow('calls POST /api/greetings')
  expect(young.requests()).toBe(0)
  expect(await readHistory()).toEqual([])
})

it('takes back a version whose lease ends during its trial', async () => {
  await start()
  const running = run()
  await until(async () => (await readTrial()).url === young.url)
  lease.end()

  await expect(running).rejects.toThrow('aborted')
})

it('notes no version in place of which the one before runs again', async () => {
  await start()
  const running = run({ action: 'rollback', onAll: () => void lease.end() })

  await expect(running).rejects.toThrow('does not run')

  expect(await readHistory()).toEqual([])
})
