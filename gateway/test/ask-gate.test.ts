import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort, until } from '@offquad/service-kit/testing'
import { type GatewayUnderTest, startGateway } from './gateway-under-test'
import { addGreeting, greet, type HelloService, limitUsedCalls, startHello } from './hello-service'
import { DEPLOY_TOKENS, READING_TOKEN } from './team'

const NAME = 'svc-hello'
const PROBE = path.resolve(__dirname, '../../deploy/docker/ask-gate.mjs')

let folder: string
let services: HelloService[]
let gateway: GatewayUnderTest

const startVersion = async (calls = [greet, addGreeting]): Promise<HelloService> => {
  const service = await startHello({ version: 'a version', calls })
  services.push(service)
  return service
}

/** Whether the pod becomes ready, and its log. */
async function probe(
  { port }: { port: number },
  { DEPLOY_TO = gateway.url, DEPLOY_TOKEN = READING_TOKEN } = {},
): Promise<[boolean, string]> {
  const log = path.join(folder, `${port}.log`)
  const env = { PATH: process.env.PATH, PORT: String(port), DEPLOY_TO, DEPLOY_TOKEN }
  const isReady = await promisify(execFile)(process.execPath, [PROBE, NAME, log], { env }).then(
    () => true,
    () => false,
  )
  return [isReady, await readFile(log, 'utf8').catch(() => '')]
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'offquad-gate-'))
  services = []
  const { url } = await startVersion()
  gateway = await startGateway(
    {},
    { settings: { services: { [NAME]: [url] }, RATE_LIMIT_FACTOR: 0, DEPLOY_TOKENS } },
  )
  limitUsedCalls(gateway, ['POST /api/greetings'])
  await until(() => Boolean(gateway.context.services.servedCalls()))
})

afterAll(async () => {
  await gateway.close()
  await Promise.all(services.map(({ stop }) => stop()))
  await rm(folder, { recursive: true })
})

it('lets a version become ready that has every call that live slices use', async () => {
  expect(await probe(await startVersion())).toEqual([true, ''])
})

it('lets no version become ready without a call that they use, and says why in the log', async () => {
  const young = await startVersion([greet])
  const [isReady, log] = await probe(young)

  expect(isReady).toBe(false)
  expect(JSON.parse(log)).toMatchObject({
    app: NAME,
    msg: expect.stringContaining('calls POST /api/greetings') as string,
  })
})

it('waits until the service listens', async () => {
  expect(await probe({ port: await freePort() })).toEqual([false, ''])
})

it('lets the services of a first installation become ready, where no gateway runs or a service is away', async () => {
  const young = await startVersion([greet])
  expect(await probe(young, { DEPLOY_TO: `http://127.0.0.1:${await freePort()}` })).toEqual([true, ''])

  const settings = {
    services: { [NAME]: [young.url], 'svc-away': [`http://127.0.0.1:${await freePort()}`] },
    DEPLOY_TOKENS,
  }
  const first = await startGateway({}, { settings })
  expect(await probe(young, { DEPLOY_TO: first.url })).toEqual([true, ''])
  await first.close()
})

it('asks nobody without a token, and says in the log that one is wrong', async () => {
  const young = await startVersion()
  expect(await probe(young, { DEPLOY_TOKEN: '' })).toEqual([true, ''])
  const [isReady, log] = await probe(young, { DEPLOY_TOKEN: 'guessed' })
  expect([isReady, log]).toEqual([true, expect.stringContaining('A valid deploy token is required.')])
})
