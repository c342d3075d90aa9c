import { setMaxListeners } from 'node:events'
import { Readable } from 'node:stream'
import { startTokenIssuer, until } from '@offquad/service-kit/testing'
import { request } from 'undici'
import { forTests } from './for-tests'
import { publishKeys, sendEvents, startGateway } from './gateway-under-test'

const MAX_STREAMS_PER_USER = 8
const MAX_UPLOADS_PER_USER = 4
const MAX_UPLOADS_PER_ADDRESS = 24

describe('a client with many concurrent requests', () => {
  const opened: AbortController[] = []
  afterAll(() => opened.forEach((aborter) => aborter.abort()))
  const issuer = forTests(startTokenIssuer)
  const gateway = forTests(() =>
    startGateway(
      {
        'svc-users': (app) => publishKeys(app, issuer),
        'svc-reviews': (app) => {
          app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
          app.post('/api/photos', (request) => ({ bytes: (request.body as Buffer).length }))
          app.get('/api/admin/waiting-reviews', sendEvents)
        },
      },
      { settings: { RATE_LIMIT_FACTOR: 0, TRUSTED_PROXIES: '127.0.0.1' } },
    ),
  )

  function openAs(userId: string, aborter = new AbortController()): Promise<Response> {
    opened.push(aborter)
    return fetch(`${gateway.url}/api/admin/waiting-reviews`, {
      headers: { authorization: `Bearer ${issuer.tokenFor(userId, 'admin')}` },
      signal: aborter.signal,
    })
  }

  /** Aborts many requests at once. */
  function createAborter(): AbortController {
    const aborter = new AbortController()
    setMaxListeners(100, aborter.signal)
    opened.push(aborter)
    return aborter
  }

  const headersOf = (userId: string) => ({
    authorization: `Bearer ${issuer.tokenFor(userId)}`,
    'content-type': 'multipart/form-data; boundary=x',
  })
  const upload = (headers: Record<string, string>) =>
    gateway.send('/api/photos', { method: 'POST', body: Buffer.alloc(300_000), headers })

  /** Starts an upload and stalls. @returns the status of the response; undefined if there was none */
  async function uploadSlowly(
    signal: AbortSignal,
    headers: Record<string, string>,
  ): Promise<number | undefined> {
    const body = new Readable({ read: () => undefined })
    body.push('the beginning')
    const answer = await request(`${gateway.url}/api/photos`, {
      method: 'POST',
      body,
      headers: { ...headers, 'content-length': '5000000' },
      signal,
    }).catch(() => undefined)
    return answer?.statusCode
  }

  it('cannot open another event stream until one of theirs ends, and learns why', async () => {
    const disconnected = new AbortController()
    await openAs('busy', disconnected)
    for (let index = 1; index < MAX_STREAMS_PER_USER; index++) expect((await openAs('busy')).status).toBe(200)

    const refused = await openAs('busy')

    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
    expect(await refused.json()).toMatchObject({
      type: '/problems/too-many-event-streams',
      detail: 'You have too many pages with live updates open. Please close some of them.',
    })
    expect((await openAs('somebody')).status).toBe(200)

    disconnected.abort()
    await until(async () => (await openAs('busy')).status === 200)
  })

  it('does not keep other users from opening event streams and uploading, and can upload again once theirs end', async () => {
    const streams = await Promise.all(Array.from({ length: 12 }, () => openAs('greedy')))
    expect(streams.filter(({ status }) => status === 200)).toHaveLength(MAX_STREAMS_PER_USER)
    const disconnected = createAborter()
    const slow = Array.from({ length: 10 }, () => uploadSlowly(disconnected.signal, headersOf('greedy')))
    const refused: number[] = []
    for (const answer of slow) void answer.then((status) => status && refused.push(status))
    await until(() => refused.length === 10 - MAX_UPLOADS_PER_USER)

    const others = Array.from({ length: 12 }, (_, index) => `roommate-${index}`)
    const uploaded = await Promise.all(others.map((userId) => upload(headersOf(userId))))
    const watched = await Promise.all(others.map((userId) => openAs(userId)))

    expect(new Set(refused)).toEqual(new Set([429]))
    expect((await upload(headersOf('greedy'))).json()).toMatchObject({ type: '/problems/too-many-uploads' })
    expect(new Set(uploaded.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(watched.map(({ status }) => status))).toEqual(new Set([200]))
    disconnected.abort()
    await Promise.all(slow)
    await until(async () => (await upload(headersOf('greedy'))).status === 200)
    for (const aborter of opened.splice(0)) aborter.abort()
  })

  it('shares one limit across all addresses of an IPv6 /64', async () => {
    const from = (address: string) => ({
      'content-type': 'multipart/form-data; boundary=x',
      'x-forwarded-for': address,
    })
    const disconnected = createAborter()
    const slow = Array.from({ length: MAX_UPLOADS_PER_ADDRESS + 1 }, (_, index) =>
      uploadSlowly(disconnected.signal, from(`2001:db8:7:7::${index.toString(16)}`)),
    )

    const refused = await Promise.race(slow)

    expect(refused).toBe(429)
    expect((await upload(from('2001:db8:7:7:ffff::1'))).status).toBe(429)
    expect((await upload(from('2001:db8:7:8::1'))).status).toBe(200)
    disconnected.abort()
    await Promise.all(slow)
  })
})

it('a call that waits for a connection to a service times out like one that has a connection', async () => {
  const gateway = await startGateway({
    'svc-reviews': (app) => void app.get('/api/review-by-id/:id', () => new Promise(() => undefined)),
  })
  const upstream = gateway.context.services.upstreams['svc-reviews']
  const aborters = Array.from({ length: 64 }, () => new AbortController())
  const ask = async (disconnected: AbortSignal) =>
    upstream?.request({ method: 'GET', path: '/api/review-by-id/1', headers: {}, disconnected })
  const held = aborters.map(({ signal }) => ask(signal).catch(() => undefined))
  const waiting = new AbortController()

  const queued = ask(waiting.signal)
  waiting.abort()

  await expect(queued).rejects.toThrow('Reviews cannot be loaded right now')
  // Not only once the calls before it have timed out.
  expect(await Promise.race([...held, Promise.resolve('all still waiting')])).toBe('all still waiting')
  for (const aborter of aborters) aborter.abort()
  await Promise.all(held)
  await gateway.close()
})
