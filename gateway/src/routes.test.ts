import { ENDPOINTS, type Endpoint, type ServiceName } from '@offquad/contracts'
import { findRoute, ROUTES } from './routes'

const every = Object.entries(ENDPOINTS).flatMap(([service, endpoints]) =>
  (endpoints as Endpoint[]).map((endpoint) => ({ ...endpoint, service: service as ServiceName })),
)

/** A real address of an endpoint: "10" fits every parameter, and would be taken for another path's word nowhere. */
const addressOf = (path: string) => path.replace(/:\w+/g, '10')

describe('the table of routes', () => {
  it.each(every)('sends $method $path to $service', ({ path, service }) => {
    expect(findRoute(addressOf(path))).toMatchObject({ path, service })
    expect(findRoute(`${addressOf(path)}/?q=a/b`)).toMatchObject({ path, service })
  })

  it('has no path that two services claim', () => {
    const paths = ROUTES.map(({ path }) => path)

    expect(new Set(paths).size).toBe(paths.length)
  })

  it('takes the count of an area from the catalog and the other reviews from svc-reviews', () => {
    expect(findRoute('/api/review/WEST/count')?.service).toBe('svc-catalog')
    expect(findRoute('/api/review/APPROVED')?.service).toBe('svc-reviews')
    expect(findRoute('/api/review/aptId/10/APPROVED')?.service).toBe('svc-reviews')
  })

  it('keeps only answers that anyone may read and whose service tells of changes', () => {
    const isCached = (url: string) => findRoute(url)?.isCached

    expect(isCached('/api/page-data/home/8')).toBe(true)
    expect(isCached('/api/faqs')).toBe(true)
    expect(isCached('/api/auth/me')).toBe(false)
    expect(isCached('/api/import/apartments')).toBe(false)
    expect(isCached('/api/review/APPROVED')).toBe(true)
    expect(isCached('/api/review/userId/10/APPROVED')).toBe(false)
  })

  it('never keeps pictures, which are for the memory of browsers, and lets one in whole', () => {
    const photo = `/api/photos/${'0a'.repeat(16)}`

    expect(findRoute(photo)).toMatchObject({ isPublic: true, isCached: false })
    expect(findRoute(`${photo}/card`)).toMatchObject({ isPublic: true, isCached: false })
    expect(findRoute('/api/photos')?.bodyLimit).toBeGreaterThan(10 * 1024 * 1024)
  })

  it('knows no other path', () => {
    expect(findRoute('/api/nothing')).toBeUndefined()
    expect(findRoute('/healthz')).toBeUndefined()
    expect(findRoute('/api/%zz')).toBeUndefined()
  })

  it('takes a list of ids as long as the contract allows', () => {
    expect(findRoute(`/api/apts/${'1,'.repeat(999)}1`)?.service).toBe('svc-catalog')
  })
})
