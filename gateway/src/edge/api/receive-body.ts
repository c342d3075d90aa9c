import { randomUUID } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { UnavailableError } from '@offquad/service-kit'
import { errorCodes } from 'fastify'
import { type Release } from '../limits/concurrency-limits'

/** The complete body of a request. */
export interface ReceivedBody {
  /** Size in bytes. */
  length: number
  /** Whether it is stored in a file because it is too large for memory. */
  isUpload: boolean
  /** The content, for one attempt to send it. */
  open(): Buffer | Readable
  /** Releases its memory, file and upload permit. */
  release(): void
}

interface ReceiveOptions {
  /** Largest body in bytes. */
  limit: number
  /** Acquires a permit for a body that is too large for memory. */
  acquireUpload: () => Promise<Release>
}

// Larger bodies are written to a file. Large enough for any text that people write, but not for pictures and imports.
const MAX_BYTES_IN_MEMORY = 256 * 1024
// Limit for all bodies together. Beyond it, smaller bodies are written to files as well.
const MAX_TOTAL_BYTES = 64 * 1024 * 1024

/** Receives bodies completely before a service is called, so that a slow client occupies only its own connection. */
export function createBodyReceiver() {
  let totalBytes = 0

  /** @throws Fastify's error for a body that is too large, or what `acquireUpload` throws */
  return async function receive(
    payload: IncomingMessage,
    { limit, acquireUpload }: ReceiveOptions,
  ): Promise<ReceivedBody> {
    const contentLength = Number(payload.headers['content-length'] ?? 0)
    if (contentLength > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
    const chunks: Buffer[] = []
    let length = 0
    let file: UploadFile | undefined
    let releaseUpload: Release | undefined
    let inMemory = 0

    function release(): void {
      totalBytes -= inMemory
      inMemory = 0
      releaseUpload?.()
      releaseUpload = undefined
      void file?.close()
    }

    async function moveToFile(): Promise<UploadFile> {
      releaseUpload = await acquireUpload()
      const target = await openUploadFile()
      file = target
      for (const chunk of chunks.splice(0)) await target.write(chunk)
      totalBytes -= inMemory
      inMemory = 0
      return target
    }

    async function collect(): Promise<void> {
      if (contentLength > MAX_BYTES_IN_MEMORY) await moveToFile()
      // The connection is still needed for the error response.
      for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        length += chunk.length
        if (length > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
        const isTooLarge = length > MAX_BYTES_IN_MEMORY || totalBytes + chunk.length > MAX_TOTAL_BYTES
        if (!file && isTooLarge) await moveToFile()
        if (file) {
          await file.write(chunk)
          continue
        }
        chunks.push(chunk)
        inMemory += chunk.length
        totalBytes += chunk.length
      }
    }

    try {
      await collect()
    } catch (error) {
      release()
      throw error
    }
    const uploadFile = file
    const [only] = chunks
    const content = chunks.length === 1 && only ? only : Buffer.concat(chunks)
    return {
      length,
      isUpload: uploadFile !== undefined,
      open: () => uploadFile?.read() ?? content,
      release,
    }
  }
}

interface UploadFile {
  write(chunk: Buffer): Promise<unknown>
  read(): Readable
  close(): Promise<void>
}

/** Opens an unlinked file, which disappears even if this process crashes. */
async function openUploadFile(): Promise<UploadFile> {
  const name = path.join(tmpdir(), `offquad-upload-${randomUUID()}`)
  const handle = await open(name, 'wx+', 0o600).catch(throwUnavailable)
  await unlink(name)
  return {
    write: (chunk) => handle.appendFile(chunk).catch(throwUnavailable),
    read: () => Readable.from(readAll(handle), { objectMode: false }),
    close: () => handle.close().catch(() => undefined),
  }
}

/** The disk is full, or the folder is not writable. */
function throwUnavailable(cause: unknown): never {
  const message = 'Large files cannot be uploaded right now. Please try again later.'
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
