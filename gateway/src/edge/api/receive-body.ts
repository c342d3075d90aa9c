import { randomUUID } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { TooSlowError, UnavailableError } from '@offquad/service-kit'
import { errorCodes } from 'fastify'
import { type Release } from '../limits/concurrency-limits'
import { countRefusal } from '../limits/refusal-metrics'

/** The whole body of a request. */
export interface ReceivedBody {
  /** In bytes. */
  length: number
  /** It is too large to be kept in memory. */
  isUpload: boolean
  /** The content, for one attempt to send it. */
  open(): Buffer | Readable
  /** Gives its memory, file and place back. */
  release(): void
}

/** How slowly a client may send. */
export interface Pace {
  windowMs: number
  /** Of a body in memory, in each window. */
  minBytes: number
  /** Of one that takes a place among the uploads, in each window. */
  minUploadBytes: number
  /** For all of the body. */
  totalMs: number
}

interface ReceiverOptions {
  pace?: Pace
  /** Larger bodies are kept in a file. */
  maxBytesInMemory?: number
}

interface Receiving {
  /** Largest body in bytes. */
  limit: number
  /** Takes a place for a body that is too large for memory. */
  reserveUpload: () => Promise<Release>
}

export type ReceiveBody = (payload: IncomingMessage, receiving: Receiving) => Promise<ReceivedBody>

// A phone that changes cells is silent for some seconds.
const PACE: Pace = {
  windowMs: 10_000,
  minBytes: 10 * 1024,
  minUploadBytes: 80 * 1024,
  // Less than the request timeout of the server, which has no words for it.
  totalMs: 110_000,
}

// Every body that people write fits; pictures and imports do not.
const MAX_BYTES_IN_MEMORY = 256 * 1024
// Of all bodies together. Beyond it, smaller ones are kept in files, too.
const MAX_HELD_BYTES = 64 * 1024 * 1024

/**
 * Receives bodies whole, so that a service is called only when there is nothing left to wait for: a client that sends a
 * byte now and then holds its own connection and nothing else.
 */
export function createBodyReceiver({
  pace = PACE,
  maxBytesInMemory = MAX_BYTES_IN_MEMORY,
}: ReceiverOptions = {}): ReceiveBody {
  let heldBytes = 0

  /** @throws TooSlowError, an error of Fastify for a body that is too large, or what `reserveUpload` throws */
  async function receive(
    payload: IncomingMessage,
    { limit, reserveUpload }: Receiving,
  ): Promise<ReceivedBody> {
    const announced = Number(payload.headers['content-length'] ?? 0)
    if (announced > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
    const chunks: Buffer[] = []
    let length = 0
    let file: UploadFile | undefined
    let releasePlace: Release | undefined
    let isGivenUp = false
    let inMemory = 0

    function release(): void {
      isGivenUp = true
      heldBytes -= inMemory
      inMemory = 0
      releasePlace?.()
      releasePlace = undefined
      void file?.close()
    }

    async function moveToFile(): Promise<UploadFile> {
      releasePlace = await reserveUpload()
      const target = await openUploadFile()
      file = target
      // Given up meanwhile: what was opened since then is closed here.
      if (isGivenUp) release()
      for (const chunk of chunks.splice(0)) await target.write(chunk)
      heldBytes -= inMemory
      inMemory = 0
      return target
    }

    async function collect(): Promise<void> {
      if (announced > maxBytesInMemory) await moveToFile()
      // The connection is still needed for the error response.
      for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        if (isGivenUp) return
        length += chunk.length
        if (length > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
        const isTooMuch = length > maxBytesInMemory || heldBytes + chunk.length > MAX_HELD_BYTES
        if (!file && isTooMuch) await moveToFile()
        if (file) {
          await file.write(chunk)
          continue
        }
        chunks.push(chunk)
        inMemory += chunk.length
        heldBytes += chunk.length
      }
    }

    const progress = () => ({ length, minBytes: file ? pace.minUploadBytes : pace.minBytes })
    try {
      await atPace(collect(), progress, pace)
    } catch (error) {
      release()
      throw error
    }
    const whole = file
    const [only] = chunks
    const content = chunks.length === 1 && only ? only : Buffer.concat(chunks)
    return {
      length,
      isUpload: whole !== undefined,
      open: () => whole?.read() ?? content,
      release,
    }
  }

  return receive
}

/** Waits for a body that arrives, for as long as it arrives fast enough. */
async function atPace(
  collecting: Promise<void>,
  progress: () => { length: number; minBytes: number },
  { windowMs, totalMs }: Pace,
): Promise<void> {
  const startedAt = performance.now()
  let seen = 0
  let watch: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_, reject) => {
    watch = setInterval(() => {
      const { length, minBytes } = progress()
      const isOnPace = length - seen >= minBytes && performance.now() - startedAt < totalMs
      seen = length
      if (isOnPace) return
      countRefusal('slow-body')
      reject(
        new TooSlowError(
          'body-too-slow',
          'Your request arrived too slowly. Please check your connection and try again.',
        ),
      )
    }, windowMs)
  })
  try {
    await Promise.race([collecting, tooSlow])
  } finally {
    clearInterval(watch)
    // One that was given up fails when its connection closes.
    collecting.catch(() => undefined)
  }
}

interface UploadFile {
  write(chunk: Buffer): Promise<unknown>
  read(): Readable
  close(): Promise<void>
}

/** A file without a name: whatever happens to this process, nothing of it is left. */
async function openUploadFile(): Promise<UploadFile> {
  const name = path.join(tmpdir(), `offquad-upload-${randomUUID()}`)
  const handle = await open(name, 'wx+', 0o600).catch(failForNow)
  await unlink(name)
  return {
    write: (chunk) => handle.appendFile(chunk).catch(failForNow),
    read: () => Readable.from(readAll(handle), { objectMode: false }),
    close: () => handle.close().catch(() => undefined),
  }
}

/** The disk is full, or the folder cannot be written. */
function failForNow(cause: unknown): never {
  const message = 'Large files cannot be received right now. Please try again later.'
  throw Object.assign(new UnavailableError('uploads-unavailable', message), { cause })
}

const READ_BYTES = 64 * 1024

async function* readAll(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
