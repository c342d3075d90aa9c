import { LINK_PICTURE_SIZE } from '@offquad/contracts'

/** What photos of this site are, and the drawings of the demo data. */
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Svg']
const MAX_PIXELS = 64_000_000
const MAX_SECONDS = 10
const QUALITY = 82

/**
 * A picture for link previews.
 * @param card an SVG of the whole size
 * @param photo lies under it, cut to the size
 * @throws Error when the photo cannot be decoded
 */
export async function encodePicture(card: string, photo: Buffer | undefined): Promise<Buffer> {
  const sharp = await sharpOnce()
  const drawn = Buffer.from(card)
  const picture = photo
    ? sharp(photo, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .autoOrient()
        .resize({ ...LINK_PICTURE_SIZE, fit: 'cover' })
        .composite([{ input: drawn }])
    : sharp(drawn)
  return picture
    .flatten({ background: '#fff' })
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4', progressive: true })
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer()
}

let loading: ReturnType<typeof loadSharp> | undefined

/**
 * Loaded with the first picture: most instances of the service never make one. Only once, because decoders are blocked
 * for a moment meanwhile, for pictures that other threads are decoding as well.
 */
const sharpOnce = () => (loading ??= loadSharp())

async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: DECODERS.map((decoder) => `VipsForeignLoad${decoder}`) })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
