import { type Service } from '../new/find-slices'
import { planPlatform } from './platform-plan'
import { portsByName } from './ports'

const service = (name: string, hasWorker: boolean): Service => ({
  folder: `svc-${name}`,
  name,
  hasWorker,
  settings: {
    port: 4001,
    settings: [],
    secrets: [],
    networks: [],
    folders: [],
    signsTokens: false,
    maxReplicas: 8,
  },
})

let nextPort = 20_000
const settings = {
  dataDir: '/data',
  gatewayPort: 8080,
  portOf: portsByName({ next: () => Promise.resolve(nextPort++) }),
  stores: {
    mongoUri: 'mongodb://127.0.0.1:1',
    redisUrl: 'redis://:made-at-start@127.0.0.1:2',
  },
  identity: { GOOGLE_CERTS_URL: 'http://127.0.0.1:3/certs' },
  signIn: {},
  roles: {},
}

describe('the processes of npm start', () => {
  beforeEach(() => {
    process.env.RUN_JOBS_IN = 'worker'
  })
  afterAll(() => {
    delete process.env.RUN_JOBS_IN
  })

  it('are those of the services that were found, each reachable for all others, and the gateway', async () => {
    const services = [service('users', false), service('hello', true)]
    const plans = await planPlatform(settings, { services, frontends: [] })

    expect(plans.map(({ name }) => name)).toEqual(['svc-users', 'svc-hello', 'svc-hello worker', 'gateway'])
    const hello = plans.find(({ name }) => name === 'svc-hello')
    for (const { env } of plans) expect(env.SVC_HELLO_URL).toBe(`http://127.0.0.1:${hello?.port}`)
    const ports = plans.flatMap(({ port, metricsPort }) => [port, metricsPort]).filter((port) => port !== 0)
    expect(new Set(ports).size).toBe(ports.length)
  })

  it('are no workers by default: services run the jobs themselves', async () => {
    const services = [service('hello', true)]
    delete process.env.RUN_JOBS_IN
    const plans = await planPlatform(settings, { services, frontends: [] })

    expect(plans.map(({ name, env }) => [name, env.RUN_JOBS_IN])).toEqual([
      ['svc-hello', 'service'],
      ['gateway', 'service'],
    ])
  })

  it('are not planned while RUN_JOBS_IN is neither "service" nor "worker"', async () => {
    process.env.RUN_JOBS_IN = 'workers'

    await expect(planPlatform(settings, { services: [], frontends: [] })).rejects.toThrow(
      'RUN_JOBS_IN must be "service" or "worker", not "workers".',
    )
  })

  it('are given the private key of access tokens only where tokens are signed', async () => {
    const services = [service('users', false), service('hello', false)]
    const plans = await planPlatform(settings, { services, frontends: [] })

    const withKey = plans.filter(({ env }) => env.ACCESS_TOKEN_PRIVATE_KEY_FILE)
    expect(withKey.map(({ name }) => name)).toEqual(['svc-users'])
    expect(plans.filter(({ env }) => env.GOOGLE_CERTS_URL).map(({ name }) => name)).toEqual(['svc-users'])
  })

  it('connect to the database as a user each where a folder has their URIs', async () => {
    process.env.SECRETS_DIR = '/secrets'
    const plans = await planPlatform(settings, {
      services: [service('users', false), service('hello', true)],
      frontends: [],
    }).finally(() => delete process.env.SECRETS_DIR)

    expect(plans.map(({ name, env }) => `${name}: ${env.MONGODB_URI_FILE}`)).toEqual([
      'svc-users: /secrets/mongodb-uri-svc-users',
      'svc-hello: /secrets/mongodb-uri-svc-hello',
      'svc-hello worker: /secrets/mongodb-uri-svc-hello',
      'gateway: /secrets/mongodb-uri-gateway',
    ])
    for (const { env } of plans) expect(env.MONGODB_URI).toBeUndefined()
  })
})
