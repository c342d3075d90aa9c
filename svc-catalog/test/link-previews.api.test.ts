import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@offquad/service-kit/testing'
import { type LinkPreview } from '@offquad/contracts'
import sharp from 'sharp'
import { updateLandlordStats, updateListingStats } from './review-stats'
import { apartment, startCatalog, type TestCatalog } from './start-catalog'

const PHOTO_ID = 'a'.repeat(32)
const PHOTO = `/api/photos/${PHOTO_ID}`
const UNKNOWN_PHOTO = `/api/photos/${'b'.repeat(32)}`

let catalog: TestCatalog
let media: string
let photosAreDown = false
let photosRequested: string[] = []

/** Stand-in for svc-reviews. */
const photos = createServer((request, response) => {
  photosRequested.push(request.url ?? '')
  if (photosAreDown) return response.writeHead(503).end()
  if (!request.url?.includes(PHOTO_ID)) return response.writeHead(404).end()
  return void plain('#00ff00', 1024, 400)
    .webp()
    .toBuffer()
    .then((bytes) => response.end(bytes))
})
const plain = (background: string, width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background } })

beforeAll(async () => {
  await new Promise<void>((resolve) => photos.listen(0, '127.0.0.1', resolve))
  const { port } = photos.address() as AddressInfo
  media = await mkdtemp(path.join(tmpdir(), 'offquad-media-'))
  await writeFile(
    path.join(media, 'house.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#00f"/></svg>',
  )
  catalog = await startCatalog({ SVC_REVIEWS_URL: `http://127.0.0.1:${port}`, MEDIA_DIR: media })
  await catalog.work()
  const stats = { avgPrice: 3, lastReviewedAt: null, version: 1 }
  await updateListingStats(catalog.context, { ...stats, aptId: '1', numReviews: 12, avgRating: 4.58 })
  await updateListingStats(catalog.context, { ...stats, aptId: '2', numReviews: 1, avgRating: 3 })
  await updateListingStats(catalog.context, {
    ...stats,
    aptId: '3',
    numReviews: 4,
    avgRating: 3.25,
    reportedRent: { bracket: 3, reports: 3 },
  })
  await updateLandlordStats(catalog.context, {
    landlordId: '1',
    numReviews: 442,
    avgRating: 3.94,
    reviewIds: [],
    version: 1,
  })
  await catalog.importLandlords({ id: '1', name: 'Hill Homes', address: '5 Hill Rd' })
  await catalog.importApartments(
    apartment('1', { price: 950, landlordId: '1', latitude: 42.4445, longitude: -76.488, photos: [PHOTO] }),
    apartment('2', { price: '', photos: ['https://elsewhere.example/house.jpg'] }),
    apartment('3', { price: '', name: '3 Oak St' }),
    apartment('4', { price: '', photos: [UNKNOWN_PHOTO] }),
    apartment('5', { photos: ['/media/house.svg'] }),
    apartment('6', { photos: ['/media/../house.svg', '/media/%2e%2e/x'] }),
  )
  await until(async () => (await catalog.get('/api/apts/1'))[0].distanceToCampus !== null)
})
beforeEach(() => {
  photosAreDown = false
  photosRequested = []
})
afterAll(async () => {
  await catalog.close()
  await rm(media, { recursive: true })
  await new Promise((resolve) => photos.close(resolve))
})

const previewOf = async (kind: string, id: string): Promise<LinkPreview> =>
  catalog.get(`/api/link-previews/${kind}/${id}`)

async function fetchPicture(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(catalog.url + url, { headers })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

/** The colour in the middle of the upper edge, where nothing is written: [red, green, blue]. */
async function colorOf(bytes: Buffer): Promise<number[]> {
  const { data } = await sharp(bytes)
    .extract({ left: 600, top: 160, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}
const isMostly = (channel: number, color: number[]) =>
  color[channel] === Math.max(...color) && Math.max(...color) > 60

describe('GET /api/link-previews/apartment/:id', () => {
  it('has rating, rent and walking time of an apartment', async () => {
    expect(await previewOf('apartment', '1')).toMatchObject({
      title: 'House 1',
      description: expect.stringMatching(
        /^4\.6 from 12 reviews · \$950 per month · about \d+ minutes on foot to Ho Plaza · 1 Oak St$/,
      ),
    })
  })

  it('has the cheapest and the dearest rent of several room types', async () => {
    const roomTypes = [
      { beds: 1, baths: 1, rent: 1400 },
      { beds: 3, baths: 1, rent: 950 },
    ]
    await catalog.importApartments(apartment('rooms', { numBeds: '', price: '', roomTypes }))

    expect((await previewOf('apartment', 'rooms')).description).toContain('$950-1,400 per month')
  })

  it('has the reported rent if none is listed, and leaves out what is unknown', async () => {
    expect((await previewOf('apartment', '3')).description).toMatch(
      /^3\.3 from 4 reviews · students paid \$[\d,]+-[\d,]+ per month$/,
    )
    expect((await previewOf('apartment', '2')).description).toBe('3.0 from 1 review · 2 Oak St')
    expect((await previewOf('apartment', '4')).description).toBe('4 Oak St')
  })

  it('names a picture with its size and what it shows, under another URL once anything on it changes', async () => {
    const { image } = await previewOf('apartment', '4')
    await catalog.importApartments(apartment('4', { price: 700, photos: [UNKNOWN_PHOTO] }))
    const after = (await previewOf('apartment', '4')).image

    expect(image).toEqual({
      url: expect.stringMatching(/^\/api\/link-previews\/apartment\/4\/picture\.jpg\?v=[0-9a-f]{16}$/),
      width: 1200,
      height: 630,
      alt: 'House 4: 4 Oak St',
    })
    expect(after.url).not.toBe(image.url)
  })

  it('has the number of apartments and the description of an area, in any case', async () => {
    for (const area of ['WEST', 'west'])
      expect(await previewOf('area', area)).toMatchObject({
        title: 'West',
        description: expect.stringMatching(/^\d+ apartments · Big old houses/),
      })
  })
})

describe('GET /api/link-previews/landlord/:id', () => {
  it('has rating, number of apartments and address', async () => {
    expect(await previewOf('landlord', '1')).toMatchObject({
      title: 'Hill Homes',
      description: '3.9 from 442 reviews · 1 apartment · 5 Hill Rd',
    })
  })
})

describe('the picture of a link', () => {
  it.each([
    ['an uploaded photo', 'apartment/1', 1],
    ["a landlord's first apartment", 'landlord/1', 1],
    ['a drawing of the site', 'apartment/5', 2],
    ['no photo: the brand', 'apartment/3', 0],
  ])('is a JPEG of 1200 x 630 pixels over %s', async (_, place, channel) => {
    const [kind = '', id = ''] = place.split('/')
    const { url } = (await previewOf(kind, id)).image

    const { status, headers, bytes } = await fetchPicture(url)

    expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(headers.get('cache-control')).toBe(
      channel > 0 ? 'public, no-cache' : 'public, max-age=31536000, immutable',
    )
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect(bytes.length).toBeLessThan(300_000)
    expect(isMostly(channel, await colorOf(bytes))).toBe(true)
  })

  it.each(['2', '4', '6'])('has no photo that lies elsewhere or is not there (%s)', async (id) => {
    const { headers, bytes } = await fetchPicture((await previewOf('apartment', id)).image.url)

    expect(headers.get('cache-control')).toMatch(/immutable|no-cache/)
    expect(isMostly(0, await colorOf(bytes))).toBe(true)
  })

  it('is made once for many who request it, and not sent to those who have it', async () => {
    await catalog.importApartments(apartment('8', { photos: [PHOTO] }))
    const { url } = (await previewOf('apartment', '8')).image

    const pictures = await Promise.all(Array.from({ length: 20 }, () => fetchPicture(url)))
    const tag = pictures[0]?.headers.get('etag') ?? ''
    const unchanged = await fetchPicture(url, { 'if-none-match': tag })

    expect(new Set(pictures.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1)
    expect(photosRequested).toEqual([`${PHOTO}/page`])
    expect([unchanged.status, unchanged.bytes.length]).toEqual([304, 0])
  })

  it('is not cached for good under the URL of another version', async () => {
    for (const query of ['', '?v=0000000000000000']) {
      const { headers } = await fetchPicture(`/api/link-previews/apartment/3/picture.jpg${query}`)
      expect(headers.get('cache-control')).toBe('public, max-age=600')
    }
  })

  it('has its photo the next time when it could not be read', async () => {
    await catalog.importApartments(apartment('9', { photos: [PHOTO] }))
    const { url } = (await previewOf('apartment', '9')).image
    photosAreDown = true
    const without = await fetchPicture(url)
    photosAreDown = false

    const withPhoto = await fetchPicture(url)

    expect(without.headers.get('cache-control')).toBe('public, no-cache')
    expect(without.headers.get('etag')).toBeNull()
    expect(isMostly(0, await colorOf(without.bytes))).toBe(true)
    expect(isMostly(1, await colorOf(withPhoto.bytes))).toBe(true)
  })
})

it('GET /api/link-previews/site.jpg is the picture of every other page', async () => {
  const { status, headers, bytes } = await fetchPicture('/api/link-previews/site.jpg')

  expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
})

describe('the link preview of a comparison', () => {
  it('names the apartments that exist, each once and four at most, with the facts of each', async () => {
    const preview = await previewOf('comparison', '1,gone,3,1')

    expect(preview.title).toMatch(/^Compare .+, 3 Oak St$/)
    expect(preview.description).toMatch(
      /: 4\.6 from 12 reviews · \$950 per month · .+; 3 Oak St: 3\.3 from 4 reviews/,
    )
    expect(preview.image).toEqual((await previewOf('apartment', '1')).image)
    expect((await previewOf('comparison', '1,2,3,4,5,6')).title.split(', ')).toHaveLength(4)
  })

  it('says what a comparison is where no apartment exists', async () => {
    expect(await previewOf('comparison', 'gone')).toMatchObject({
      title: 'Compare places',
      image: { url: '/api/link-previews/site.jpg' },
    })
  })
})
