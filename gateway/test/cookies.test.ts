import { type GatewayUnderTest, startGateway } from './gateway-under-test'

describe("a session's cookie", () => {
  let gateway: GatewayUnderTest

  beforeAll(async () => {
    gateway = await startGateway({
      'svc-users': (app) => {
        app.post('/api/auth/refresh', ({ headers }, reply) =>
          reply
            .header('set-cookie', ['one=1; HttpOnly', 'two=2'])
            .send({ cookie: headers.cookie, origin: headers.origin, site: headers['sec-fetch-site'] }),
        )
        app.get('/api/saved-apartments', ({ headers }) => ({ cookie: headers.cookie }))
      },
      'svc-reviews': (app) => {
        app.get('/api/review/:status', ({ headers }) => ({ cookie: headers.cookie }))
      },
    })
  })
  afterAll(() => gateway.close())

  const send = (method: 'GET' | 'POST', url: string) =>
    gateway.send(url, {
      method,
      headers: { cookie: 'one=1', origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
    })

  it('is forwarded to the session calls, along with the Origin and Sec-Fetch headers', async () => {
    const response = await send('POST', '/api/auth/refresh')

    expect(response.json()).toEqual({ cookie: 'one=1', origin: 'https://evil.test', site: 'cross-site' })
    expect(response.headers['set-cookie']).toEqual(['one=1; HttpOnly', 'two=2'])
  })

  it.each(['/api/saved-apartments', '/api/review/APPROVED'])('is not forwarded to %s', async (path) => {
    expect((await send('GET', path)).json()).toEqual({})
  })
})
