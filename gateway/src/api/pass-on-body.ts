import { type IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'

/**
 * A request's body for a service. When the service wants no more of it, the rest is read and dropped, so that
 * the client can finish sending and read its answer.
 */
export function passOnBody(request: IncomingMessage): PassThrough {
  const body = new PassThrough()
  // Whoever reads it has the error already.
  body.on('error', () => undefined)
  body.once('close', () => request.resume())
  return request.pipe(body)
}
