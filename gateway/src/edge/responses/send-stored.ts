import { type FastifyReply, type FastifyRequest } from 'fastify'
import { negotiateEncoding } from './negotiate-encoding'
import { type SendableResponse, type Variant } from './stored-response'

/**
 * Sends a response from memory. It bypasses Fastify's serialization, which would cost more than everything else here; the
 * stored headers are complete except for those of this request.
 * @param more headers of this request, as a flat list of names and values
 */
export function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  response: SendableResponse,
  more: string[] = [],
): Promise<void> | undefined {
  if (response.status === 200 && matchesTag(request.headers['if-none-match'], response.tag)) {
    const headers = response.notModifiedHeaders.concat(more, headersOf(request, reply))
    reply.hijack()
    reply.raw.writeHead(304, headers).end()
    return undefined
  }
  const variant = response.variant(negotiateEncoding(request.headers['accept-encoding']))
  if (variant instanceof Promise)
    return variant.then((created) =>
      write(request, reply, { status: response.status, variant: created, more }),
    )
  write(request, reply, { status: response.status, variant, more })
  return undefined
}

const matchesTag = (header: string | undefined, tag: string) =>
  header !== undefined && (header.includes(tag) || header === '*')

/** The headers of this response only: those set by hooks, and the request id. */
const headersOf = (request: FastifyRequest, reply: FastifyReply): string[] => [
  ...Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)]),
  'x-request-id',
  request.id,
]

interface Sent {
  status: number
  variant: Variant
  more: string[]
}

function write(request: FastifyRequest, reply: FastifyReply, { status, variant, more }: Sent): void {
  const headers = variant.headers.concat(more, headersOf(request, reply))
  reply.hijack()
  reply.raw.writeHead(status, headers)
  reply.raw.end(request.method === 'HEAD' ? undefined : variant.body)
}
