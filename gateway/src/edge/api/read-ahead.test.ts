import { finished } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { buffer as bufferOf } from 'node:stream/consumers'
import { ResponseTimeoutError } from './instance'
import { createReadAhead } from './read-ahead'

const CHUNK = Buffer.alloc(16 * 1024, 'x')
const responseOf = (chunks: number) => Readable.from(Array.from({ length: chunks }, () => CHUNK))
const ended = (body: Readable) => new Promise<void>((resolve) => body.once('end', () => resolve()))

describe('reading ahead', () => {
  it('buffers the whole response of a service before the client reads it', async () => {
    const readAhead = createReadAhead()
    const body = responseOf(64)
    const whole = ended(body)

    const ahead = readAhead(body, 64 * CHUNK.length)

    await whole
    expect((await bufferOf(ahead)).length).toBe(64 * CHUNK.length)
  })

  it('aborts a response that is too large to buffer when the client stops reading', async () => {
    const readAhead = createReadAhead({ maxBytes: 32 * 1024, checkEveryMs: 10, maxPausedMs: 50 })
    const body = responseOf(1_000)

    const ahead = readAhead(body, undefined)

    await expect(finished(ahead)).rejects.toThrow('the client reads too slowly')
    expect(body.destroyed).toBe(true)
  })

  it('limits the memory of all responses together', async () => {
    const readAhead = createReadAhead({ maxTotalBytes: 1024 * 1024, checkEveryMs: 10, maxPausedMs: 50 })
    const first = readAhead(responseOf(64), 1024 * 1024)

    const second = readAhead(responseOf(64), 1024 * 1024)

    await expect(finished(second)).rejects.toThrow('the client reads too slowly')
    expect((await bufferOf(first)).length).toBe(1024 * 1024)
  })

  it.each([
    ['of known length', 1_000],
    ['of unknown length', undefined],
  ])('ends a response %s that its service sends a byte at a time', async (_what, contentLength) => {
    const readAhead = createReadAhead({ checkEveryMs: 10, sendGraceMs: 50 })
    const body = new Readable({ read: () => undefined })
    const drops = setInterval(() => body.push('x'), 5)

    await expect(finished(readAhead(body, contentLength))).rejects.toThrow(ResponseTimeoutError)
    clearInterval(drops)
  })

  it('does not abort a response that the client keeps reading', async () => {
    const readAhead = createReadAhead({ maxBytes: 32 * 1024, checkEveryMs: 10, maxPausedMs: 50 })

    expect((await bufferOf(readAhead(responseOf(500), undefined))).length).toBe(500 * CHUNK.length)
  })
})
