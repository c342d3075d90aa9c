import { connect, type Socket } from 'node:net'
import { type FastifyInstance } from 'fastify'
import { Pool } from 'undici'
import { startTokenIssuer, until } from '@offquad/service-kit/testing'
import { forTests } from './for-tests'
import { publishKeys, sendEvents, startGateway } from './gateway-under-test'

// Enough to block an unprotected gateway, which has 64 connections to a service.
const SLOW_CLIENTS = 70
const ENOUGH = 64
const HONEST_CLIENTS = 50
const CALLS_OF_EACH = 4
const BYTE_EVERY_MS = 1_000
// Independent clients do not send in lockstep.
const TURNS = 25

const JSON_OF = ['POST /api/add-like HTTP/1.1', 'content-type: application/json', 'expect: 100-continue']

/** The beginning of each kind of slow request; the rest is sent byte by byte, or the response is never read. */
const KINDS: Record<string, (token: string) => string[]> = {
  headers: () => ['POST /api/add-like HTTP/1.1'],
  body: () => [...JSON_OF, 'content-length: 5000', '', ''],
  'chunked body': () => [...JSON_OF, 'transfer-encoding: chunked', '', 'ffff', ''],
  upload: () => [
    'POST /api/photos HTTP/1.1',
    'content-type: multipart/form-data; boundary=x',
    'expect: 100-continue',
    'content-length: 5000000',
    '',
    '',
  ],
  reading: () => ['GET /api/review/PENDING HTTP/1.1', 'authorization: Bearer token', '', ''],
  'event stream': (token) => [
    'GET /api/admin/waiting-reviews HTTP/1.1',
    `authorization: Bearer ${token}`,
    '',
    '',
  ],
}
const SENDING = new Set(['headers', 'body', 'chunked body', 'upload'])

describe('a gateway with many slow clients', () => {
  const issuer = forTests(startTokenIssuer)
  const gateway = forTests(() =>
    startGateway(
      {
        'svc-users': (app) => publishKeys(app, issuer),
        'svc-reviews': (app: FastifyInstance) => {
          app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
            done(null, body),
          )
          app.post('/api/add-like', () => ({ result: 'Success', likes: 1 }))
          app.post('/api/photos', { bodyLimit: 16 * 1024 * 1024 }, () => ({ id: 'photo' }))
          app.get('/api/review/:status', () => ({ text: 'x'.repeat(600_000) }))
          app.get('/api/review-by-id/:id', () => ({ id: 'review' }))
          app.get('/api/admin/waiting-reviews', sendEvents)
        },
      },
      { settings: { RATE_LIMIT_FACTOR: 0, TRUSTED_PROXIES: '127.0.0.1' } },
    ),
  )
  let honest: Pool
  const opened: Socket[] = []
  let drip: NodeJS.Timeout | undefined

  beforeAll(async () => {
    honest = new Pool(gateway.url, { connections: HONEST_CLIENTS })
  })
  afterEach(() => {
    clearInterval(drip)
    for (const socket of opened.splice(0)) socket.destroy()
  })
  afterAll(() => honest.destroy())

  async function openSlowClients(kind: string): Promise<void> {
    const head = KINDS[kind] ?? (() => [])
    let taken = 0
    let turn = 0
    const sockets = Array.from({ length: SLOW_CLIENTS }, (_, index) => {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
      socket.on('error', () => undefined)
      // The head of its response or a 100 Continue: the gateway has accepted the request.
      socket.once('data', () => {
        taken += 1
        socket.pause()
      })
      const [line = '', ...more] = head(issuer.tokenFor(`adm-${index}`, 'admin'))
      const headers = ['host: x', `x-forwarded-for: 10.0.${index % 8}.${index}`]
      socket.write([line, ...headers, ...more].join('\r\n'))
      return socket
    })
    opened.push(...sockets)
    if (SENDING.has(kind))
      drip = setInterval(() => {
        turn += 1
        for (const [index, socket] of sockets.entries())
          if (index % TURNS === turn % TURNS && !socket.destroyed)
            socket.write(kind === 'headers' ? '\r\na: b' : 'x')
      }, BYTE_EVERY_MS / TURNS)
    if (kind === 'headers') await until(() => sockets.every(({ connecting }) => !connecting))
    else await until(() => taken >= ENOUGH)
  }

  /** Concurrent reads and writes of normal clients. */
  async function callHonestly(): Promise<Record<string, number>> {
    const outcomes: Record<string, number> = {}
    const call = async (index: number) => {
      const outcome = await honest
        .request({
          ...(index % 2 === 0
            ? { method: 'GET', path: '/api/review-by-id/1' }
            : { method: 'POST', path: '/api/add-like', body: '{"reviewId":"1"}' }),
          headers: {
            authorization: 'Bearer token',
            'x-forwarded-for': '192.0.2.1',
            ...(index % 2 === 1 && { 'content-type': 'application/json' }),
          },
        })
        .then(({ statusCode, body }) => body.dump().then(() => statusCode))
        .catch(() => 'no response')
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      return outcome === 200
    }
    const callInTurn = async () => {
      for (let index = 0; index < CALLS_OF_EACH; index++) if (!(await call(index))) return
    }
    await Promise.all(Array.from({ length: HONEST_CLIENTS }, callInTurn))
    return outcomes
  }

  it.each(Object.keys(KINDS))('serves every call of other clients: %s', async (kind) => {
    await openSlowClients(kind)

    // Without protection they would wait for a connection until the gateway responds with 504.
    expect(await callHonestly()).toEqual({ 200: HONEST_CLIENTS * CALLS_OF_EACH })
  })
})
