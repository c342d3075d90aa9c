import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { startTokenIssuer } from '@offquad/service-kit/testing'
import { forTests } from './for-tests'
import { promised, publishKeys, sendEvents, sendRaw, startGateway } from './gateway-under-test'

// With a token, so that no response comes from the cache.
const SIGNED_IN = { authorization: 'Bearer token' }

const OF_A_SERVICE = {
  etag: '"1"',
  'retry-after': '5',
  'set-cookie': ['a=1', 'b=2'],
  'content-security-policy': 'script-src *',
  'x-frame-options': 'ALLOWALL',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-powered-by': 'a service',
}

describe('an API call', () => {
  const gateway = forTests(() =>
    startGateway({
      'svc-users': (app) => {
        app.post('/api/auth/refresh', ({ headers: { cookie, origin, ...others } }, reply) =>
          reply
            .header('set-cookie', ['one=1; HttpOnly', 'two=2'])
            .send({ cookie, origin, site: others['sec-fetch-site'] }),
        )
        app.get('/api/saved-apartments', ({ headers }) => headers)
      },
      'svc-catalog': (app) => {
        const LARGE = 16 * 1024 * 1024
        app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
        app.get('/api/page-data/home/:size', () => ({ buildingData: [], isEnded: true }))
        app.get('/api/review/:area/count', () => ({ count: 7 }))
        app.post('/api/import/apartments', { bodyLimit: LARGE }, (request) => ({
          bytes: (request.body as Buffer).length,
        }))
        app.post('/api/set-data', { bodyLimit: 10 }, () => null)
        app.get('/api/location/:area', (_request, reply) => {
          lists++
          return reply
            .header('cache-control', 'no-store')
            .type('application/json')
            .send(Readable.from(['["a",', '"b"]']))
        })
        app.get('/api/search', (request, reply) =>
          reply.code(400).type('application/problem+json').send({ title: 'Invalid input', url: request.url }),
        )
      },
      'svc-reviews': (app) => {
        app.get('/api/review/:status', (request, reply) =>
          reply.headers(OF_A_SERVICE).header('keep-alive', 'timeout=1').send(request.headers),
        )
        app.get('/api/review-by-id/:id', (request, reply) => {
          if (request.headers.authorization) {
            request.raw.socket.once('close', () => left.resolve())
            arrived.resolve()
          } else if (refusals++ === 0) request.raw.socket.destroy()
          else void reply.send({ id: 'second try' })
        })
        app.get('/api/photos/:id/:size', (_request, reply) =>
          reply.headers(OF_A_SERVICE).type('image/webp').send(Buffer.alloc(1)),
        )
        app.addContentTypeParser('*', (_request, _body, done) => done(null))
        app.post('/api/import/reviews', (request) => {
          refusals++
          request.raw.socket.destroy()
        })
      },
    }),
  )
  const arrived = promised()
  const left = promised()
  let refusals = 0
  let lists = 0

  it('is not cached when the service says so, also where it streams its response', async () => {
    const first = await gateway.send('/api/location/WEST')
    const listsForOne = lists

    const second = await gateway.send('/api/location/WEST')

    expect([first.text, second.text]).toEqual(['["a","b"]', '["a","b"]'])
    expect(lists).toBe(2 * listsForOne)
  })

  it('is forwarded to the service of its contract, even when two services share a path prefix', async () => {
    const ofCatalog = await gateway.send('/api/review/WEST/count')
    const ofReviews = await gateway.send('/api/review/APPROVED', { headers: SIGNED_IN })

    expect(ofCatalog.json()).toEqual({ count: 7 })
    expect(ofReviews.json()).toHaveProperty('x-forwarded-host')
  })

  it('that never ends is streamed and does not keep the gateway from stopping', async () => {
    const issuer = await startTokenIssuer()
    const other = await startGateway({
      'svc-users': (app) => publishKeys(app, issuer),
      'svc-reviews': (app) => {
        app.get('/api/admin/waiting-reviews', sendEvents)
      },
    })
    const response = await fetch(`${other.url}/api/admin/waiting-reviews`, {
      headers: { authorization: `Bearer ${issuer.tokenFor('adm', 'admin')}` },
    })
    const reader = response.body?.getReader()

    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n')
    await other.close()
    await expect(reader?.read()).rejects.toThrow('terminated')
    await issuer.close()
  })

  it('is forwarded with the IP address of the client and one request id, without connection headers', async () => {
    const answer = await sendRaw(gateway.url, [
      'GET /api/review/APPROVED HTTP/1.1',
      'host: offquad.example',
      'x-request-id: abcd-1234',
      'x-forwarded-for: 6.6.6.6',
      'authorization: Bearer token',
      'connection: close, x-secret',
      'x-secret: hop',
      'te: trailers',
    ])

    const [head, body = ''] = answer.split('\r\n\r\n')
    const received: unknown = JSON.parse(body)
    expect(received).toMatchObject({
      'x-request-id': 'abcd-1234',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'offquad.example',
      authorization: 'Bearer token',
    })
    expect(received).not.toHaveProperty('x-secret')
    expect(received).not.toHaveProperty('te')
    expect(head).toContain('x-request-id: abcd-1234')
  })

  it('returns what the service says of its response, and neither its cookies nor its security headers', async () => {
    const { headers } = await gateway.send('/api/review/APPROVED', { headers: SIGNED_IN })

    expect(headers).toMatchObject({
      etag: '"1"',
      'retry-after': '5',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
      // It says nothing of caches, and may be about its caller.
      'cache-control': 'no-store',
    })
    for (const name of [
      'set-cookie',
      'content-security-policy',
      'access-control-allow-origin',
      'x-powered-by',
    ])
      expect(headers).not.toHaveProperty(name)
    expect(headers['keep-alive']).not.toBe('timeout=1')
  })

  it('passes cookies to and from session calls only, along with the Origin and Sec-Fetch headers', async () => {
    const headers = { cookie: 'one=1', origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const session = await gateway.send('/api/auth/refresh', { method: 'POST', headers })

    expect(session.json()).toEqual({ cookie: 'one=1', origin: 'https://evil.test', site: 'cross-site' })
    expect(session.headers['set-cookie']).toEqual(['one=1; HttpOnly', 'two=2'])
    for (const path of ['/api/saved-apartments', '/api/review/APPROVED'])
      expect((await gateway.send(path, { headers })).json()).not.toHaveProperty('cookie')
  })

  it('lets pictures, and nothing else, say who may embed them', async () => {
    const { headers } = await gateway.send('/api/photos/p1/large', { headers: SIGNED_IN })

    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  })

  it('gets a request id if it has none', async () => {
    const response = await gateway.send('/api/review/APPROVED')

    expect(response.headers['x-request-id']).toBe(response.json()['x-request-id'])
    expect(response.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
  })

  it('forwards a body of any type, with or without a length', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const body = Buffer.alloc(3 * 1024 * 1024, 'x')

    const sized = await gateway.send('/api/import/apartments', { method: 'POST', body, headers })
    const chunked = await gateway.send('/api/import/apartments', {
      method: 'POST',
      body: Readable.from([body]),
      headers,
    })

    expect([sized.json(), chunked.json()]).toEqual([{ bytes: body.length }, { bytes: body.length }])
  })

  it('is rejected when its body exceeds the limit of the contract, and the connection stays usable', async () => {
    const response = await gateway.send('/api/auth/google', {
      method: 'POST',
      body: Buffer.alloc(5 * 1024 * 1024),
    })

    expect([response.status, response.json().status]).toEqual([413, 413])
    expect((await gateway.send('/healthz')).status).toBe(200)
  })

  it('leaves the connection usable when the service rejects it while receiving the body', async () => {
    const body = Readable.from([Buffer.alloc(2 * 1024 * 1024), Buffer.alloc(2 * 1024 * 1024)])

    const response = await gateway.send('/api/set-data', { method: 'POST', body })

    expect([413, 503]).toContain(response.status)
    expect((await gateway.send('/healthz')).status).toBe(200)
  })

  it('returns the validation problem of the service, and a 405 for an unsupported method', async () => {
    const invalid = await gateway.send('/api/search')
    const wrongMethod = await gateway.send('/api/search?q=a', { method: 'DELETE' })

    expect([invalid.status, invalid.headers['content-type']]).toEqual([
      400,
      'application/problem+json; charset=utf-8',
    ])
    expect([wrongMethod.status, wrongMethod.headers.allow]).toEqual([405, 'GET, HEAD'])
    expect(wrongMethod.json()).toMatchObject({ type: '/problems/method-not-allowed' })
  })

  it('accepts a trailing slash and HEAD', async () => {
    const slash = await gateway.send('/api/page-data/home/8/')
    const head = await gateway.send('/api/page-data/home/8', { method: 'HEAD' })

    expect(slash.status).toBe(200)
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, '34'])
  })

  it.each(['/api', '/api/', '/api/nothing', '/api/apts/1/2/3', '/api/%2e%2e/healthz'])(
    'to the unknown path %s is a JSON 404, even when the client accepts HTML',
    async (path) => {
      const response = await gateway.send(path, { headers: { accept: 'text/html' } })

      expect(response.status).toBe(404)
      expect(response.headers['content-type']).toContain('application/problem+json')
      expect(response.json()).toMatchObject({ type: '/problems/unknown-call', status: 404 })
    },
  )

  it('is retried once when the connection breaks before the response to a GET', async () => {
    const response = await gateway.send('/api/review-by-id/1')

    expect([response.status, refusals]).toEqual([200, 2])
  })

  it('is never retried when it is a write', async () => {
    refusals = 0

    const response = await gateway.send('/api/import/reviews', { method: 'POST', body: '{}' })

    expect([response.status, refusals]).toEqual([503, 1])
  })

  it('is aborted at the service when the client disconnects', async () => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
    socket.write('GET /api/review-by-id/1 HTTP/1.1\r\nhost: x\r\nauthorization: y\r\n\r\n')
    await arrived.promise

    socket.destroy()

    await left.promise
  })
})
