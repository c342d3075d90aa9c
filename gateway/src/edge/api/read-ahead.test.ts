import { finished } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { buffer as bufferOf } from 'node:stream/consumers'
import { ResponseTimeoutError } from './instance'
import { createReadAhead } from './read-ahead'

const MEGABYTE = 1024 * 1024
const CHUNK = Buffer.alloc(MEGABYTE, 'x')
const responseOf = (megabytes: number) => Readable.from(Array.from({ length: megabytes }, () => CHUNK))
const ended = (body: Readable) => new Promise<void>((resolve) => body.once('end', () => resolve()))

describe('reading ahead', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] })
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  it('buffers the whole response of a service before the client reads it', async () => {
    const readAhead = createReadAhead()
    const body = responseOf(4)
    const whole = ended(body)

    const ahead = readAhead(body, 4 * MEGABYTE)

    await whole
    expect((await bufferOf(ahead)).length).toBe(4 * MEGABYTE)
  })

  it('aborts a response that is too large to buffer when the client stops reading', async () => {
    const readAhead = createReadAhead()
    const body = responseOf(20)

    const aborted = expect(finished(readAhead(body, undefined))).rejects.toThrow(
      'the client reads too slowly',
    )
    await jest.advanceTimersByTimeAsync(30_000)

    await aborted
    expect(body.destroyed).toBe(true)
  })

  it('limits the memory of all responses together', async () => {
    const readAhead = createReadAhead()
    const first = Array.from({ length: 16 }, () => readAhead(responseOf(8), 8 * MEGABYTE))

    const aborted = expect(finished(readAhead(responseOf(2), 2 * MEGABYTE))).rejects.toThrow(
      'the client reads too slowly',
    )
    await jest.advanceTimersByTimeAsync(30_000)

    await aborted
    for (const ahead of first) expect((await bufferOf(ahead)).length).toBe(8 * MEGABYTE)
  })

  it.each([
    ['of known length', 1_000],
    ['of unknown length', undefined],
  ])('ends a response %s that its service sends a byte at a time', async (_what, contentLength) => {
    const readAhead = createReadAhead()
    const body = new Readable({ read: () => undefined })
    const drops = setInterval(() => body.push('x'), 50)

    const late = expect(finished(readAhead(body, contentLength))).rejects.toThrow(ResponseTimeoutError)
    await jest.advanceTimersByTimeAsync(30_000)

    await late
    clearInterval(drops)
  })

  it('does not abort a response that the client keeps reading', async () => {
    const readAhead = createReadAhead()

    expect((await bufferOf(readAhead(responseOf(20), undefined))).length).toBe(20 * MEGABYTE)
  })
})
