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

/** A complete response in memory: hashed and compressed once, sent many times. */
export interface StoredResponse {
  status: number
  contentType: string
  body: Buffer
  /** The quoted ETag, without W/. */
  tag: string
  headers: Record<string, string>
  /** The body in an encoding, in which it is created once. */
  encoded(encoding: Encoding): Promise<Buffer>
}

/** Compression quality while a client waits. */
export const BROTLI_QUALITY = 5

/** Browsers may cache the response, but revalidate it each time. */
export const REVALIDATED = { 'cache-control': 'no-cache', vary: 'accept-encoding' }

// Compressing less than this saves no packet.
const MIN_COMPRESSED_BYTES = 860

const ENCODE: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => promisify(gzip)(body),
  identity: async (body) => body,
}

interface Content {
  status: number
  contentType: string
  body: Buffer
}

export function storeResponse(
  { status, contentType, body }: Content,
  headers: Record<string, string> = {},
): StoredResponse {
  const tag = `"${createHash('sha1').update(body).digest('base64url')}"`
  const encodings: Partial<Record<Encoding, Promise<Buffer>>> = {}
  return {
    status,
    contentType,
    body,
    tag,
    // Weak, because the encodings of one response share it.
    headers: { ...headers, etag: `W/${tag}`, ...REVALIDATED },
    encoded: (encoding) =>
      (encodings[encoding] ??= ENCODE[body.length < MIN_COMPRESSED_BYTES ? 'identity' : encoding](body)),
  }
}

/**
 * Sends a response from memory.
 * @param more headers of this request beside those of the response, as a flat list of names and values
 */
export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  response: StoredResponse,
  more: string[] = [],
): Promise<FastifyReply> {
  const { status, tag, contentType } = response
  addHeaders(reply.headers(response.headers), more)
  if (status === 200 && matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  const encoding = negotiateEncoding(request.headers['accept-encoding'])
  const body = await response.encoded(encoding)
  if (body !== response.body) reply.header('content-encoding', encoding)
  return reply.code(status).type(contentType).send(body)
}

/** Adds headers to those that a reply has: it may have several of one name. */
export function addHeaders(reply: FastifyReply, more: readonly string[]): FastifyReply {
  for (let index = 0; index < more.length; index += 2) {
    const [name = '', value = ''] = more.slice(index, index + 2)
    const before = name === 'set-cookie' ? undefined : reply.getHeader(name)
    reply.header(name, before === undefined ? value : [before, value].flat())
  }
  return reply
}

/** @param header If-None-Match @param tag quoted, without W/ */
export const matchesTag = (header: string | undefined, tag: string) =>
  header !== undefined && (header.includes(tag) || header === '*')
