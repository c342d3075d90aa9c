import { execFile } from 'node:child_process'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { PHOTO_WIDTHS, type PhotoSize } from '@offquad/contracts'
import { UnsupportedMediaError } from '@offquad/service-kit'

// Phones with 200-megapixel sensors save 50 megapixels; larger pictures are made to exhaust memory.
const MAX_PIXELS = 64_000_000
const MAX_HEIGHT_TO_WIDTH = 2
const WEBP = { quality: 80 }
// As good as WebP at the quality above. The default effort, 4, takes ten times as long for hardly smaller files.
const AVIF = { quality: 52, effort: 2, chromaSubsampling: '4:2:0' }

const MB = 1_000_000
/** Decodes two pictures that take little memory at a time, or one that takes more, within a container of 512 MB. */
const SLOTS = 2
const LITTLE = { slots: 1, maxBytes: 100 * MB }
const MUCH = { slots: SLOTS, maxBytes: 245 * MB } // 12 megapixels of AVIF

const ENCODER = path.join(import.meta.dirname, 'encoder.js')
/** Memory that Node.js and libvips allocate before they decode anything; they never touch most of it. */
const RUNTIME_BYTES = 200 * MB
/** No JIT: Node.js 24 reserves 512 MB for its code, which count towards the limit, and libvips does the work. */
const NODE_OPTIONS = ['--jitless', '--max-old-space-size=64']
const MAX_PROCESSOR_SECONDS = 60
const MAX_MS = 300_000
const MAX_REPLY_BYTES = 64 * MB

/** Limits of the operating system end a runaway decoder. When memory runs out, the decoder is killed first. */
const startLimited = (maxBytes: number) =>
  [
    '(echo 1000 >/proc/self/oom_score_adj) 2>/dev/null',
    `ulimit -t ${MAX_PROCESSOR_SECONDS}`,
    `ulimit -d ${Math.ceil((RUNTIME_BYTES + maxBytes) / 1024)}`,
    'exec "$@"',
  ].join('; ')

interface Output {
  width: number
  height: number
  format: 'webp' | 'avif'
  options: object
}

type Problem = 'not-a-picture' | 'heic' | 'animated' | 'too-large' | 'large' | 'damaged'
type Reply = { pictures: Uint8Array[] } | { problem: Problem; width?: number; height?: number }

/** The process that decoded a picture was killed: the picture is too expensive, or the machine too small. */
export class PictureLostError extends UnsupportedMediaError {}

const output = (size: PhotoSize, format: Output['format']): Output => ({
  width: PHOTO_WIDTHS[size],
  height: PHOTO_WIDTHS[size] * MAX_HEIGHT_TO_WIDTH,
  format,
  options: format === 'webp' ? WEBP : AVIF,
})

/**
 * Encodes a photo in every size as WebP: upright, and without the file's metadata about camera, place and time.
 * @throws UnsupportedMediaError when it is not exactly one still picture of a reasonable size
 */
export async function encodePhoto(file: Buffer): Promise<Record<PhotoSize, Buffer>> {
  const [full, page, card] = await encode(file, [
    output('full', 'webp'),
    output('page', 'webp'),
    output('card', 'webp'),
  ])
  return { full, page, card } as Record<PhotoSize, Buffer>
}

/**
 * Encodes a photo of this site as AVIF in one size, in about two thirds of the bytes of WebP.
 * @param full the photo in its full size, as `encodePhoto` returned it
 */
export async function encodeAvif(full: Buffer, size: PhotoSize): Promise<Buffer> {
  const [picture] = await encode(full, [output(size, 'avif')])
  return picture as Buffer
}

async function encode(file: Buffer, outputs: Output[]): Promise<Buffer[]> {
  let reply = await inTurn(LITTLE.slots, () => run(file, outputs, LITTLE.maxBytes))
  // When memory runs out, libraries report a damaged file.
  if ('problem' in reply && ['large', 'damaged'].includes(reply.problem))
    reply = await inTurn(MUCH.slots, () => run(file, outputs, MUCH.maxBytes))
  if ('problem' in reply) throw new UnsupportedMediaError('not-an-image', sentenceOn(reply))
  return reply.pictures.map((picture) => Buffer.from(picture))
}

function run(file: Buffer, outputs: Output[], maxBytes: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      '/bin/sh',
      ['-c', startLimited(maxBytes), 'sh', process.execPath, ...NODE_OPTIONS, ENCODER],
      { env: {}, encoding: 'buffer', maxBuffer: MAX_REPLY_BYTES, timeout: MAX_MS, killSignal: 'SIGKILL' },
      (error, stdout) => (error ? reject(lost()) : resolve(deserialize(stdout) as Reply)),
    )
    // A process that ends before it has read everything is noticed above.
    child.stdin
      ?.on('error', () => undefined)
      .end(serialize({ file, outputs, maxPixels: MAX_PIXELS, maxBytes }))
  })
}

const lost = () =>
  new PictureLostError(
    'not-an-image',
    'This picture takes more than we have to open it. Export it as JPEG, and choose that.',
  )

function sentenceOn({ problem, width, height }: Exclude<Reply, { pictures: unknown }>): string {
  switch (problem) {
    case 'heic':
      return 'This is a HEIC picture, which browsers cannot show. Export it as JPEG, and choose that.'
    case 'animated':
      return 'This picture is animated. Choose one that stands still.'
    case 'large':
    case 'too-large':
      return `This picture has too many pixels (${width} x ${height}). Export a smaller one, and choose that.`
    case 'damaged':
      return 'This picture is damaged: it cannot be read to its end. Choose another, or export it again.'
    case 'not-a-picture':
      return 'This file is not a picture that can be shown. Choose a JPEG, PNG, WebP, GIF or AVIF.'
  }
}

let free = SLOTS
const waiting: { slots: number; start: () => void }[] = []

function startWaiting(): void {
  for (let [next] = waiting; next && next.slots <= free; [next] = waiting) {
    waiting.shift()
    free -= next.slots
    next.start()
  }
}

/** Runs a task once this many slots are free, in the order of the calls. */
async function inTurn<Result>(slots: number, task: () => Promise<Result>): Promise<Result> {
  await new Promise<void>((start) => {
    waiting.push({ slots, start })
    startWaiting()
  })
  try {
    return await task()
  } finally {
    free += slots
    startWaiting()
  }
}
