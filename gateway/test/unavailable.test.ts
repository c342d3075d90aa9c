import { forTests } from './for-tests'
import { startGateway } from './gateway-under-test'

describe('a service that is down', () => {
  const gateway = forTests(() =>
    startGateway({
      'svc-reviews': (app) => app.get('/api/review/:status', () => []),
    }),
  )
  beforeAll(async () => {
    await gateway.stopService('svc-catalog')
    await gateway.stopService('svc-users')
  })

  it.each([
    ['/api/page-data/home/8', 'Listings cannot be loaded right now. Please try again in a moment.'],
    ['/api/faqs', 'Accounts cannot be loaded right now. Please try again in a moment.'],
    ['/api/docs/svc-users.json', 'Accounts cannot be loaded right now. Please try again in a moment.'],
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

  it('affects neither other services nor pages', async () => {
    const page = await gateway.send('/', { headers: { accept: 'text/html' } })

    expect([page.status, (await gateway.send('/api/review/APPROVED')).status]).toEqual([200, 200])
    expect(page.text).toContain('"answers":[]')
  })

  it('is named in /readyz with the reason', async () => {
    const response = await gateway.send('/readyz')

    expect(response.status).toBe(503)
    expect(response.json().needs).toMatchObject({ 'svc-reviews': 'ok', redis: 'ok' })
    expect(response.json().needs?.['svc-catalog']).toMatch(/^Listings cannot be loaded/)
  })
})
