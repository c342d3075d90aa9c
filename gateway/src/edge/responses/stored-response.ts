import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Encoding } from './negotiate-encoding'

/** One encoding of a response; its headers are a flat list of names and values, which Node writes fastest. */
export interface Variant {
  headers: string[]
  body: Buffer
}

/** A complete response in memory: hashed and compressed once, sent many times. */
export interface StoredResponse {
  status: number
  contentType: string
  /** The quoted ETag, without W/. */
  tag: string
  body: Buffer
  notModifiedHeaders: string[]
  /** Returns a promise only while the encoding is created. */
  variant(encoding: Encoding): Variant | Promise<Variant>
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

export function storeResponse(
  content: { status: number; contentType: string; body: Buffer },
  headers: Record<string, string>,
): StoredResponse {
  const tag = `"${createHash('sha1').update(content.body).digest('base64url')}"`
  // Weak, because the variants of one response share it.
  const validators = { etag: `W/${tag}`, ...REVALIDATED }
  const described = Object.entries({ ...headers, ...validators, 'content-type': content.contentType }).flat()
  const withLength = (body: Buffer, more: string[] = []): Variant => ({
    headers: [...described, ...more, 'content-length', String(body.length)],
    body,
  })
  const variants: Partial<Record<Encoding, Variant | Promise<Variant>>> = {
    identity: withLength(content.body),
  }

  async function compress(encoding: Exclude<Encoding, 'identity'>): Promise<Variant> {
    const variant = withLength(await COMPRESS[encoding](content.body), ['content-encoding', encoding])
    variants[encoding] = variant
    return variant
  }

  return {
    ...content,
    tag,
    notModifiedHeaders: Object.entries({ ...headers, ...validators }).flat(),
    variant(encoding) {
      const sent = content.body.length < MIN_COMPRESSED_BYTES ? 'identity' : encoding
      // `identity` always exists.
      return (variants[sent] ??= compress(sent as Exclude<Encoding, 'identity'>))
    },
  }
}

/**
 * The same response with more headers, for one request.
 * @param more flat list of names and values
 */
export function withHeaders(response: StoredResponse, more: string[]): StoredResponse {
  if (more.length === 0) return response
  const extended = ({ headers, body }: Variant): Variant => ({ headers: [...headers, ...more], body })
  return {
    ...response,
    notModifiedHeaders: [...response.notModifiedHeaders, ...more],
    variant(encoding) {
      const variant = response.variant(encoding)
      return variant instanceof Promise ? variant.then(extended) : extended(variant)
    },
  }
}
