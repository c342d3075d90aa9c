import { Readable } from 'node:stream'
import { type Exchange } from './route'

/** The open event streams of a service (server-sent events, WHATWG HTML 9.2). */
export interface EventStreams<Message> {
  /** Opens a stream for this request, with a first message; the handler returns it. */
  open(exchange: Exchange, first: Message): Readable
  /** Sends a message to all open streams. */
  send(message: Message): void
  readonly count: number
  close(): void
}

// Afterwards the client reconnects and is authenticated again. Shorter than the lifetime of a token and the gateway's timeout.
const STREAM_LIFE_MS = 4 * 60_000
// Proxies close idle connections.
const HEARTBEAT_MS = 10_000

// Drop slow consumers; they receive a fresh snapshot when they reconnect.
const MOST_UNREAD = 100

export function createEventStreams<Message>(): EventStreams<Message> {
  const streams = new Set<Readable>()

  function write(stream: Readable, text: string): void {
    stream.push(text)
    if (stream.readableLength > MOST_UNREAD) stream.destroy()
  }

  const heartbeat = setInterval(() => streams.forEach((stream) => write(stream, ':\n\n')), HEARTBEAT_MS)
  heartbeat.unref()

  return {
    open({ reply }, first) {
      reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      // In object mode, so that unread messages are counted, not their bytes.
      const stream = new Readable({ objectMode: true, read: () => undefined })
      const end = setTimeout(() => stream.push(null), STREAM_LIFE_MS)
      stream.once('close', () => {
        clearTimeout(end)
        streams.delete(stream)
      })
      streams.add(stream)
      write(stream, textOf(first))
      return stream
    },
    send(message) {
      const text = textOf(message)
      for (const stream of streams) write(stream, text)
    },
    get count() {
      return streams.size
    },
    close() {
      clearInterval(heartbeat)
      for (const stream of streams) stream.push(null)
    },
  }
}

const textOf = (message: unknown): string => `data: ${JSON.stringify(message)}\n\n`
