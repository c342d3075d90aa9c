import { randomBytes } from 'node:crypto'
import { pathOf, getPhoto, photoIdOf, photoUrl } from '@offquad/contracts'
import { until } from '@offquad/service-kit/testing'
import sharp from 'sharp'
import { startJobs } from '../src/jobs'
import { encodePhotoAsAvif } from '../src/photos/encode-avif.job'
import { encodePhoto } from '../src/photos/encode-photo'
import { PHOTO_SIZES } from '../src/photos/photo-storage'
import { removeUnusedPhotos } from '../src/photos/remove-unused-photos.job'
import { phonePhoto } from './pictures'
import { startReviews, type TestReviews } from './start-reviews'

const AVIF = { accept: 'image/avif,image/webp,image/*,*/*;q=0.8' }
const WEBP = { accept: 'image/webp,*/*' }

describe('a photo', () => {
  let service: TestReviews
  beforeAll(async () => {
    service = await startReviews()
    await startJobs(service.context)
  })
  afterAll(() => service.close())

  const get = async (url: string, headers: Record<string, string>) => {
    const response = await fetch(service.url + url, { headers })
    return {
      status: response.status,
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    }
  }
  const typeOf = async (url: string) => (await get(url, AVIF)).headers.get('content-type')

  async function uploaded(): Promise<string> {
    const { body } = await service.upload('author', await phonePhoto())
    return body.url
  }

  it('is sent as AVIF to browsers that accept it, once it is encoded, and as WebP to others', async () => {
    const url = await uploaded()
    const card = photoUrl(url, 'card')
    await until(async () => (await typeOf(card)) === 'image/avif')

    const [avif, webp] = [await get(card, AVIF), await get(card, WEBP)]

    expect(await sharp(avif.bytes).metadata()).toMatchObject({
      format: 'heif',
      compression: 'av1',
      width: 480,
      height: 720,
    })
    expect(webp.headers.get('content-type')).toBe('image/webp')
    expect(avif.bytes.length).toBeLessThan(webp.bytes.length)
    expect(avif.bytes.includes('SecretPhone')).toBe(false)
    for (const { headers } of [avif, webp]) {
      expect(headers.get('vary')).toContain('accept')
    }
    expect(avif.headers.get('etag')).not.toBe(webp.headers.get('etag'))
    const again = await get(card, { ...AVIF, 'if-none-match': avif.headers.get('etag') ?? '' })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
    expect(await typeOf(photoUrl(url, 'full'))).toBe('image/webp')
  })

  it('of an earlier version is encoded when it is first shown', async () => {
    const id = randomBytes(16).toString('hex')
    const { photos, storage } = service.context
    await photos.insertOwned(id, 'listing/old', new Date())
    const encoded = await encodePhoto(await phonePhoto())
    for (const size of PHOTO_SIZES) await storage.store(id, size, encoded[size])
    const page = photoUrl(pathOf(getPhoto, { id }), 'page')

    const first = await get(page, AVIF)

    expect(first.headers.get('content-type')).toBe('image/webp')
    await until(async () => (await typeOf(page)) === 'image/avif')
  })

  it('takes its AVIF along when it is removed, also while that is encoded', async () => {
    const url = await uploaded()
    const id = photoIdOf(url) ?? ''
    await until(async () => (await typeOf(photoUrl(url, 'card'))) === 'image/avif')
    const { storage } = service.context
    const full = await storage.load(id, 'full')

    await removeUnusedPhotos({ ...service.context, now: () => new Date(Date.now() + 2 * 86_400_000) })
    expect(await storage.load(id, 'card', 'avif')).toBeUndefined()

    let finds = 0
    const photos = {
      ...service.context.photos,
      find: (photoId: string) => {
        finds += 1
        return finds === 1 ? Promise.resolve({ id: photoId } as never) : Promise.resolve(undefined)
      },
    }
    await encodePhotoAsAvif(
      {
        photos,
        storage: {
          ...storage,
          load: (photoId, size, format) =>
            size === 'full' ? Promise.resolve(full) : storage.load(photoId, size, format),
        },
      },
      { photoId: id },
    )
    expect(await storage.load(id, 'card', 'avif')).toBeUndefined()
  })
})
