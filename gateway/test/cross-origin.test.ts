import { readOrigins } from '../src/edge/cross-origin'
import { forTests } from './for-tests'
import { startGateway } from './gateway-under-test'

const OURS = 'https://app.example.edu'
const HOME = '/api/page-data/home/8'
const LIKE = '/api/add-like'

describe('a page of another origin', () => {
  const gateway = forTests(() =>
    startGateway(
      {
        'svc-catalog': (app) => {
          app.get('/api/page-data/home/:size', () => ({ buildingData: [], isEnded: true }))
        },
        'svc-reviews': (app) => {
          app.post('/api/add-like', (_request, reply) =>
            reply.header('vary', 'accept').send({ result: 'Success', likes: 1 }),
          )
        },
      },
      { settings: { CORS_ORIGINS: `${OURS}, http://localhost:3000`, RATE_LIMIT_FACTOR: 1 } },
    ),
  )

  const preflight = (origin: string, path = LIKE) =>
    gateway.send(path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
  const namesOf = (headers: object) =>
    Object.keys(headers).filter((name) => name.startsWith('access-control'))
  const variesBy = (headers: { vary?: string | string[] | undefined }) =>
    [headers.vary ?? []].flat().join().toLowerCase().split(/,\s*/)

  it('that is allowed can call the API and read responses, without credentials', async () => {
    const { status, headers } = await preflight(OURS)

    expect(status).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': OURS,
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': expect.stringContaining('authorization'),
      'access-control-max-age': '600',
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    expect(variesBy(headers)).toContain('origin')
  })

  it.each([
    ['forwarded', LIKE, 'POST'],
    ['from the service', HOME, 'GET'],
    ['from memory', HOME, 'GET'],
    ['a problem', '/api/nothing', 'GET'],
  ])('can read a response that is %s', async (_what, path, method) => {
    const { headers } = await gateway.send(path, { method, headers: { origin: OURS } })

    expect(headers).toMatchObject({
      'access-control-allow-origin': OURS,
      'access-control-expose-headers': expect.stringContaining('retry-after'),
    })
    expect(variesBy(headers)).toContain('origin')
  })

  it('can read a 304', async () => {
    const { headers } = await gateway.send(HOME)
    const same = await gateway.send(HOME, {
      headers: { origin: OURS, 'if-none-match': String(headers.etag) },
    })

    expect([same.status, same.headers['access-control-allow-origin']]).toEqual([304, OURS])
  })

  it.each(['https://evil.example', 'https://app.example.edu.evil.example', 'http://app.example.edu', 'null'])(
    'that is not allowed gets no CORS headers: %s',
    async (origin) => {
      for (const path of [HOME, HOME, LIKE, '/api/nothing']) {
        const { headers } = await gateway.send(path, { headers: { origin } })
        expect([path, namesOf(headers)]).toEqual([path, []])
        expect(variesBy(headers)).toContain('origin')
      }
      const refused = await preflight(origin)
      expect([refused.status, namesOf(refused.headers)]).toEqual([405, []])
    },
  )

  it('gets CORS headers for the API only', async () => {
    const { headers } = await gateway.send('/reviews', { headers: { origin: OURS, accept: 'text/html' } })

    expect(namesOf(headers)).toEqual([])
  })
})

describe('without a list of origins', () => {
  it('pages of other origins get no CORS headers', async () => {
    const gateway = await startGateway()
    const { headers } = await gateway.send('/api/nothing', { headers: { origin: OURS } })
    await gateway.close()

    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers.vary).toBeUndefined()
  })

  it.each(['*', 'https://*.example.edu', 'https://app.example.edu/', 'app.example.edu', 'https://a.edu,,'])(
    'rejects %s as an origin in the configuration',
    (list) => {
      expect(() => readOrigins(list)).toThrow('is not an origin such as https://app.example.edu')
    },
  )
})
