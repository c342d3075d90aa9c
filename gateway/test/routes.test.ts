import { type Endpoint, ENDPOINTS } from '@offquad/contracts'
import { readServiceDocument } from '../src/edge/services/service-api'
import { buildRouteTable, type RouteTable } from '../src/edge/services/route-table'
import { documentOf, SERVICE_NAMES } from './documents'

const every = SERVICE_NAMES.flatMap((service) =>
  (ENDPOINTS[service] as Endpoint[]).map((endpoint) => ({ ...endpoint, service })),
)

/** A URL of an endpoint: "10" is valid for every parameter and no static segment of another path. */
const urlOf = (path: string) => path.replace(/:\w+/g, '10')

describe('the routes learned from the services of this repository', () => {
  let table: RouteTable
  beforeAll(async () => {
    const learned = await Promise.all(
      SERVICE_NAMES.map(async (name) => {
        // As the gateway receives it.
        const document: unknown = JSON.parse(JSON.stringify(await documentOf(name)))
        return [name, readServiceDocument(document)] as const
      }),
    )
    expect(learned.flatMap(([, { rejected }]) => rejected)).toEqual([])
    table = buildRouteTable({ apis: new Map(learned.map(([name, { api }]) => [name, api])), ownPaths: [] })
  })

  const routeOf = (url: string, method = 'GET') => table.find(url)?.routes.get(method)

  it.each(every)('send $method $path to $service', ({ method, path, service, access }) => {
    expect(routeOf(urlOf(path), method)).toMatchObject({ method, path, service, access })
    expect(routeOf(`${urlOf(path)}/?q=a/b`, method)).toMatchObject({ path, service })
  })

  it('have no conflicting paths', () => {
    expect([...table.rejected]).toEqual([])
  })

  it('allow caching only of public responses whose service publishes changes', () => {
    const isCached = (url: string) => Boolean(routeOf(url)?.isCacheable)

    expect(isCached('/api/page-data/home/8')).toBe(true)
    expect(isCached('/api/faqs')).toBe(true)
    expect(isCached('/api/auth/me')).toBe(false)
    expect(isCached('/api/import/apartments')).toBe(false)
    expect(isCached('/api/review/APPROVED')).toBe(true)
    expect(isCached('/api/review/userId/10/APPROVED')).toBe(false)
  })

  it('never allow caching of pictures, which browsers cache, and accept a whole picture as a body', () => {
    const photo = `/api/photos/${'0a'.repeat(16)}`

    expect(routeOf(photo)).toMatchObject({ access: 'anyone', isCacheable: false })
    expect(routeOf(`${photo}/card`)).toMatchObject({ access: 'anyone', isCacheable: false })
    expect(routeOf('/api/photos', 'POST')?.bodyLimit).toBeGreaterThan(10 * 1024 * 1024)
  })

  it('apply the rate limits of the contract', () => {
    expect(routeOf('/api/auth/google', 'POST')?.rate).toBe('sign-in')
    expect(routeOf('/api/search?q=a')?.rate).toBe('search')
    expect(routeOf('/api/check-saved-apartment', 'POST')?.rate).toBe('read')
    expect(routeOf('/api/new-review', 'POST')?.rate).toBe('write')
    expect(routeOf('/api/faqs')?.rate).toBe('read')
  })

  it('accept a list of ids of the maximum length', () => {
    expect(routeOf(`/api/apts/${'1,'.repeat(999)}1`)?.service).toBe('svc-catalog')
  })
})
