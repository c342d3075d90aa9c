import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import { type FastifyReply, type FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip' | 'identity'

const negotiator = new Negotiator({ supportedValues: ['br', 'gzip', 'identity'] })

/** The preferred encoding of an Accept-Encoding header among those that we send. */
export function negotiateEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string' || header === '') return 'identity'
  return (negotiator.negotiate(header.toLowerCase()) ?? 'identity') as Encoding
}

/** One encoding of a response; its headers are a flat list of names and values, which Node writes fastest. */
export interface Variant {
  headers: string[]
  body: Buffer
}

/** A response that is ready to be sent, as often as asked for. */
export interface SendableResponse {
  status: number
  /** The quoted ETag, without W/. */
  tag: string
  notModifiedHeaders: string[]
  /** Returns a promise only while the encoding is created. */
  variant(encoding: Encoding): Variant | Promise<Variant>
}

/** A complete response in memory: hashed and compressed once, sent many times. */
export interface StoredResponse extends SendableResponse {
  contentType: string
  body: Buffer
}

/** Compression quality while a client waits. */
export const BROTLI_QUALITY = 5

/** Browsers may cache the response, but revalidate it each time. */
export const REVALIDATED = { 'cache-control': 'no-cache', vary: 'accept-encoding' }

// Compressing less than this saves no packet.
const MIN_COMPRESSED_BYTES = 860

const COMPRESS: Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => promisify(gzip)(body),
}

interface Content {
  status: number
  contentType: string
  body: Buffer
}

export function storeResponse(
  { status, contentType, body }: Content,
  headers: Record<string, string>,
): StoredResponse {
  const tag = `"${createHash('sha1').update(body).digest('base64url')}"`
  // Weak, because the variants of one response share it.
  const validators = { etag: `W/${tag}`, ...REVALIDATED }
  const described = Object.entries({ ...headers, ...validators, 'content-type': contentType }).flat()
  const variantOf = (encoded: Buffer, encoding?: Encoding): Variant => ({
    headers: [
      ...described,
      ...(encoding ? ['content-encoding', encoding] : []),
      'content-length',
      String(encoded.length),
    ],
    body: encoded,
  })
  const compressed: Partial<Record<Encoding, Variant | Promise<Variant>>> = {}
  const compress = async (encoding: Exclude<Encoding, 'identity'>) =>
    (compressed[encoding] = variantOf(await COMPRESS[encoding](body), encoding))
  const identity = variantOf(body)
  return {
    status,
    contentType,
    body,
    tag,
    notModifiedHeaders: Object.entries({ ...headers, ...validators }).flat(),
    variant(encoding) {
      if (encoding === 'identity' || body.length < MIN_COMPRESSED_BYTES) return identity
      return (compressed[encoding] ??= compress(encoding))
    },
  }
}

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

/** @param header If-None-Match @param tag quoted, without W/ */
export const matchesTag = (header: string | undefined, tag: string) =>
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
