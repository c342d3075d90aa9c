// Decodes one picture and encodes it again, in a dedicated process that may be killed at any time: decoders are the largest
// attack surface, and some pictures of a kilobyte take a gigabyte to decode. It reads a job from its standard input,
// writes the outcome to its standard output, and has neither settings nor secrets.
import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import sharp from 'sharp'

// All other decoders stay blocked, above all SVG and PDF.
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif']

// Measured memory for encoding, in bytes per pixel of the result.
const ENCODING_BYTES = 9

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: DECODERS.map((decoder) => `VipsForeignLoad${decoder}`) })
sharp.cache(false)
sharp.concurrency(1)

/** @returns the pictures in the order of `job.outputs`, or the problem with the file */
async function encode({ file, outputs, maxPixels, maxBytes }) {
  const header = await readHeader(file).catch(() => undefined)
  if (!header) return { problem: problemOf(file) }
  const { width, height, pages = 1 } = header
  if (isHeic(file)) return { problem: 'heic' }
  if (pages > 1 || isAnimation(file)) return { problem: 'animated' }
  const [{ width: most, height: highest }] = outputs
  const bytes = Math.max(
    width * height * bytesPerPixel(header),
    Math.min(width, most) * Math.min(height, highest) * ENCODING_BYTES,
  )
  if (width * height > maxPixels || bytes > maxBytes)
    return { problem: width * height > maxPixels ? 'too-large' : 'large', width, height }
  try {
    const pictures = []
    for (const output of outputs) pictures.push(await scaled(pictures[0] ?? file, output))
    return { pictures }
  } catch {
    return { problem: 'damaged' }
  }
}

const readHeader = async (file) => open(file).metadata()

const open = (file) => sharp(file, { limitInputPixels: false, failOn: 'error', sequentialRead: true })

const scaled = (file, { width, height, format, options }) =>
  open(file)
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    [format](options)
    .toBuffer()

/**
 * Measured maximum memory for decoding, in bytes per pixel. Interlaced PNGs and progressive JPEGs are decoded as a whole;
 * other JPEGs and PNGs a few rows at a time.
 */
function bytesPerPixel({ format, isProgressive, channels = 4, depth, chromaSubsampling }) {
  const bytesPerSample = depth === 'ushort' ? 2 : 1
  if (format === 'jpeg') {
    if (!isProgressive) return 1.5
    return chromaSubsampling === '4:2:0' ? 4 : 2.5 * channels
  }
  if (format === 'png') return (isProgressive ? 1.4 : 0.5) * channels * bytesPerSample
  if (format === 'webp') return 5
  if (format === 'gif') return 6.5
  return bytesPerSample === 1 ? 19.5 : 26
}

const START_OF = {
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
  png: Buffer.from('\x89PNG\r\n', 'latin1'),
  gif: Buffer.from('GIF8'),
}

function problemOf(file) {
  if (isHeic(file)) return 'heic'
  const isKnown =
    Object.values(START_OF).some((start) => file.subarray(0, start.length).equals(start)) ||
    file.toString('latin1', 8, 12) === 'WEBP' ||
    brandsOf(file).some((brand) => ['avif', 'avis'].includes(brand))
  return isKnown ? 'damaged' : 'not-a-picture'
}

/** The brands in the first box of an AVIF or HEIC file; none in other files. */
function brandsOf(file) {
  if (file.toString('latin1', 4, 8) !== 'ftyp') return []
  const end = Math.min(file.readUInt32BE(0), file.length, 256)
  return file.toString('latin1', 8, end).match(/.{4}/gs) ?? []
}

/** Pictures of iPhones: HEVC, which neither libvips nor most browsers decode. */
function isHeic(file) {
  const brands = brandsOf(file)
  return !brands.includes('avif') && brands.some((brand) => /^(he[iv][cmsx]|mif1|msf1)$/.test(brand))
}

/** AVIF sequences, and PNGs with a chunk `acTL` before their data: decoders show only their first picture. */
function isAnimation(file) {
  if (brandsOf(file)[0] === 'avis') return true
  if (!file.subarray(0, START_OF.png.length).equals(START_OF.png)) return false
  for (let at = 8; at + 8 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
  }
  return false
}

const job = deserialize(await buffer(process.stdin))
process.stdout.end(serialize(await encode(job)))
