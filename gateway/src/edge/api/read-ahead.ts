import { PassThrough, pipeline, type Readable } from 'node:stream'
import { countRefusal } from '../limits/refusal-metrics'
import { DEADLINE_MS, endWhenLate, ResponseTimeoutError } from './instance'

/** Largest buffer of one response, and of all responses together. */
const MAX_BYTES = 8 * 1024 * 1024
const MAX_TOTAL_BYTES = 128 * 1024 * 1024
const CHUNK_BYTES = 64 * 1024
const CHECK_EVERY_MS = 5_000
/** The longest time that a client that does not read may block the service. */
const MAX_PAUSED_MS = 20_000
/** After this time, clients that read less are disconnected. */
const GRACE_MS = 60_000
const MIN_READ_PER_SECOND = 16 * 1024
/** After `DEADLINE_MS`, responses that their service sends more slowly are ended. */
const MIN_SENT_PER_SECOND = 1024

/**
 * Buffers responses as fast as the service sends them, so that a slow client occupies memory for a while instead of a
 * connection to the service.
 */
export function createReadAhead() {
  let reserved = 0

  /** @param contentLength in bytes, where it is known */
  return (body: Readable, contentLength: number | undefined): Readable => {
    // undici buffers this much anyway.
    if (contentLength !== undefined && contentLength <= CHUNK_BYTES / 2) {
      endWhenLate(body)
      return body
    }
    const needed = Math.min(contentLength ?? MAX_BYTES, MAX_BYTES)
    const allowance = reserved + needed <= MAX_TOTAL_BYTES ? needed : 0
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
      if (ahead.writableNeedDrain && !body.readableEnded) pausedMs += CHECK_EVERY_MS
      const isTooSlow =
        body.readableEnded && performance.now() - startedAt > GRACE_MS + (bytes / MIN_READ_PER_SECOND) * 1000
      const secondsSent = (performance.now() - startedAt - pausedMs - DEADLINE_MS) / 1000
      if (!body.readableEnded && bytes < secondsSent * MIN_SENT_PER_SECOND)
        return void ahead.destroy(new ResponseTimeoutError('the service sends too slowly'))
      if (pausedMs < MAX_PAUSED_MS && !isTooSlow) return
      countRefusal('slow-reader')
      ahead.destroy(new Error('the client reads too slowly'))
    }, CHECK_EVERY_MS)
    ahead.once('close', () => {
      clearInterval(watch)
      reserved -= allowance
    })
    // Errors reach the consumer through `ahead`.
    pipeline(body, ahead, () => undefined)
    return ahead
  }
}
