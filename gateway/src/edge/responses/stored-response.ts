import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Encoding } from './negotiate-encoding'

/** One encoding of a response, its headers as the flat list of names and values Node writes fastest. */
export interface Variant {
  headers: string[]
  body: Buffer
}

/** A complete response in memory: hashed, compressed and turned into headers once, sent many times. */
export interface StoredResponse {
  status: number
  contentType: string
  /** The quoted tag, without W/. */
  tag: string
  body: Buffer
  notModifiedHeaders: string[]
  /** A promise only while the encoding is needed for the first time. */
  variant(encoding: Encoding): Variant | Promise<Variant>
}

/** Quality of compression while a client waits for it. */
export const BROTLI_QUALITY = 5

/** Cached by browsers, and revalidated each time. */
export const REVALIDATED = { 'cache-control': 'no-cache', vary: 'accept-encoding' }

// Below this, compression saves less than a packet.
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
      const wanted = content.body.length < MIN_COMPRESSED_BYTES ? 'identity' : encoding
      // `identity` is always there.
      return (variants[wanted] ??= compress(wanted as Exclude<Encoding, 'identity'>))
    },
  }
}

/** The same response with more headers, a flat list of names and values, for one request. */
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
