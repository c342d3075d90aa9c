import { type IncomingHttpHeaders } from 'node:http'
import { type Readable } from 'node:stream'
import { type FastifyInstance } from 'fastify'

const EVENT_STREAM = 'text/event-stream'

export const isEventStream = (headers: IncomingHttpHeaders): boolean =>
  headers['content-type']?.startsWith(EVENT_STREAM) ?? false

/**
 * Answers that do not end by themselves end when the instance closes, which would wait for them otherwise.
 * @returns looks at each answer that is passed on, and keeps those
 */
export function endWithInstance(app: FastifyInstance) {
  const endless = new Set<Readable>()
  app.addHook('preClose', async () => endless.forEach((body) => body.destroy()))

  return ({ headers, body }: { headers: IncomingHttpHeaders; body: Readable }): void => {
    if (!isEventStream(headers)) return
    endless.add(body)
    body.once('close', () => endless.delete(body))
  }
}
