import { until } from '@offquad/service-kit/testing'
import { createLog } from '@offquad/service-kit'
import { openContext } from '../src/context'
import { forTests } from './for-tests'
import { promised, sendRaw, startGateway } from './gateway-under-test'

const gateway = forTests(startGateway)

describe('a malformed request', () => {
  it.each(['/%zz', '/api/%zz', '/mf/%zz', '/apartment/%c3%28'])(
    'with the path %s is a 400 problem',
    async (path) => {
      const response = await gateway.send(path)

      expect([response.status, response.headers['content-type']]).toEqual([
        400,
        expect.stringContaining('application/problem+json'),
      ])
      expect(response.headers['x-content-type-options']).toBe('nosniff')
    },
  )

  it.each([
    ['no HTTP', ['hello'], 400],
    ['a header without a name', ['GET / HTTP/1.1', 'host: x', ': y'], 400],
    [
      'two lengths',
      ['POST /api/set-data HTTP/1.1', 'host: x', 'content-length: 1', 'content-length: 2'],
      400,
    ],
    [
      'a length and chunks',
      ['POST /api/set-data HTTP/1.1', 'host: x', 'content-length: 1', 'transfer-encoding: chunked'],
      400,
    ],
    ['two hosts', ['GET /api/faqs HTTP/1.1', 'host: x', 'Host: evil.example', 'connection: close'], 400],
    ['headers of 20 KB', ['GET / HTTP/1.1', 'host: x', `large: ${'x'.repeat(20_000)}`], 431],
  ])('gets a problem response when it has %s', async (_what, head, status) => {
    const answer = await sendRaw(gateway.url, head)

    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toContain('application/problem+json')
    expect(answer).toContain('cache-control: no-store')
  })

  it.each([
    'GET http://evil.example/nothing HTTP/1.1',
    'GET /api/apts/\xff HTTP/1.1',
    'GET /api/faqs?q=\x7f HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'PROPFIND / HTTP/1.1',
    'TRACE /api/faqs HTTP/1.1',
  ])('is rejected without consequences: %s', async (line) => {
    const answer = await sendRaw(gateway.url, [line, 'host: x', 'connection: close'])

    expect(answer).toMatch(/^HTTP\/1.1 4\d\d /)
    expect((await gateway.send('/healthz')).status).toBe(200)
  })
})

describe('in production', () => {
  const gateway = forTests(() => startGateway({}, { settings: { NODE_ENV: 'production' } }))

  it.each([
    ['the site', '/', 'offquad.example', 200],
    ['the site at a port', '/', 'offquad.example:8443', 200],
    ['a name within its network', '/', 'gateway:8080', 200],
    ['another site', '/', 'evil.example', 400],
    ['a name that begins like the site', '/', 'offquad.example.evil.example', 400],
    ['another site', '/api/faqs', 'evil.example', 400],
    ['the address of a process, for a probe', '/readyz', '10.1.2.3:8080', 200],
    ['the address of a process', '/', '10.1.2.3:8080', 400],
  ])('a request to %s (%s of %s) gets %i', async (_what, path, host, status) => {
    expect((await gateway.send(path, { headers: { host, accept: '*/*' } })).status).toBe(status)
  })
})

describe('health', () => {
  it('of the gateway covers the process and all its dependencies', async () => {
    const alive = await gateway.send('/healthz')
    const ready = await gateway.send('/readyz')

    expect([alive.status, alive.json()]).toEqual([200, { status: 'ok' }])
    expect([ready.status, ready.json()]).toEqual([
      200,
      {
        status: 'ready',
        needs: {
          redis: 'ok',
          registry: 'degraded: mfe-reviews 3.0.0: mf-manifest.json is missing',
          'svc-catalog': 'ok',
          'svc-reviews': 'ok',
          'svc-users': 'ok',
        },
      },
    ])
  })

  it('of a service is reported by the service', async () => {
    expect((await gateway.send('/healthz/svc-catalog')).json()).toEqual({ status: 'ok' })
    expect((await gateway.send('/readyz/svc-users')).json()).toEqual({ status: 'ready' })
    expect((await gateway.send('/readyz/svc-nothing')).status).toBe(404)
  })
})

describe('the documentation', () => {
  it('can be browsed and offers every document', async () => {
    const page = await gateway.send('/api/docs')
    const script = await gateway.send('/api/docs/static/swagger-initializer.js')

    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    for (const name of ['svc-catalog', 'svc-reviews', 'svc-users', 'gateway'])
      expect(script.text).toContain(`/api/docs/${name}.json`)
  })

  it('includes the documents of each service and of the gateway', async () => {
    const ofService = await gateway.send('/api/docs/svc-catalog.json')
    const ofGateway = await gateway.send('/api/docs/gateway.json')

    expect(ofService.json()).toHaveProperty('info.title', 'svc-catalog')
    expect(Object.keys(ofGateway.json().paths as object)).toContain('/mf/registry.json')
  })
})

describe('the gateway process', () => {
  it('fails to start without its folder and names it', async () => {
    const config = { ...gateway.context.config, MF_DIR: '/nowhere' }

    await expect(openContext(config, createLog('gateway', 'silent'), '')).rejects.toThrow(
      /\/nowhere.*: is MF_DIR the folder/,
    )
  })

  it('finishes running requests and closes idle connections when it stops', async () => {
    const late = promised()
    const arrived = promised()
    const gateway = await startGateway({
      'svc-reviews': (app) =>
        app.get('/api/review/:status', async () => {
          arrived.resolve()
          await late.promise
          return ['complete']
        }),
    })
    await gateway.send('/healthz')
    const begun = fetch(`${gateway.url}/api/review/APPROVED`)
    await arrived.promise

    const stopped = gateway.stop()
    await until(async () =>
      fetch(`${gateway.url}/healthz`).then(
        () => false,
        () => true,
      ),
    )
    late.resolve()

    expect(await (await begun).json()).toEqual(['complete'])
    await stopped
    await gateway.close()
  })
})
