import { type FastifyReply } from 'fastify'

/** Calls back when the response has been sent or the client has disconnected, which it may have done already. */
export function onClose(reply: FastifyReply, release: () => void): void {
  if (reply.raw.closed) release()
  else reply.raw.once('close', release)
}
