import { createHash } from 'node:crypto'
import { type University } from '@offquad/contracts'
import { UnavailableError } from '@offquad/service-kit'
import { LRUCache } from 'lru-cache'
import { type PreviewTexts } from './preview-texts'
import { drawCard } from './draw-card'
import { encodePicture } from './encode-picture'
import { type LoadPhoto } from './load-photo'

interface LinkPicture {
  bytes: Buffer
  /** The photo could not be loaded; a later attempt may succeed. */
  isProvisional: boolean
}

interface LinkPicturesDeps {
  university: Pick<University, 'productName' | 'brandColor'>
  loadPhoto: LoadPhoto
  log: { warn(fields: object, message: string): void }
}

/** Incremented with every change of the layout, so that pictures are fetched again. */
const LAYOUT = 2
const MOST_BYTES = 24 * 1024 * 1024
const MOST_AT_ONCE = 2
const MOST_WAITING = 30

export type LinkPictures = ReturnType<typeof createLinkPictures>

/** Pictures of link previews, cached by content. */
export function createLinkPictures({ university, loadPhoto, log }: LinkPicturesDeps) {
  const pictures = new LRUCache<string, LinkPicture, PreviewTexts>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
    ignoreFetchAbort: true,
    async fetchMethod(_version, _stale, { context: place, options }) {
      const picture = await limit(() => create(place))
      if (picture.isProvisional) options.ttl = 1
      return picture
    },
  })
  const waiting: (() => void)[] = []
  let running = 0

  /** A hash of the picture's content. */
  function versionOf({ title, rating, facts, photo }: PreviewTexts): string {
    const content = [LAYOUT, university.productName, university.brandColor, title, rating, facts, photo]
    return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)
  }

  /** Limits concurrent tasks. */
  async function limit<T>(task: () => Promise<T>): Promise<T> {
    if (running >= MOST_AT_ONCE) {
      if (waiting.length >= MOST_WAITING)
        throw new UnavailableError(
          'pictures-busy',
          'Too many pictures are being rendered right now. Please try again.',
        )
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  async function draw(place: PreviewTexts, photo: Buffer | undefined): Promise<Buffer> {
    const { productName, brandColor } = university
    const card = await drawCard({ ...place, productName, brandColor, isOverPhoto: photo !== undefined })
    return encodePicture(card, photo)
  }

  async function create(place: PreviewTexts): Promise<LinkPicture> {
    const { photo } = place
    if (photo === undefined) return { bytes: await draw(place, undefined), isProvisional: false }
    let bytes: Buffer | undefined
    let isProvisional = false
    try {
      bytes = await loadPhoto(photo)
    } catch (err) {
      log.warn({ err, photo }, 'photo of a link preview not loaded')
      isProvisional = true
    }
    try {
      return { bytes: await draw(place, bytes), isProvisional }
    } catch (err) {
      log.warn({ err, photo }, 'photo of a link preview cannot be decoded')
      return { bytes: await draw(place, undefined), isProvisional }
    }
  }

  return {
    versionOf,
    /** @throws UnavailableError when too many pictures are waiting to be rendered */
    make: (place: PreviewTexts): Promise<LinkPicture> =>
      pictures.forceFetch(versionOf(place), { context: place }),
  }
}
