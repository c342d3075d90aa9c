import { type IncomingMessage } from 'node:http'
import { TooManyRequestsError } from '@offquad/service-kit'
import { errorCodes } from 'fastify'
import { type Release } from '../limits/concurrency-limits'

/** The complete body of a request. */
export interface ReceivedBody {
  content: Buffer
  /** Whether it has an upload permit because it is large. */
  isUpload: boolean
  /** Releases its memory and upload permit. */
  release: Release
}

interface ReceiveOptions {
  /** Largest body in bytes. */
  limit: number
  /** Acquires a permit for a large body. */
  acquireUpload: () => Promise<Release>
}

// Enough for any text that people write, but not for pictures and imports.
const MAX_SMALL_BYTES = 256 * 1024
// Limits for what has arrived of all bodies together: uploads leave the rest to the small ones.
const MAX_BYTES_WITH_UPLOADS = 96 * 1024 * 1024
const MAX_TOTAL_BYTES = 128 * 1024 * 1024
const RETRY_AFTER_SECONDS = 10

/** Receives bodies completely before a service is called, so that a slow client occupies only its own connection. */
export function createBodyReceiver() {
  let totalBytes = 0

  /** @throws Fastify's error for a body that is too large, TooManyRequestsError, or what `acquireUpload` throws */
  return async function receive(
    payload: IncomingMessage,
    { limit, acquireUpload }: ReceiveOptions,
  ): Promise<ReceivedBody> {
    const chunks: Buffer[] = []
    let length = 0
    let releaseUpload: Release | undefined

    async function admit(bytes: number): Promise<void> {
      if (bytes > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
      if (bytes > MAX_SMALL_BYTES) releaseUpload ??= await acquireUpload()
      if (totalBytes <= (releaseUpload ? MAX_BYTES_WITH_UPLOADS : MAX_TOTAL_BYTES)) return
      const message = 'Too much is being sent right now. Please try again in a moment.'
      throw new TooManyRequestsError('too-many-uploads', message, RETRY_AFTER_SECONDS)
    }

    function release(): void {
      totalBytes -= length
      length = 0
      releaseUpload?.()
    }

    try {
      await admit(Number(payload.headers['content-length'] ?? 0))
      // The connection is still needed for the error response.
      for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        chunks.push(chunk)
        length += chunk.length
        totalBytes += chunk.length
        await admit(length)
      }
    } catch (error) {
      release()
      throw error
    }
    return { content: Buffer.concat(chunks), isUpload: releaseUpload !== undefined, release }
  }
}
