import { Readable } from 'node:stream'
import { type Role } from '@offquad/contracts'
import { startTokenIssuer, type TokenIssuer, until } from '@offquad/service-kit/testing'
import { type GatewayUnderTest, publishKeys, startGateway } from './gateway-under-test'

const WATCH = '/api/admin/waiting-reviews'

describe('a shared event stream', () => {
  let issuer: TokenIssuer
  let gateway: GatewayUnderTest
  let streams: Readable[] = []
  let isRefusing = false
  const watchers: AbortController[] = []

  beforeAll(async () => {
    issuer = await startTokenIssuer()
    gateway = await startGateway(
      {
        'svc-users': (app) => publishKeys(app, issuer),
        'svc-reviews': (app) => {
          app.get(WATCH, (_request, reply) => {
            if (isRefusing) return reply.code(503).send({ title: 'Unavailable' })
            const stream = new Readable({ read: () => undefined })
            streams.push(stream)
            stream.push(`data: {"pending":${streams.length}}\n\n`)
            return reply.type('text/event-stream').send(stream)
          })
        },
      },
      { settings: { RATE_LIMIT_FACTOR: 0 } },
    )
  })
  beforeEach(() => {
    streams = []
    isRefusing = false
  })
  afterEach(async () => {
    for (const watcher of watchers.splice(0)) watcher.abort()
    for (const stream of streams) stream.push(null)
    await until(() => gateway.context.services.upstreams['svc-reviews']?.running === 0)
  })
  afterAll(async () => {
    await gateway.close()
    await issuer.close()
  })

  /** Reads the stream like an administrator's page. */
  async function watch(userId: string, role: Role = 'admin') {
    const disconnected = new AbortController()
    watchers.push(disconnected)
    const response = await fetch(gateway.url + WATCH, {
      headers: { authorization: `Bearer ${issuer.tokenFor(userId, role)}` },
      signal: disconnected.signal,
    })
    const watched = {
      status: response.status,
      text: '',
      hasEnded: false,
      leave: () => disconnected.abort(),
    }
    void (async () => {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
        watched.text += chunk
    })()
      .catch(() => undefined)
      .finally(() => (watched.hasEnded = true))
    return watched
  }

  it('is requested from the service once for all readers and starts with the latest event', async () => {
    const first = await watch('adm-1')
    await until(() => first.text.includes('"pending":1'))
    const others = await Promise.all(['adm-2', 'adm-3', 'adm-4'].map((id) => watch(id)))
    // In two parts, like a network may deliver it.
    streams[0]?.push('data: {"pend')
    streams[0]?.push('ing":7}\n\n:\n\n')

    await until(() => [first, ...others].every(({ text }) => text.includes('"pending":7')))
    const late = await watch('adm-5')
    await until(() => late.text.includes('data: {"pending":7}\n\n'))

    expect(streams).toHaveLength(1)
    expect(late.text).not.toContain('"pending":1')
  })

  it('rejects callers without access, even while others read it', async () => {
    await watch('adm-1')

    const statuses = [(await watch('stu', 'student')).status, (await gateway.send(WATCH)).status]

    expect(statuses).toEqual([403, 401])
    expect(streams).toHaveLength(1)
  })

  it('ends for all readers when the service ends it, and is reopened by those who reconnect', async () => {
    const watching = await Promise.all([watch('adm-1'), watch('adm-2')])
    await until(() => watching.every(({ text }) => text !== ''))
    streams[0]?.destroy()
    await until(() => watching.every(({ hasEnded }) => hasEnded))

    const again = await Promise.all([watch('adm-1'), watch('adm-2')])

    await until(() => again.every(({ text }) => text.includes('"pending":2')))
    expect(streams).toHaveLength(2)
  })

  it('forwards the response of the service to each caller when the service rejects it', async () => {
    isRefusing = true
    const refused = await Promise.all([watch('adm-1'), watch('adm-2')])
    isRefusing = false

    expect(refused.map(({ status }) => status)).toEqual([503, 503])
    expect((await watch('adm-1')).status).toBe(200)
  })

  it('stays open until its last reader disconnects', async () => {
    const [first, second] = [await watch('adm-1'), await watch('adm-2')]
    first.leave()
    streams[0]?.push('data: {"pending":8}\n\n')
    await until(() => second.text.includes('"pending":8'))
    second.leave()

    await until(() => gateway.context.services.upstreams['svc-reviews']?.running === 0)
    expect(streams).toHaveLength(1)
  })
})
