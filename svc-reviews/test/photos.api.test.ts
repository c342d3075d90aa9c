import { randomBytes } from 'node:crypto'
import { PHOTO_MAX_BYTES, pathOf, photoUrl, uploadPhoto } from '@offquad/contracts'
import sharp from 'sharp'
import { animatedGif, animatedPng, heic, phonePhoto, png, pngBomb, svg } from './pictures'
import { startReviews, type TestReviews } from './start-reviews'

let service: TestReviews
beforeAll(async () => {
  service = await startReviews()
})
afterAll(() => service.close())

const get = (url: string, headers: Record<string, string> = {}) => fetch(service.url + url, { headers })
describe('an uploaded photo', () => {
  let url: string
  beforeAll(async () => {
    const { status, body } = await service.upload('author', await phonePhoto())
    expect(status).toBe(201)
    url = body.url
  })

  it.each([
    ['card', 480, 720],
    ['page', 1024, 1536],
    ['full', 2000, 3000],
  ] as const)('is there as a %s, upright, in WebP, at most %i pixels wide', async (size, width, height) => {
    const response = await get(photoUrl(url, size))

    expect(response.headers.get('content-type')).toBe('image/webp')
    const picture = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect(picture).toMatchObject({ format: 'webp', width, height })
  })

  it('has no metadata about camera and place', async () => {
    expect((await phonePhoto()).includes('SecretPhone')).toBe(true)
    for (const size of ['card', 'page', 'full'] as const) {
      const bytes = Buffer.from(await (await get(photoUrl(url, size))).arrayBuffer())
      const { exif, xmp, iptc } = await sharp(bytes).metadata()
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined])
      expect(bytes.includes('SecretPhone')).toBe(false)
    }
  })

  it.each([
    ['the same tag', (tag: string) => tag],
    ['a weak one, as caches make it', (tag: string) => `"x", W/${tag}`],
    ['any', () => '*'],
  ])('is not sent twice to a browser that has %s', async (_what, ifNoneMatch) => {
    const first = await get(url)
    const tag = first.headers.get('etag') ?? ''
    const again = await get(url, { 'if-none-match': ifNoneMatch(tag) })

    expect(first.headers.get('x-content-type-options')).toBe('nosniff')
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await get(photoUrl(url, 'card'), { 'if-none-match': tag })).status).toBe(200)
  })

  it('answers HEAD like GET, without the picture', async () => {
    const [whole, head] = [await get(url), await fetch(service.url + url, { method: 'HEAD' })]

    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
      expect(head.headers.get(name)).toBe(whole.headers.get(name))
  })

  it('is nobody else’s to keep until it is shown', async () => {
    expect((await get(url)).headers.get('cache-control')).toBe('private, no-store')
  })

  it('has an id that cannot be guessed', () => {
    expect(url).toMatch(/^\/api\/photos\/[0-9a-f]{32}$/)
  })

  it('is not enlarged', async () => {
    const { body } = await service.upload('author', await png())
    const response = await get(body.url)

    expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({ width: 20 })
  })
})

describe('a picture with something else in it', () => {
  it.each([
    ['a page', '<script>1</script><SvG'],
    ['an archive', `PK\x05\x06${'\0'.repeat(18)}`],
    ['a document', '%PDF-1.4'],
    ['the name of a chunk of animated PNGs', 'acTL'],
  ])('is stored without it: %s', async (_what, content) => {
    const { status, body } = await service.upload(
      'author',
      Buffer.concat([await png(), Buffer.from(content, 'latin1')]),
    )
    expect(status).toBe(201)

    const bytes = Buffer.from(await (await get(body.url)).arrayBuffer())
    expect(bytes.includes(content, 0, 'latin1')).toBe(false)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 20 })
  })
})

describe('an upload is rejected', () => {
  it.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['an SVG', 'not a picture', () => svg],
    [
      'a TIFF',
      'not a picture',
      async () =>
        sharp(await png())
          .tiff()
          .toBuffer(),
    ],
    ['a PDF', 'not a picture', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
    ['a page', 'not a picture', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['noise', 'not a picture', () => randomBytes(5000)],
    ['an animation', 'is animated', animatedGif],
    ['an animated PNG', 'is animated', animatedPng],
    ['a picture of 900 megapixels', 'too many pixels (30000 x 30000)', () => pngBomb(30_000, 30_000)],
    ['a picture of an iPhone', 'is a HEIC picture', () => heic],
    ['half a picture', 'is damaged', async () => (await phonePhoto()).subarray(0, 3000)],
  ])('for what it is: %s is %s', async (_what, reason, file) => {
    const { status, body } = await service.upload('author', await file())

    expect([status, body.type]).toEqual([415, '/problems/not-an-image'])
    expect(body.detail).toContain(reason)
  })

  it('above 10 MB', async () => {
    const { status, body } = await service.upload('author', Buffer.alloc(PHOTO_MAX_BYTES + 1))

    expect([status, body.type]).toEqual([413, '/problems/photo-too-large'])
  })

  it('of a signed-out visitor, without a file, in another field, or not as a form', async () => {
    const headers = { authorization: `Bearer ${service.tokenOf('author')}` }
    const post = (body: string, type: string) =>
      fetch(service.url + pathOf(uploadPhoto), {
        method: 'POST',
        body,
        headers: { ...headers, 'content-type': type },
      })

    expect((await service.upload('nobody', await png())).status).toBe(401)
    expect((await service.upload('author', Buffer.alloc(0))).status).toBe(400)
    expect((await service.upload('author', await png(), { field: 'picture' })).body.errors).toEqual([
      { field: 'file', message: '* Required' },
    ])
    expect((await post('{}', 'application/json')).status).toBe(415)
    expect((await post('not what it says', 'multipart/form-data; boundary=x')).status).toBe(400)
    expect((await post('--x\r\ncontent-disp', 'multipart/form-data; boundary=x')).status).toBe(400)
    expect((await post('x', 'image/png')).status).toBe(415)
  })

  it('of two files at once', async () => {
    const body = new FormData()
    for (const name of ['a', 'b']) body.append('file', new Blob([new Uint8Array(await png())]), name)

    const headers = { authorization: `Bearer ${service.tokenOf('author')}` }
    const response = await fetch(service.url + pathOf(uploadPhoto), { method: 'POST', body, headers })

    expect(response.status).toBe(400)
  })
})
