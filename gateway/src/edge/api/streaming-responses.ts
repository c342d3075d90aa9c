import { type IncomingHttpHeaders } from 'node:http'
import { type Readable } from 'node:stream'
import { type FastifyInstance } from 'fastify'

const EVENT_STREAM = 'text/event-stream'

export const isEventStream = (headers: IncomingHttpHeaders): boolean =>
  headers['content-type']?.startsWith(EVENT_STREAM) ?? false

/**
 * Closes event streams on shutdown, which would otherwise wait for them forever.
 * @returns a function that tracks a response if it is an event stream
 */
export function closeStreamsOnShutdown(app: FastifyInstance) {
  const streams = new Set<Readable>()
  app.addHook('preClose', async () => streams.forEach((body) => body.destroy()))

  return ({ headers, body }: { headers: IncomingHttpHeaders; body: Readable }): void => {
    if (!isEventStream(headers)) return
    streams.add(body)
    body.once('close', () => streams.delete(body))
  }
}
