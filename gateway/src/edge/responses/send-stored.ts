import { type FastifyReply, type FastifyRequest } from 'fastify'
import { negotiateEncoding } from './negotiate-encoding'
import { type StoredResponse, type Variant } from './stored-response'

/**
 * Sends a response from memory. It goes past Fastify's serialisation, which would cost more than
 * everything else here; the stored headers are complete but for those of one request.
 */
export function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  response: StoredResponse,
): Promise<void> | undefined {
  if (response.status === 200 && names(request.headers['if-none-match'], response.tag)) {
    const headers = response.notModifiedHeaders.concat(headersOf(request, reply))
    reply.hijack()
    reply.raw.writeHead(304, headers).end()
    return undefined
  }
  const variant = response.variant(negotiateEncoding(request.headers['accept-encoding']))
  if (variant instanceof Promise)
    return variant.then((compressed) => write(request, reply, [response.status, compressed]))
  write(request, reply, [response.status, variant])
  return undefined
}

const names = (header: string | undefined, tag: string) =>
  header !== undefined && (header.includes(tag) || header === '*')

/** Of this response alone: what hooks have set, and the request's id. */
const headersOf = (request: FastifyRequest, reply: FastifyReply): string[] => [
  ...Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)]),
  ...['x-request-id', request.id],
]

function write(request: FastifyRequest, reply: FastifyReply, [status, variant]: [number, Variant]): void {
  const headers = variant.headers.concat(headersOf(request, reply))
  reply.hijack()
  reply.raw.writeHead(status, headers)
  reply.raw.end(request.method === 'HEAD' ? undefined : variant.body)
}
