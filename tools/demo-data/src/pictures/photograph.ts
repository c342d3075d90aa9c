import { crc32, deflateSync } from 'node:zlib'
import { type Random } from '../random'

type Color = readonly [red: number, green: number, blue: number]

/** A part of the picture by its edges, as shares of width and height, painted over those before it. */
interface Area {
  left: number
  top: number
  right: number
  bottom: number
  color: Color
}

const SHAPES = [
  { width: 640, height: 480 },
  { width: 480, height: 640 },
  { width: 1400, height: 240 },
  { width: 240, height: 1000 },
] as const
const WALLS: readonly Color[] = [
  [232, 222, 206],
  [206, 218, 222],
  [226, 208, 198],
  [214, 222, 200],
]
const CLOTHS: readonly Color[] = [
  [92, 124, 150],
  [176, 92, 72],
  [108, 140, 104],
  [150, 118, 160],
]
const GRAIN = 10

/**
 * A room with light from the window as a PNG file: unlike the drawings it can be uploaded.
 * @param kind its shape: 4 to 3, 3 to 4, very wide, very tall
 */
export function takePhotograph(random: Random, kind: number): Buffer {
  const { width, height } = SHAPES[kind % SHAPES.length] ?? SHAPES[0]
  const window = 0.15 + random.next() * 0.4
  const areas: Area[] = [
    { left: 0, top: 0, right: 1, bottom: 1, color: random.pick(WALLS) },
    { left: 0, top: 0.72, right: 1, bottom: 1, color: [158, 118, 84] },
    { left: window, top: 0.12, right: window + 0.3, bottom: 0.5, color: [246, 246, 240] },
    { left: window + 0.02, top: 0.14, right: window + 0.28, bottom: 0.48, color: [176, 210, 232] },
    { left: 0.08, top: 0.6, right: 0.62, bottom: 0.82, color: random.pick(CLOTHS) },
    { left: 0.08, top: 0.54, right: 0.24, bottom: 0.66, color: [244, 240, 232] },
    { left: 0.72, top: 0.44, right: 0.92, bottom: 0.86, color: [122, 88, 62] },
  ]
  const pixels = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [across, down] = [x / width, y / height]
      const color = areas.findLast(
        ({ left, top, right, bottom }) => across >= left && across < right && down >= top && down < bottom,
      )?.color
      const light = 1.1 - 0.6 * Math.hypot(across - window - 0.15, down - 0.3) + (random.next() - 0.5) / GRAIN
      // Each line begins with the number of its filter: none.
      const at = y * (1 + width * 3) + 1 + x * 3
      color?.forEach((part, index) => (pixels[at + index] = Math.max(0, Math.min(255, part * light))))
    }
  return encodePng(width, height, pixels)
}

/** PNG of 8 bits per channel without alpha, after https://www.w3.org/TR/png-3/ */
function encodePng(width: number, height: number, lines: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}
