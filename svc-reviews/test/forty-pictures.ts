import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp, { type CreateChannels, type Sharp } from 'sharp'
import { animatedGif, animatedPng, heic, phonePhoto, pngBomb } from './pictures'

/** A picture, and what the answer says when it is refused; otherwise it is stored. */
type Picture = [name: string, make: () => Promise<Buffer> | Buffer, refusal?: RegExp]

const TOO_LARGE = /too many pixels/
const ANIMATED = /animated/
const DAMAGED = /damaged/
const NO_PICTURE = /not a picture/

/** 1,374 bytes that take 1.2 GB to decode. */
export const AVIF_BOMB = readFileSync(path.join(import.meta.dirname, '64-megapixels.avif'))

const SVG_BOMB = Buffer.from(
  `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "${'x'.repeat(99)}">${['b', 'c', 'd', 'e', 'f', 'g']
    .map((name, index) => `<!ENTITY ${name} "${`&${'abcdef'[index]};`.repeat(10)}">`)
    .join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"><text>&g;</text></svg>`,
)

const plain = (width: number, height: number, channels: CreateChannels = 3): Sharp =>
  sharp({ create: { width, height, channels, background: { r: 53, g: 84, b: 107, alpha: 0.5 } } })

const noisy = (width: number, height: number): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 9 },
    },
  })

/** As many of its bytes as arrived. */
async function firstHalf(picture: Sharp): Promise<Buffer> {
  const file = await picture.toBuffer()
  return file.subarray(0, file.length / 2)
}

/** A small picture whose header says that it is as large as its format allows. */
async function lying(picture: Sharp, at: number | Buffer, size: number[]): Promise<Buffer> {
  const file = await picture.toBuffer()
  file.set(size, typeof at === 'number' ? at : file.indexOf(at) + at.length)
  return file
}

const START_OF_FRAME = Buffer.from([0xff, 0xc0, 0, 17, 8])

/** The largest that each format may have, and what is not to be opened at all. */
export const FORTY_PICTURES: Picture[] = [
  ['a JPEG', () => plain(8000, 8000).jpeg().toBuffer()],
  ['a JPEG with full colors', () => plain(8000, 6000).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()],
  ['a progressive JPEG', () => plain(8000, 7600).jpeg({ progressive: true }).toBuffer()],
  [
    'a progressive JPEG with full colors',
    () => plain(6500, 5000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  ],
  [
    'a progressive JPEG in gray',
    () => plain(8000, 8000).toColourspace('b-w').jpeg({ progressive: true }).toBuffer(),
  ],
  [
    'a progressive JPEG for print',
    () => plain(6000, 4000).toColourspace('cmyk').jpeg({ progressive: true }).toBuffer(),
  ],
  ['a JPEG of a phone, turned', () => phonePhoto(7000, 7000)],
  ['a JPEG of noise', () => noisy(4000, 3000).jpeg().toBuffer()],
  ['a PNG', () => plain(8000, 8000).png().toBuffer()],
  ['an interlaced PNG', () => plain(7000, 6000, 4).png({ progressive: true }).toBuffer()],
  ['a PNG of 16 bits', () => plain(8000, 7500, 4).toColourspace('rgb16').png().toBuffer()],
  [
    'an interlaced PNG of 16 bits',
    () => plain(5000, 4300, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
  ],
  ['a PNG of one bit', () => pngBomb(8000, 8000)],
  ['a PNG that is a line', () => pngBomb(1_000_000, 64)],
  ['a WebP', () => plain(7000, 7000).webp().toBuffer()],
  ['a lossless WebP', () => plain(7000, 6900, 4).webp({ lossless: true }).toBuffer()],
  ['a GIF', () => plain(6000, 6200).gif().toBuffer()],
  ['a GIF that lies', () => lying(plain(90, 90).gif(), 6, [0xff, 0xff, 0xff, 0xff])],
  ['an AVIF', () => plain(4000, 3100).avif({ effort: 0, chromaSubsampling: '4:2:0' }).toBuffer()],
  ['a lossless AVIF', () => noisy(1500, 1000).avif({ effort: 0, lossless: true }).toBuffer()],

  ['an AVIF that takes 1.2 GB', () => AVIF_BOMB, TOO_LARGE],
  ['an AVIF that takes 300 MB', () => plain(4000, 4000).avif({ effort: 0 }).toBuffer(), TOO_LARGE],
  [
    'a progressive JPEG that takes 360 MB',
    () => plain(8000, 6000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    TOO_LARGE,
  ],
  [
    'an interlaced PNG that takes 400 MB',
    () => plain(6000, 6000, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    TOO_LARGE,
  ],
  ['a PNG of 400 megapixels', () => pngBomb(20_000, 20_000), TOO_LARGE],
  ['a GIF that takes 320 MB', () => plain(7000, 7000).gif().toBuffer(), TOO_LARGE],
  ['a WebP that takes 300 MB', () => plain(8000, 7500).webp().toBuffer(), TOO_LARGE],
  [
    'a JPEG that lies',
    () => lying(plain(90, 90).jpeg(), START_OF_FRAME, [0xff, 0xdc, 0xff, 0xdc]),
    TOO_LARGE,
  ],
  ['a WebP that lies', () => lying(plain(90, 90).webp(), 26, [0xff, 0x3f, 0xff, 0x3f]), DAMAGED],
  ['a GIF of two frames', animatedGif, ANIMATED],
  ['a PNG that claims to move', animatedPng, ANIMATED],
  [
    'a WebP of 200 frames',
    () =>
      sharp(randomBytes(200 * 40 * 40 * 3), { raw: { width: 40, height: 8000, channels: 3, pageHeight: 40 } })
        .webp()
        .toBuffer(),
    ANIMATED,
  ],
  ['half a progressive JPEG', () => firstHalf(noisy(3000, 2000).jpeg({ progressive: true })), DAMAGED],
  ['half a PNG', () => firstHalf(noisy(2000, 1000).png()), DAMAGED],
  ['half a WebP', () => firstHalf(noisy(3000, 2000).webp()), DAMAGED],
  ['half an AVIF', () => firstHalf(noisy(1500, 1000).avif({ effort: 0 })), DAMAGED],
  ['a TIFF in tiles', () => plain(3000, 2000).tiff({ tile: true, pyramid: true }).toBuffer(), NO_PICTURE],
  ['an SVG that grows', () => SVG_BOMB, NO_PICTURE],
  ['a HEIC', () => heic, /HEIC/],
  ['a file without a byte', () => Buffer.alloc(0), /Send one picture/],
]
