import { type FastifyInstance } from 'fastify'
import { register } from 'prom-client'
import { type GatewayUnderTest, sendRaw, startGateway } from './gateway-under-test'

/** A service that closes every connection while `isBroken`. */
function flakyService() {
  const service = { isBroken: true, requests: 0 }
  return {
    service,
    register(app: FastifyInstance) {
      app.addHook('onRequest', async ({ raw }) => {
        if (raw.url?.includes('readyz') || raw.url === '/openapi.json') return
        service.requests += 1
        if (service.isBroken) raw.socket.destroy()
      })
      app.get('/api/review/:status', () => [])
      app.post('/api/new-review', (_request, reply) => reply.code(201).send('"id"'))
    },
  }
}

const isOpen = async () =>
  /upstream_circuit_open{service="svc-reviews",instance="[^"]+"} 1/.test(await register.metrics())

describe('a service that fails every time', () => {
  const { service, register } = flakyService()
  let gateway: GatewayUnderTest
  // Requests take longer than the circuit stays open where the machine is busy.
  const clock = jest.spyOn(Date, 'now')
  let now = Date.now()
  const pass = (milliseconds: number) => clock.mockReturnValue((now += milliseconds))
  beforeAll(async () => {
    pass(0)
    gateway = await startGateway({ 'svc-reviews': register })
  })
  afterAll(async () => {
    clock.mockRestore()
    await gateway.close()
  })
  const read = () => gateway.send('/api/review/PENDING')

  it('gets no requests for a while, and callers get a 503', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, read))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]))
    const { requests } = service

    const response = await read()

    expect(response.status).toBe(503)
    expect(response.json().detail).toBe('Reviews cannot be loaded right now. Please try again in a moment.')
    expect(service.requests).toBe(requests)
    expect(await isOpen()).toBe(true)
  })

  it('gets one probe after a while, and all requests once the probe succeeds', async () => {
    const { requests } = service
    pass(1_050)
    await Promise.all(Array.from({ length: 20 }, read))
    // The probe is retried once, like every read.
    expect(service.requests - requests).toBe(2)

    service.isBroken = false
    pass(1_050)
    await read()

    const responses = await Promise.all(Array.from({ length: 20 }, read))
    expect(responses.every(({ status }) => status === 200)).toBe(true)
    expect(await isOpen()).toBe(false)
  })
})

it('the circuit is not opened by clients that abort their request bodies', async () => {
  const { service, register } = flakyService()
  service.isBroken = false
  const gateway = await startGateway({ 'svc-reviews': register })
  const broken = ['POST /api/new-review HTTP/1.1', 'host: x', 'transfer-encoding: chunked', '', 'not a size']
  await Promise.all(Array.from({ length: 20 }, () => sendRaw(gateway.url, broken)))

  expect((await gateway.send('/api/review/PENDING')).status).toBe(200)
  expect(await isOpen()).toBe(false)
  await gateway.close()
})
