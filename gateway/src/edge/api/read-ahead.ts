import { PassThrough, pipeline, type Readable } from 'node:stream'
import { countRefusal } from '../limits/refusal-metrics'

interface ReadAheadOptions {
  /** Of one response, in bytes. */
  maxBytes?: number
  /** Of all responses together, in bytes. */
  maxHeldBytes?: number
  lookEveryMs?: number
  /** For so long a response may wait for its reader while the service still sends it. */
  maxPausedMs?: number
  /** A reader who takes less a second than this is given up, after a while. */
  minBytesPerSecond?: number
}

/** @param contentLength in bytes, where it is known */
export type ReadAhead = (body: Readable, contentLength: number | undefined) => Readable

const MAX_BYTES = 8 * 1024 * 1024
const MAX_HELD_BYTES = 128 * 1024 * 1024
const CHUNK_BYTES = 64 * 1024
const GRACE_MS = 60_000

/**
 * Takes responses off a service as fast as it sends them, so that one who reads slowly holds memory for a while rather than
 * a connection to the service.
 */
export function createReadAhead({
  maxBytes = MAX_BYTES,
  maxHeldBytes = MAX_HELD_BYTES,
  lookEveryMs = 5_000,
  maxPausedMs = 20_000,
  minBytesPerSecond = 16 * 1024,
}: ReadAheadOptions = {}): ReadAhead {
  let reserved = 0

  return (body, contentLength) => {
    // The client of the service takes so much off the connection anyway.
    if (contentLength !== undefined && contentLength <= CHUNK_BYTES / 2) return body
    const wanted = Math.min(contentLength ?? maxBytes, maxBytes)
    const allowance = reserved + wanted <= maxHeldBytes ? wanted : 0
    reserved += allowance
    const ahead = new PassThrough({
      writableHighWaterMark: allowance + CHUNK_BYTES,
      readableHighWaterMark: CHUNK_BYTES,
    })
    const startedAt = performance.now()
    let pausedMs = 0
    let bytes = 0
    body.on('data', (chunk: Buffer) => (bytes += chunk.length))
    const watch = setInterval(() => {
      if (ahead.writableNeedDrain && !body.readableEnded) pausedMs += lookEveryMs
      const isHeldTooLong =
        body.readableEnded && performance.now() - startedAt > GRACE_MS + (bytes / minBytesPerSecond) * 1000
      if (pausedMs < maxPausedMs && !isHeldTooLong) return
      countRefusal('slow-reader')
      ahead.destroy(new Error('the client reads too slowly'))
    }, lookEveryMs)
    ahead.once('close', () => {
      clearInterval(watch)
      reserved -= allowance
    })
    // Whoever sends it has the error already.
    pipeline(body, ahead, () => undefined)
    return ahead
  }
}
