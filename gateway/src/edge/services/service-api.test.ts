import { covers } from '@offquad/releases'
import { fromOpenApi, isCallPath } from './call-path'
import { readServiceDocument, type ServiceApi, type ServiceCall, unionOf } from './service-api'
import { buildRouteTable } from './route-table'

const call = (method: ServiceCall['method'], path: string, more: Partial<ServiceCall> = {}): ServiceCall => ({
  method,
  path,
  access: 'anyone',
  rate: 'read',
  cost: 10,
  bodyLimit: 1024,
  isCacheable: method === 'GET',
  ignoresCaller: false,
  isEventStream: false,
  isStrictQuery: false,
  ...more,
})
const api = (...calls: ServiceCall[]): ServiceApi => ({ calls })

describe('paths of calls', () => {
  it.each(['/api/faqs', '/api/apts/:ids', '/api/a.b/c~d/e-f_g'])('accepts the path %s', (path) => {
    expect(isCallPath(path)).toBe(true)
  })

  it.each([
    '/api',
    '/api/',
    '/apis/x',
    '/login',
    '/api/../x',
    '/api/./x',
    '/api/a*',
    '/api/:a-:b',
    '/api/:a(.*)',
    '/api/%2e',
  ])('rejects the path %s', (path) => {
    expect(isCallPath(path)).toBe(false)
  })

  it('converts the parameters of OpenAPI', () => {
    expect(fromOpenApi('/api/review/{area}/{id}')).toBe('/api/review/:area/:id')
  })

  it.each([
    ['/api/apts/:ids', '/api/apts/new', true],
    ['/api/apts/:ids', '/api/apts/:id', true],
    ['/api/apts/new', '/api/apts/:ids', false],
    ['/api/apts/:ids', '/api/apts/:ids/more', false],
    ['/api/docs/*', '/api/docs/static/x', true],
    ['/api/docs/*', '/api/docs', false],
  ])('%s covers %s: %s', (wide, narrow, isCovered) => {
    expect(covers(wide, narrow)).toBe(isCovered)
  })
})

describe('the API of several instances', () => {
  it('has every call of any instance, with the strictest settings of all', () => {
    const old = api(call('GET', '/api/a/:id', { bodyLimit: 1 }), call('GET', '/api/gone'))
    const young = api(
      call('GET', '/api/a/:number', { access: 'signed-in', rate: 'search', isCacheable: false }),
    )

    expect(unionOf([old, young]).calls).toEqual([
      call('GET', '/api/a/:id', { access: 'signed-in', rate: 'search', isCacheable: false, bodyLimit: 1024 }),
      call('GET', '/api/gone'),
    ])
  })
})

describe('the services that a call touches', () => {
  const touchedBy = (...instances: (string[] | undefined)[]) => {
    const apis = instances.map((touches) => api(call('POST', '/api/a', touches ? { touches } : {})))
    return unionOf(apis).calls[0]?.touches
  }

  it('are those it touches at any instance', () => {
    expect(touchedBy(['svc-a'], ['svc-b', 'svc-a'])).toEqual(['svc-a', 'svc-b'])
    expect(touchedBy([], [])).toEqual([])
  })

  it('are unknown while they are unknown for any instance', () => {
    expect(touchedBy(['svc-a'], undefined)).toBeUndefined()
    expect(touchedBy(undefined, ['svc-a'])).toBeUndefined()
  })

  it('are read from the document', () => {
    const paths = { '/api/a': { post: { 'x-touches': ['svc-a'] }, put: {} } }
    const { calls } = readServiceDocument({ openapi: '3.0.3', info: {}, paths }).api

    expect(calls.map(({ method, touches }) => [method, touches])).toEqual([
      ['POST', ['svc-a']],
      ['PUT', undefined],
    ])
  })
})

describe("a service's document", () => {
  const read = (operation: object, info: object = {}) =>
    readServiceDocument({ openapi: '3.0.3', info, paths: { '/api/a': { get: operation, parameters: [] } } })
      .api.calls

  it('provides all query parameters of a call, unless one of them is a reference', () => {
    const inQuery = (name: string) => ({ in: 'query', name, schema: {} })
    const parameters = [inQuery('q'), { in: 'path', name: 'id' }, inQuery('size')]

    expect(read({ parameters })[0]?.query).toEqual(['q', 'size'])
    expect(
      read({ parameters: [...parameters, { $ref: '#/components/parameters/page' }] })[0],
    ).not.toHaveProperty('query')
    expect(read({ parameters, 'x-strict-query': true })[0]).toMatchObject({ isStrictQuery: true })
  })

  it('is routed with safe defaults when it lacks our extensions', () => {
    expect(read({})).toEqual([
      call('GET', '/api/a', { bodyLimit: 1024 * 1024, isCacheable: false, query: [] }),
    ])
    expect(read({ security: [{ bearer: [] }] })[0]).toMatchObject({ access: 'signed-in' })
    expect(read({ 'x-rate': 'of a newer version' })[0]).toMatchObject({ rate: 'read' })
  })

  it('makes responses cacheable only if the call is public and the service publishes changes', () => {
    const isCached = (operation: object, info: object) =>
      read({ 'x-cacheable': true, ...operation }, info)[0]?.isCacheable

    expect(isCached({}, { 'x-publishes-changes': true })).toBe(true)
    expect(isCached({}, {})).toBe(false)
    expect(isCached({ 'x-access': 'signed-in' }, { 'x-publishes-changes': true })).toBe(false)
  })
})

describe('the route table', () => {
  const table = (apis: Record<string, ServiceApi>, before?: ReturnType<typeof buildRouteTable>) =>
    buildRouteTable({ apis: new Map(Object.entries(apis)), ownPaths: ['/api/deploys/:app'], before })

  it('assigns a path to the service that had it first, until that service drops it', () => {
    const [firstApi, secondApi] = [
      api(call('GET', '/api/a/:id')),
      api(call('GET', '/api/a/:id'), call('GET', '/api/a/new')),
    ]
    const first = table({ 'svc-z': firstApi })
    const both = table({ 'svc-b': secondApi, 'svc-z': firstApi }, first)

    expect(both.find('/api/a/new')?.service).toBe('svc-z')
    expect(both.rejected.get('svc-b')).toEqual([
      '/api/a/:id is not routed: /api/a/:id belongs to svc-z',
      '/api/a/new is not routed: /api/a/:id belongs to svc-z',
    ])
    expect(table({ 'svc-b': secondApi, 'svc-z': api() }, both).find('/api/a/new')?.service).toBe('svc-b')
  })

  it('accepts paths of two services that partly overlap', () => {
    const routes = table({
      'svc-a': api(call('GET', '/api/review/like/:uid')),
      'svc-b': api(call('GET', '/api/review/:area/count')),
    })

    expect(routes.find('/api/review/like/7')?.service).toBe('svc-a')
    expect(routes.find('/api/review/WEST/count')?.service).toBe('svc-b')
    expect(routes.rejected.size).toBe(0)
  })
})
