import { type FastifyReply, type FastifyRequest } from 'fastify'
import { chooseEncoding } from './choose-encoding'
import { type StoredResponse, type Variant } from './stored-response'

/**
 * Sends a response from memory. It goes past Fastify's serialisation, which would cost more than
 * everything else here; the stored headers are complete but for the request id.
 */
export function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  response: StoredResponse,
): Promise<void> | undefined {
  if (response.status === 200 && names(request.headers['if-none-match'], response.tag)) {
    reply.hijack()
    reply.raw.writeHead(304, response.notModifiedHeaders.concat('x-request-id', request.id)).end()
    return undefined
  }
  const variant = response.variant(chooseEncoding(request.headers['accept-encoding']))
  if (variant instanceof Promise)
    return variant.then((compressed) => write(request, reply, [response.status, compressed]))
  write(request, reply, [response.status, variant])
  return undefined
}

const names = (header: string | undefined, tag: string) =>
  header !== undefined && (header.includes(tag) || header === '*')

function write(request: FastifyRequest, reply: FastifyReply, [status, variant]: [number, Variant]): void {
  reply.hijack()
  reply.raw.writeHead(status, variant.headers.concat('x-request-id', request.id))
  reply.raw.end(request.method === 'HEAD' ? undefined : variant.body)
}
