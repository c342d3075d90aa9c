import { type Balancer, startBalancer } from '../src/balancer'
import {
  type Instance,
  replace,
  settingsOfSharedPlatform,
  startInstance,
  stopInstance,
} from '../src/instances'
import { accessTokenOf } from '../src/people'
import { type Load, type Request, startLoad } from '../src/steady-load'

const SERVICES = ['svc-users', 'svc-catalog', 'svc-reviews']
const REQUESTS_PER_SECOND = 200

interface Group {
  entry: string
  env: NodeJS.ProcessEnv
  balancer: Balancer | undefined
  instances: Instance[]
}

describe('two instances of every process', () => {
  const groups = new Map<string, Group>()
  const balancers = new Map<string, Balancer>()
  let load: Load
  beforeAll(async () => {
    for (const name of [...SERVICES, 'gateway']) balancers.set(name, await startBalancer())
    const urlOf = (name: string) => balancers.get(name)?.url ?? ''
    const env = {
      ...(await settingsOfSharedPlatform()),
      // Loading the code of pages would slow down a gateway that starts while two cores also serve, start processes and
      // generate load.
      SERVER_RENDERING: 'off',
      // As in production: long enough to send `connection: close` on every connection in use.
      DRAIN_MS: '4000',
      USERS_URL: urlOf('svc-users'),
      SVC_USERS_URL: urlOf('svc-users'),
      SVC_CATALOG_URL: urlOf('svc-catalog'),
      SVC_REVIEWS_URL: urlOf('svc-reviews'),
    }
    const entries = [
      ...[...SERVICES, 'gateway'].map((name) => [name, `${name}/dist/main.js`] as const),
      ...['svc-catalog', 'svc-reviews'].map((name) => [`${name} worker`, `${name}/dist/worker.js`] as const),
    ]
    for (const [name, entry] of entries) {
      const instances = await Promise.all([startInstance(entry, env), startInstance(entry, env)])
      const balancer = balancers.get(name)
      for (const { port } of instances) balancer?.add(port)
      groups.set(name, { entry, env, balancer, instances })
    }
    load = startLoad(urlOf('gateway'), await mixedRequests(), REQUESTS_PER_SECOND)
  })
  afterAll(async () => {
    const instances = [...groups.values()].flatMap((group) => group.instances)
    await Promise.all(instances.map(stopInstance))
    await Promise.all([...balancers.values()].map((balancer) => balancer.close()))
  })

  /** Reads and writes, signed in and signed out; three in twenty are writes. */
  async function mixedRequests(): Promise<Request[]> {
    const tokens = await Promise.all([1, 2, 3].map((number) => accessTokenOf(`roller.${number}@cornell.edu`)))
    const of = (token: string | undefined) => ({ authorization: `Bearer ${token}` })
    const get = (path: string, headers = {}): Request => ({ method: 'GET', path, headers })
    const post = (path: string, token: string | undefined, body: object): Request => ({
      method: 'POST',
      path,
      body: JSON.stringify(body),
      headers: { ...of(token), 'content-type': 'application/json' },
    })
    const html = { accept: 'text/html' }
    const reads = [
      '/api/page-data/home/8/numReviews',
      '/api/apts/demo-7',
      '/api/listings/demo-1,demo-2',
      '/api/faqs',
    ]
    return [
      ...['/', '/apartment/demo-3', '/landlord/demo-landlord-2', '/faq'].map((path) => get(path, html)),
      ...reads.map((path) => get(path)),
      ...tokens.flatMap((token) => [
        get('/api/auth/me', of(token)),
        get('/api/saved-apartments', of(token)),
        get('/api/review/aptId/demo-5/APPROVED', of(token)),
      ]),
      post('/api/add-saved-apartment', tokens[0], { apartmentId: 'demo-9' }),
      post('/api/remove-saved-apartment', tokens[1], { apartmentId: 'demo-9' }),
      post('/api/add-saved-landlord', tokens[2], { landlordId: 'demo-landlord-3' }),
    ]
  }

  it('are replaced one after the other under 200 requests a second without a failure', async () => {
    const codes: [string, number | null][] = []
    for (const [name, group] of groups)
      for (const [index, old] of group.instances.entries()) {
        const { instance, code } = await replace(old, group)
        group.instances[index] = instance
        codes.push([name, code])
      }
    const { sent, failures } = await load.stop()

    expect(failures).toEqual([])
    expect(sent).toBeGreaterThan(2_000)
    expect(codes.filter(([, code]) => code !== 0)).toEqual([])
  })
})
