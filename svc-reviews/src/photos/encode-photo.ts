import { PHOTO_WIDTHS, type PhotoSize } from '@offquad/contracts'
import { createSharpLoader, UnsupportedMediaError } from '@offquad/service-kit'

// Phones with 200-megapixel sensors save 50 megapixels; larger pictures are made to exhaust memory.
const MAX_PIXELS = 64_000_000
const MAX_SECONDS = 20
const MAX_HEIGHT_TO_WIDTH = 4
const QUALITY = 80
// Looks like WebP at the quality above. The default effort, 4, takes ten times as long for files that are hardly smaller.
const AVIF = { quality: 52, effort: 2, chromaSubsampling: '4:2:0' }
const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'heif']

// Other decoders, above all those of SVG and PDF, are disabled.
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif']

const loadSharp = createSharpLoader(() => import('sharp'), DECODERS)
type Sharp = Awaited<ReturnType<typeof loadSharp>>

const notAnImage = () =>
  new UnsupportedMediaError(
    'not-an-image',
    'This file is not a picture that can be shown. Please choose a JPEG, PNG, WebP, GIF or AVIF without animation.',
  )

/**
 * Encodes a photo in every size as WebP: upright, and without the file's metadata about camera, place and time.
 * @throws UnsupportedMediaError when it is not exactly one still picture of a reasonable size
 */
export async function encodePhoto(file: Buffer): Promise<Record<PhotoSize, Buffer>> {
  const sharp = await loadSharp()
  await requireStillPicture(sharp, file)
  try {
    const full = await resize(sharp, file, 'full')
    return { full, page: await resize(sharp, full, 'page'), card: await resize(sharp, full, 'card') }
  } catch {
    throw notAnImage()
  }
}

/**
 * A photo of this site in a size as AVIF, at about two thirds of the bytes of WebP.
 * @param full the photo in its full size, as `encodePhoto` returned it
 */
export async function encodeAvif(full: Buffer, size: PhotoSize): Promise<Buffer> {
  const sharp = await loadSharp()
  return scaled(sharp, full, size).avif(AVIF).timeout({ seconds: MAX_SECONDS }).toBuffer()
}

async function requireStillPicture(sharp: Sharp, file: Buffer): Promise<void> {
  const { format = '', pages = 1 } = await open(sharp, file)
    .metadata()
    .catch(() => ({}) as { format?: string; pages?: number })
  const isStill = FORMATS.includes(format) && pages === 1 && !(format === 'png' && isAnimatedPng(file))
  if (!isStill || hasForeignContent(file)) throw notAnImage()
}

const open = (sharp: Sharp, bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })

const resize = (sharp: Sharp, bytes: Buffer, size: PhotoSize): Promise<Buffer> =>
  scaled(sharp, bytes, size).webp({ quality: QUALITY }).timeout({ seconds: MAX_SECONDS }).toBuffer()

function scaled(sharp: Sharp, bytes: Buffer, size: PhotoSize) {
  const width = PHOTO_WIDTHS[size]
  return open(sharp, bytes)
    .autoOrient()
    .resize({ width, height: width * MAX_HEIGHT_TO_WIDTH, fit: 'inside', withoutEnlargement: true })
}

const MARKUP = /<script|<\?php|<html|<svg|<!doctype|%pdf-/i
const ZIP_DIRECTORY_END = Buffer.from('PK\x05\x06', 'latin1')
// A ZIP archive ends with its directory and a comment of at most this many bytes.
const ZIP_TAIL = 65_557

/** Whether a file is a polyglot: also a page, a document or an archive. */
function hasForeignContent(file: Buffer): boolean {
  return MARKUP.test(file.toString('latin1')) || file.subarray(-ZIP_TAIL).includes(ZIP_DIRECTORY_END)
}

/** Animated PNGs have a chunk before the first frame; decoders without animation support ignore it. */
function isAnimatedPng(file: Buffer): boolean {
  const control = file.indexOf('acTL')
  return control !== -1 && control < file.indexOf('IDAT')
}
