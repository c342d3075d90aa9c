import { Readable } from 'node:stream'
import { type Exchange } from './route'

/** Answers of one service that stay open and say something now and again (server-sent events, WHATWG HTML 9.2). */
export interface EventStreams<Message> {
  /** Opens one for this request, beginning with a message; what it answers is the handler's answer. */
  open(exchange: Exchange, first: Message): Readable
  /** Says something to all that are open. */
  send(message: Message): void
  readonly count: number
  close(): void
}

interface StreamOptions {
  /** They end then: whoever reads asks again, and is asked again who they are. */
  lifeMs: number
  /** Something is sent at least so often, or what lies between would take them for dead. */
  heartbeatMs: number
}

// Of a reader that takes nothing any more; what it missed it is told when it asks again.
const MOST_UNREAD = 100

export function createEventStreams<Message>({ lifeMs, heartbeatMs }: StreamOptions): EventStreams<Message> {
  const streams = new Set<Readable>()

  function write(stream: Readable, text: string): void {
    stream.push(text)
    if (stream.readableLength > MOST_UNREAD) stream.destroy()
  }

  const heartbeat = setInterval(() => streams.forEach((stream) => write(stream, ':\n\n')), heartbeatMs)
  heartbeat.unref()

  return {
    open({ reply }, first) {
      reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      // Each message is one element, however long.
      const stream = new Readable({ objectMode: true, read: () => undefined })
      const end = setTimeout(() => stream.push(null), lifeMs)
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
