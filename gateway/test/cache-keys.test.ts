import { forTests } from './for-tests'
import { startGateway } from './gateway-under-test'

const SEARCH = '/api/search-with-query-and-filters'

describe('a cached response', () => {
  let requested: string[] = []
  const note = (request: { url: string }) => {
    requested.push(request.url)
    return []
  }
  const gateway = forTests(() =>
    startGateway({
      'svc-catalog': (app) => {
        app.get('/api/search-with-query-and-filters', note)
        app.get('/api/page-data/home/:size/:sortBy', note)
        app.get('/api/apts/:ids', note)
      },
      'svc-reviews': (app) => {
        app.get('/api/review/:status', note)
        app.get('/api/reviews', (request, reply) => {
          requested.push(request.url)
          return reply.code(400).send({ title: 'Invalid input' })
        })
      },
    }),
  )
  beforeEach(() => {
    requested = []
    gateway.context.responseCache.invalidateAll()
  })

  async function readAll(paths: string[]): Promise<number[]> {
    const statuses: number[] = []
    for (const path of paths) statuses.push((await gateway.send(path)).status)
    return statuses
  }

  it.each([
    [
      'unknown parameters',
      ['', '?x=1', '?x=2&x=3&__proto__=1', '?', '?&&='].map((query) => `/api/review/APPROVED${query}`),
    ],
    [
      'the order and escaping of parameters',
      ['?bedrooms=2&q=oak', '?q=oak&bedrooms=2', '?q=o%61k&utm_source=mail&bedrooms=%32'].map(
        (query) => SEARCH + query,
      ),
    ],
    [
      'the escaping of the path or a trailing slash',
      ['APPROVED', '%41PPROVED', 'A%50PROVE%44', 'APPROVED/'].map((status) => `/api/review/${status}`),
    ],
  ])('is shared by URLs that differ only in %s', async (_what, paths) => {
    const statuses = await readAll(paths)

    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(requested).toEqual([paths[0]])
  })

  it('is separate for different values of a parameter, repeated ones included', async () => {
    await readAll([`${SEARCH}?q=oak`, `${SEARCH}?q=elm`, `${SEARCH}?q=oak&q=elm`, `${SEARCH}?q=elm&q=oak`])

    expect(requested).toEqual([
      `${SEARCH}?q=oak`,
      `${SEARCH}?q=elm`,
      `${SEARCH}?q=oak&q=elm`,
      `${SEARCH}?q=elm&q=oak`,
    ])
  })

  it('is bypassed for unknown parameters when the service rejects them', async () => {
    const statuses = await readAll(['/api/reviews?aptId=1&x=1', '/api/reviews?aptId=1&x=1'])

    expect(statuses).toEqual([400, 400])
    expect(requested).toEqual(['/api/reviews?aptId=1&x=1', '/api/reviews?aptId=1&x=1'])
  })

  it('is inlined into pages, whose own parameters cause no further request', async () => {
    for (const query of ['', '?x=1', '?x=2'])
      await gateway.send(`/apartment/10${query}`, { headers: { accept: 'text/html' } })
    await readAll(['/api/apts/10', '/api/apts/1%30?x=1'])

    expect(requested).toEqual(['/api/apts/10'])
  })
})
