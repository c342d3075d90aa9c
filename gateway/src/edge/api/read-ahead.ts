import { PassThrough, pipeline, type Readable } from 'node:stream'
import { countRefusal } from '../limits/refusal-metrics'
import { DEADLINE_MS, endWhenLate, ResponseTimeoutError } from './instance'

interface ReadAheadOptions {
  /** Largest buffer of one response, in bytes. */
  maxBytes?: number
  /** Largest buffer of all responses together, in bytes. */
  maxTotalBytes?: number
  checkEveryMs?: number
  /** The longest time that a client that does not read may block the service. */
  maxPausedMs?: number
  /** After a grace period, slower clients are disconnected. */
  minBytesPerSecond?: number
  /** After this time, a small response is ended, and a larger one that its service sends at less than 1 KB per second. */
  sendGraceMs?: number
}

const MAX_BYTES = 8 * 1024 * 1024
const MAX_TOTAL_BYTES = 128 * 1024 * 1024
const CHUNK_BYTES = 64 * 1024
const GRACE_MS = 60_000
const MIN_SENT_PER_SECOND = 1024

/**
 * Buffers responses as fast as the service sends them, so that a slow client occupies memory for a while instead of a
 * connection to the service.
 */
export function createReadAhead({
  maxBytes = MAX_BYTES,
  maxTotalBytes = MAX_TOTAL_BYTES,
  checkEveryMs = 5_000,
  maxPausedMs = 20_000,
  minBytesPerSecond = 16 * 1024,
  sendGraceMs = DEADLINE_MS,
}: ReadAheadOptions = {}) {
  let reserved = 0

  /** @param contentLength in bytes, where it is known */
  return (body: Readable, contentLength: number | undefined): Readable => {
    // undici buffers this much anyway.
    if (contentLength !== undefined && contentLength <= CHUNK_BYTES / 2) {
      endWhenLate(body, sendGraceMs)
      return body
    }
    const needed = Math.min(contentLength ?? maxBytes, maxBytes)
    const allowance = reserved + needed <= maxTotalBytes ? needed : 0
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
      if (ahead.writableNeedDrain && !body.readableEnded) pausedMs += checkEveryMs
      const isTooSlow =
        body.readableEnded && performance.now() - startedAt > GRACE_MS + (bytes / minBytesPerSecond) * 1000
      const secondsSent = (performance.now() - startedAt - pausedMs - sendGraceMs) / 1000
      if (!body.readableEnded && bytes < secondsSent * MIN_SENT_PER_SECOND)
        return void ahead.destroy(new ResponseTimeoutError('the service sends too slowly'))
      if (pausedMs < maxPausedMs && !isTooSlow) return
      countRefusal('slow-reader')
      ahead.destroy(new Error('the client reads too slowly'))
    }, checkEveryMs)
    ahead.once('close', () => {
      clearInterval(watch)
      reserved -= allowance
    })
    // Errors reach the consumer through `ahead`.
    pipeline(body, ahead, () => undefined)
    return ahead
  }
}
