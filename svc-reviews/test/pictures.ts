import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

// The allowed decoders are a setting of the process. Suites of svc-catalog may have set others in it before.
sharp.unblock({ operation: ['VipsForeignLoad'] })

/** A photo like a phone's: rotated, with the location in its metadata. */
export function phonePhoto(width = 3000, height = 2000): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#b31b1b' } })
    .withExif({
      IFD0: { Make: 'SecretPhone' },
      IFD3: { GPSLatitude: '42/1 26/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

export const png = (): Promise<Buffer> =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: '#444' } })
    .png()
    .toBuffer()

export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
)

/** The beginning of a picture as iPhones save them. */
export const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
])

/** Two frames. */
export function animatedGif(): Promise<Buffer> {
  const raw = Buffer.alloc(4 * 8 * 3, 0)
  raw.fill(255, raw.length / 2)
  return sharp(raw, { raw: { width: 4, height: 8, channels: 3, pageHeight: 4 } })
    .gif({ delay: [100, 100] })
    .toBuffer()
}

/** A PNG of a few kilobytes that unpacks to this many pixels. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A still PNG that claims to be an animation. */
export async function animatedPng(): Promise<Buffer> {
  const still = await png()
  const control = chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))
  const end = still.indexOf('IDAT') - 4
  return Buffer.concat([still.subarray(0, end), control, still.subarray(end)])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(checksum(body))
  return Buffer.concat([length, body, sum])
}

function checksum(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}
