import { type FastifyReply } from 'fastify'

/** A signal that aborts when the client closes the connection before the response is complete. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const aborter = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) aborter.abort()
  })
  return aborter.signal
}

/** Rethrows the error, unless the client has disconnected. */
export function rethrowUnlessDisconnected(
  reply: FastifyReply,
  disconnected: AbortSignal,
  error: unknown,
): FastifyReply {
  // The client caused the failure, and cannot receive a response.
  if (disconnected.aborted || reply.request.raw.errored) return reply.hijack()
  const { message, cause } = error as Error
  reply.log.warn({ reason: String(cause ?? message) }, 'call failed')
  throw error
}
