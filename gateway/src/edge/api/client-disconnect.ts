import { type FastifyReply } from 'fastify'

/** Aborted when the client closes the connection before its answer is complete. */
export function signalOfLeaving(reply: FastifyReply): AbortSignal {
  const aborter = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) aborter.abort()
  })
  return aborter.signal
}

/** Throws the error on, but for one who has left. */
export function failUnlessGone(reply: FastifyReply, leaving: AbortSignal, error: unknown): FastifyReply {
  // Nobody is there to read about the failure, and nothing is wrong with us.
  if (leaving.aborted || reply.request.raw.errored) return reply.hijack()
  const { message, cause } = error as Error
  reply.log.warn({ reason: String(cause ?? message) }, 'call not answered')
  throw error
}
