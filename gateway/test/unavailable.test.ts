import { connect } from 'node:net'
import { type GatewayUnderTest, promised, startGateway } from './gateway-under-test'

describe('a client that disconnects while sending its body', () => {
  it('causes no upstream request and no error', async () => {
    let requests = 0
    const gateway = await startGateway({
      'svc-catalog': (app) => app.post('/api/import/apartments', () => ({ requests: (requests += 1) })),
    })
    const body = '{"apartments":[]}'
    const headers = { 'content-type': 'application/json' }
    const taken = promised()
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
    socket.once('data', () => taken.resolve())
    socket.write('POST /api/import/apartments HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n')
    socket.write('content-type: application/json\r\nexpect: 100-continue\r\n\r\nonly this')
    await taken.promise

    socket.destroy()

    const next = await gateway.send('/api/import/apartments', { method: 'POST', body, headers })
    expect([next.status, next.json()]).toEqual([200, { requests: 1 }])
    await gateway.close()
  })
})

describe('a service that is down', () => {
  let gateway: GatewayUnderTest
  beforeAll(async () => {
    gateway = await startGateway({
      'svc-reviews': (app) => app.get('/api/review/:status', () => []),
    })
    await gateway.stopService('svc-catalog')
    await gateway.stopService('svc-users')
  })
  afterAll(() => gateway.close())

  it.each([
    ['/api/page-data/home/8', 'Listings cannot be loaded right now. Please try again in a moment.'],
    ['/api/faqs', 'Accounts cannot be loaded right now. Please try again in a moment.'],
  ])('makes %s a 503 that names what is unavailable and when to retry', async (path, detail) => {
    const response = await gateway.send(path)

    expect(response.status).toBe(503)
    expect(response.headers['content-type']).toContain('application/problem+json')
    expect(response.headers['retry-after']).toBe('2')
    expect(response.json()).toMatchObject({ status: 503, detail })
  })

  it('gets a response to a client that is sending a large body, whose connection stays usable', async () => {
    const body = Buffer.alloc(5 * 1024 * 1024)

    const response = await gateway.send('/api/import/apartments', { method: 'POST', body })

    expect(response.status).toBe(503)
    expect((await gateway.send('/healthz')).status).toBe(200)
  })

  it('does not affect other services', async () => {
    const response = await gateway.send('/api/review/APPROVED')

    expect(response.status).toBe(200)
  })

  it('does not affect pages', async () => {
    const response = await gateway.send('/', { headers: { accept: 'text/html' } })

    expect(response.status).toBe(200)
    expect(response.text).toContain('"answers":[]')
  })

  it('is named in /readyz with the reason', async () => {
    const response = await gateway.send('/readyz')

    expect(response.status).toBe(503)
    expect(response.json().needs).toMatchObject({ 'svc-reviews': 'ok', redis: 'ok' })
    expect(response.json().needs?.['svc-catalog']).toMatch(/^Listings cannot be loaded/)
  })
})
