import { finished } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { buffer as bufferOf } from 'node:stream/consumers'
import { createReadAhead } from './read-ahead'

const CHUNK = Buffer.alloc(16 * 1024, 'x')
const responseOf = (chunks: number) => Readable.from(Array.from({ length: chunks }, () => CHUNK))
const ended = (body: Readable) => new Promise<void>((resolve) => body.once('end', () => resolve()))

describe('reading ahead', () => {
  it('takes all of a response off the service though nobody reads it yet, and keeps it', async () => {
    const readAhead = createReadAhead()
    const body = responseOf(64)
    const whole = ended(body)

    const ahead = readAhead(body, 64 * CHUNK.length)

    await whole
    expect((await bufferOf(ahead)).length).toBe(64 * CHUNK.length)
  })

  it('gives a response up that is too large to keep when its reader does not read on', async () => {
    const readAhead = createReadAhead({ maxBytes: 32 * 1024, lookEveryMs: 10, maxPausedMs: 50 })
    const body = responseOf(1_000)

    const ahead = readAhead(body, undefined)

    await expect(finished(ahead)).rejects.toThrow('the client reads too slowly')
    expect(body.destroyed).toBe(true)
  })

  it('keeps no more than its share of memory for all responses together', async () => {
    const readAhead = createReadAhead({ maxHeldBytes: 1024 * 1024, lookEveryMs: 10, maxPausedMs: 50 })
    const first = readAhead(responseOf(64), 1024 * 1024)

    const second = readAhead(responseOf(64), 1024 * 1024)

    await expect(finished(second)).rejects.toThrow('the client reads too slowly')
    expect((await bufferOf(first)).length).toBe(1024 * 1024)
  })

  it('leaves one alone who reads on', async () => {
    const readAhead = createReadAhead({ maxBytes: 32 * 1024, lookEveryMs: 10, maxPausedMs: 50 })

    expect((await bufferOf(readAhead(responseOf(500), undefined))).length).toBe(500 * CHUNK.length)
  })
})
