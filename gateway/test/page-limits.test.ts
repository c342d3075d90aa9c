import { type GatewayUnderTest, startGateway } from './gateway-under-test'

// Each request of a page costs 1, and a network has a budget of 120 a minute.
const STRICT = { RATE_LIMIT_FACTOR: 0.001, TRUSTED_PROXIES: '127.0.0.1' }

describe('the upstream requests of a page', () => {
  let gateway: GatewayUnderTest
  let requested = 0

  beforeEach(async () => {
    requested = 0
    gateway = await startGateway(
      {
        'svc-catalog': (app) => {
          app.get('/api/apts/:ids', (_request, reply) => {
            requested += 1
            return reply.code(404).send({})
          })
        },
      },
      { settings: STRICT },
    )
  })
  afterEach(() => gateway.close())

  const open = (id: number, address: string) =>
    gateway.send(`/apartment/${id}`, { headers: { accept: 'text/html', 'x-forwarded-for': address } })

  it('count against the rate limit of the visitor, beyond which the page is sent without data', async () => {
    const call = () => gateway.send('/api/apts/1', { headers: { 'x-forwarded-for': '10.0.0.1' } })
    // A minute may end meanwhile, and a new budget begin.
    for (let page = 0; page < 300 && (await call()).status !== 429; page += 1) await open(page, '10.0.0.1')
    const allowed = requested

    expect((await open(1000, '10.0.0.1')).status).toBe(200)
    expect(requested).toBe(allowed)
    await open(1000, '10.0.0.2')
    expect(requested).toBe(allowed + 1)
  })
})
