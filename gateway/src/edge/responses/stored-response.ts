import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import { type ByteBoundedCache } from './byte-bounded-cache'
import { type Encoding } from './negotiate-encoding'

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

export function storeResponse(content: Content, headers: Record<string, string>): StoredResponse {
  const { tag, notModifiedHeaders, variantOf, compress } = describe(content, headers)
  const identity = variantOf('identity', content.body)
  const compressed: Partial<Record<Encoding, Variant | Promise<Variant>>> = {}
  return {
    ...content,
    tag,
    notModifiedHeaders,
    variant(encoding) {
      if (encoding === 'identity' || content.body.length < MIN_COMPRESSED_BYTES) return identity
      return (compressed[encoding] ??= compress(encoding, content.body).then(
        (variant) => (compressed[encoding] = variant),
      ))
    },
  }
}

/**
 * As `storeResponse`, for bodies that compress well: it holds on to the brotli variant alone, which browsers ask for. Other
 * variants are made from it on demand, and stay as long as `recent` has room.
 */
export function storeCompressed(
  content: Content,
  headers: Record<string, string>,
  recent: ByteBoundedCache<Variant>,
): SendableResponse {
  if (content.body.length < MIN_COMPRESSED_BYTES) return storeResponse(content, headers)
  const { tag, notModifiedHeaders, variantOf, compress } = describe(content, headers)
  const id = (lastId += 1)
  const keep = (encoding: Encoding, variant: Variant): Variant => {
    recent.set(`${id} ${encoding}`, variant, variant.body.length)
    return variant
  }
  keep('identity', variantOf('identity', content.body))
  let brotli: Variant | Promise<Variant> = compress('br', content.body).then((variant) => (brotli = variant))
  // It may fail before anyone awaits it.
  brotli.catch(() => undefined)

  async function restore(encoding: 'gzip' | 'identity'): Promise<Variant> {
    const body = await promisify(brotliDecompress)((await brotli).body)
    return keep(encoding, encoding === 'gzip' ? await compress('gzip', body) : variantOf('identity', body))
  }

  return {
    status: content.status,
    tag,
    notModifiedHeaders,
    variant: (encoding) =>
      encoding === 'br' ? brotli : (recent.get(`${id} ${encoding}`) ?? restore(encoding)),
  }
}

let lastId = 0

/** What all variants of a response share. */
function describe({ body, contentType }: Content, headers: Record<string, string>) {
  const tag = `"${createHash('sha1').update(body).digest('base64url')}"`
  // Weak, because the variants of one response share it.
  const validators = { etag: `W/${tag}`, ...REVALIDATED }
  const described = Object.entries({ ...headers, ...validators, 'content-type': contentType }).flat()
  const variantOf = (encoding: Encoding, encoded: Buffer): Variant => ({
    headers: [
      ...described,
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
      'content-length',
      String(encoded.length),
    ],
    body: encoded,
  })
  return {
    tag,
    notModifiedHeaders: Object.entries({ ...headers, ...validators }).flat(),
    variantOf,
    compress: async (encoding: Exclude<Encoding, 'identity'>, plain: Buffer) =>
      variantOf(encoding, await COMPRESS[encoding](plain)),
  }
}
