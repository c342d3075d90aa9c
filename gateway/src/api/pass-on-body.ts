import { type IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'

/** The body of a request, for the service that takes it. */
export interface ForwardedBody {
  /** A stream for one attempt to send it. Nothing is read of the body before the stream is. */
  open(): Readable
  /** Part of it has been read, so that it cannot be sent again. */
  readonly isStarted: boolean
}

/**
 * Passes a request's body on. When the service takes no more of it, the rest is read and dropped, so that the client can
 * finish sending and read the response.
 */
export function passOnBody(request: IncomingMessage): ForwardedBody {
  let isStarted = false
  return {
    open() {
      const body = new PassThrough({
        read(size) {
          if (!isStarted) {
            isStarted = true
            request.pipe(body)
          }
          PassThrough.prototype._read.call(body, size)
        },
      })
      // The one who reads it has the error already.
      body.on('error', () => undefined)
      body.once('close', () => isStarted && request.resume())
      return body
    },
    get isStarted() {
      return isStarted
    },
  }
}
