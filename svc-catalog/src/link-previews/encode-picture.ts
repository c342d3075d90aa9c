import { LINK_PICTURE_SIZE } from '@offquad/contracts'
import type sharp from 'sharp'

/** Formats of the site's photos, and of the drawings in the demo data. */
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Svg']
const MAX_PIXELS = 64_000_000
const MAX_SECONDS = 10
const QUALITY = 82

/** Loaded on first use, as most processes never draw a picture. Its settings apply to the whole process. */
const loadSharp = (): Promise<typeof sharp> => (loading ??= loadAndSetUp())
let loading: Promise<typeof sharp> | undefined

async function loadAndSetUp(): Promise<typeof sharp> {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: DECODERS.map((decoder) => `VipsForeignLoad${decoder}`) })
  sharp.cache(false)
  // Several concurrent pictures use the cores better than several threads for one.
  sharp.concurrency(1)
  return sharp
}

/**
 * Renders the picture of a link preview.
 * @param card an SVG of the full size
 * @param photo drawn under it, cropped to the size
 * @throws Error when the photo cannot be decoded
 */
export async function encodePicture(card: string, photo: Buffer | undefined): Promise<Buffer> {
  const sharp = await loadSharp()
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
