import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import {
  type detachPhotos,
  fetchListingPicture,
  type PayloadOf,
  updateListingPicture,
} from '@offquad/contracts'
import sharp from 'sharp'
import { startJobs } from '../src/jobs'
import { fetchPicture } from '../src/photos/fetch-picture'
import { PUBLIC_INTERNET } from '../src/photos/fetch-policy'
import { phonePhoto, svg } from './pictures'
import { startReviews, type TestReviews } from './start-reviews'

type Outcome = PayloadOf<typeof updateListingPicture>

/** The real policy, plus the address of the test's server on any port. */
const LOOPBACK = { allowsAddress: (address: string) => address === '127.0.0.1', allowsPort: () => true }

let server: Server
let origin: string
let respond: RequestListener
let requests: string[]
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(String(request.url))
    respond(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  requests = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('a picture of a listing', () => {
  let service: TestReviews
  const outcomes = new Map<string, Outcome>()
  const waiting = new Map<string, (outcome: Outcome) => void>()
  beforeAll(async () => {
    service = await startReviews({}, LOOPBACK)
    await startJobs(service.context)
    await service.context.jobs.registerWorker(updateListingPicture, async (outcome) => {
      outcomes.set(outcome.photoId, outcome)
      waiting.get(outcome.photoId)?.(outcome)
    })
  })
  afterAll(() => service.close())

  /** Requests a picture like the catalog, and resolves to the reported outcome. */
  async function fetched(source: string, photoId = randomBytes(16).toString('hex')) {
    const reported = new Promise<Outcome>((resolve) => waiting.set(photoId, resolve))
    await service.context.jobs.add(fetchListingPicture, { photoId, source })
    return reported
  }

  it('is stored like an upload: encoded again, in every size, without metadata about camera and place', async () => {
    const picture = await phonePhoto()
    respond = (_request, response) => response.setHeader('content-type', 'text/html').end(picture)

    const { outcome, photoId } = await fetched(`${origin}/house.jpg`)

    expect(outcome).toBe('stored')
    const card = await fetch(`${service.url}/api/photos/${photoId}/card`)
    const bytes = Buffer.from(await card.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 480 })
    expect(bytes.includes('SecretPhone')).toBe(false)
  })

  it('is fetched once although it is requested repeatedly, and removed when no listing uses it any more', async () => {
    const picture = await phonePhoto(60, 40)
    respond = (_request, response) => response.end(picture)
    const source = `${origin}/once.jpg`

    const { photoId } = await fetched(source)
    expect((await fetched(source, photoId)).outcome).toBe('stored')

    expect(requests).toEqual(['/once.jpg'])
    const owner = `listing-picture/${photoId}`
    await service.context.photos.detach({ photoIds: [photoId], owner } satisfies PayloadOf<
      typeof detachPhotos
    >)
    expect((await fetch(`${service.url}/api/photos/${photoId}`)).status).toBe(404)
  })

  it.each<[string, RequestListener, Partial<Outcome>]>([
    [
      'is missing',
      (_, response) => response.writeHead(404).end(),
      { outcome: 'failed', reason: 'Its server responded with 404.' },
    ],
    [
      'is not there right now',
      (_, response) => response.writeHead(503).end(),
      { outcome: 'unavailable', reason: 'Its server responded with 503.' },
    ],
    [
      'breaks off',
      (_, response) => response.writeHead(200, { 'content-length': 99 }).end('x', () => response.destroy()),
      { outcome: 'unavailable' },
    ],
    [
      'is a drawing',
      (_, response) => response.end(svg),
      { outcome: 'failed', reason: expect.stringContaining('not a picture') },
    ],
    [
      'is compressed',
      (_, response) => response.setHeader('content-encoding', 'gzip').end('x'),
      { outcome: 'failed', reason: 'Its server sends it with a content encoding.' },
    ],
    [
      'never ends',
      (_, response) => {
        const more = (error?: Error | null) => void (error ?? response.write(Buffer.alloc(1024 * 1024), more))
        more()
      },
      { outcome: 'failed', reason: 'It has more than 10 MB.' },
    ],
  ])('is reported and not stored when it %s', async (_what, listener, expected) => {
    respond = listener

    const outcome = await fetched(`${origin}/picture`)

    expect(outcome).toMatchObject(expected)
    expect((await fetch(`${service.url}/api/photos/${outcome.photoId}`)).status).toBe(404)
  })
})

describe('fetching a picture', () => {
  const redirect =
    (to: string): RequestListener =>
    (request, response) =>
      request.url === '/start' ? response.writeHead(302, { location: to }).end() : response.end('picture')

  it('follows redirects one by one', async () => {
    respond = redirect('/there')

    expect(String(await fetchPicture(`${origin}/start`, { policy: LOOPBACK }))).toBe('picture')
    expect(requests).toEqual(['/start', '/there'])
  })

  it.each([
    ['another address', 'http://127.0.0.2/', 'Its server is not on the public internet.'],
    [
      'a metadata service',
      'http://169.254.169.254/latest/meta-data/',
      'Its server is not on the public internet.',
    ],
    ['loopback in IPv6', 'http://[::1]/', 'Its server is not on the public internet.'],
    ['loopback as a number', 'http://2130706434/', 'Its server is not on the public internet.'],
    ['a file', 'file:///etc/passwd', 'Its URL has an unsupported scheme (file:).'],
    ['credentials', 'http://user:secret@127.0.0.1/', 'Its URL contains a user name or a password.'],
    ['itself, for ever', '/start', 'Its server redirects more than 4 times.'],
  ])('does not follow a redirect to %s', async (_what, to, message) => {
    respond = redirect(to)

    await expect(fetchPicture(`${origin}/start`, { policy: LOOPBACK })).rejects.toThrow(message)
    expect(new Set(requests)).toEqual(new Set(['/start']))
  })

  it('is not fetched from this machine or network, by name or by address', async () => {
    const { port } = new URL(origin)
    const policy = { ...PUBLIC_INTERNET, allowsPort: () => true }

    for (const host of ['localhost', '127.0.0.1', '[::ffff:127.0.0.1]', '0.0.0.0', '0x7f.1'])
      await expect(fetchPicture(`http://${host}:${port}/`, { policy })).rejects.toMatchObject({
        isFinal: true,
      })
    await expect(fetchPicture(`http://example.com:${port}/`, { policy: PUBLIC_INTERNET })).rejects.toThrow(
      'unusual port',
    )
    expect(requests).toEqual([])
  })

  it('times out when the server does not finish its response', async () => {
    respond = (_request, response) => void response.write('x')

    await expect(fetchPicture(`${origin}/slow`, { policy: LOOPBACK, timeoutMs: 100 })).rejects.toMatchObject({
      isFinal: false,
      message: 'Its server did not send it within 0.1 s.',
    })
  })

  it('sends no cookies, credentials or referrer', async () => {
    const headers: string[] = []
    respond = (request, response) => {
      headers.push(...Object.keys(request.headers))
      response.end('picture')
    }

    await fetchPicture(`${origin}/a.jpg`, { policy: LOOPBACK })

    expect(headers.sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
  })
})
