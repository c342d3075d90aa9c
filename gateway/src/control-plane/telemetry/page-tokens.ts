import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A page that a gateway served within the lifetime of its token. */
export interface ServedPage {
  id: string
  /** The template of the path it was served for: /apartment/:aptId. */
  route: string
}

/** Signed tokens that prove that a page was served: only such a page can report on versions. */
export interface PageTokens {
  /** @param route the template of its path */
  issue(route: string): string
  /** The page a token was issued for; undefined when the token is invalid or expired. */
  verify(token: string): ServedPage | undefined
  /** The current signing key. */
  key(): Buffer
}

/**
 * The header that carries a page's token, as a flat list of name and value. It is not part of the HTML, which is compressed
 * once for all visitors; scripts read it from the page's navigation timing, even after a 304.
 */
export const pageTokenHeader = (token: string): string[] => ['server-timing', `page;desc="${token}"`]

/** After this time a page may no longer report: its versions may have been replaced. */
export const PAGE_TOKEN_SECONDS = 2 * 3_600

const ID_BYTES = 9
/** Random bytes are cheap in bulk. */
const IDS_AT_ONCE = 256
// At least half of the hash (RFC 2104, section 5), and a multiple of 3, so that its base64 is unique.
const TAG_BYTES = 18
const PATTERN = /^[\w-]{12}\.[0-9a-z]{1,9}\.[\w-]{0,400}$/

/**
 * @param sharedKey the key of all gateways; while it is undefined, and without a database, tokens are signed with a key of
 *   this process and other gateways do not accept them
 * @param now milliseconds since 1970
 */
export function createPageTokens(
  sharedKey: () => Buffer | undefined,
  now: () => number = Date.now,
): PageTokens {
  const ownKey = randomBytes(32)
  const key = () => sharedKey() ?? ownKey
  const taggers = new WeakMap<Buffer, Tagger>()

  function tagOf(payload: string, secret: Buffer): Buffer {
    const known = taggers.get(secret) ?? createTagger(secret)
    taggers.set(secret, known)
    return known(payload).subarray(0, TAG_BYTES)
  }

  let ids = Buffer.alloc(0)
  let offset = 0

  function nextId(): string {
    if (offset >= ids.length) [ids, offset] = [randomBytes(ID_BYTES * IDS_AT_ONCE), 0]
    offset += ID_BYTES
    return ids.toString('base64url', offset - ID_BYTES, offset)
  }

  const seconds = () => Math.floor(now() / 1000)

  return {
    key,
    issue(route) {
      const id = nextId()
      const payload = `${id}.${seconds().toString(36)}.${Buffer.from(route).toString('base64url')}`
      return `${payload}.${tagOf(payload, key()).toString('base64url')}`
    },
    verify(token) {
      const end = token.lastIndexOf('.')
      const payload = token.slice(0, end)
      const tag = Buffer.from(token.slice(end + 1), 'base64url')
      if (tag.length !== TAG_BYTES || !PATTERN.test(payload)) return undefined
      if (![key(), ownKey].some((secret) => timingSafeEqual(tagOf(payload, secret), tag))) return undefined
      const [id = '', issuedAt = '', route = ''] = payload.split('.')
      if (seconds() - parseInt(issuedAt, 36) > PAGE_TOKEN_SECONDS) return undefined
      return { id, route: Buffer.from(route, 'base64url').toString() }
    },
  }
}

type Tagger = (payload: string) => Buffer

const BLOCK_BYTES = 64
const HASH_BYTES = 32
/** Longer than what `PATTERN` lets through. */
const MAX_PAYLOAD_BYTES = 1_024

/**
 * HMAC-SHA256 (RFC 2104) of short ASCII texts. `createHmac` builds an object for each, which took a tenth of the time of a page from
 * the cache.
 * @param secret at most 64 bytes
 */
function createTagger(secret: Buffer): Tagger {
  const inner = Buffer.alloc(BLOCK_BYTES + MAX_PAYLOAD_BYTES)
  const outer = Buffer.alloc(BLOCK_BYTES + HASH_BYTES)
  for (let index = 0; index < BLOCK_BYTES; index += 1) {
    inner[index] = (secret[index] ?? 0) ^ 0x36
    outer[index] = (secret[index] ?? 0) ^ 0x5c
  }
  return (payload) => {
    const end = BLOCK_BYTES + inner.write(payload, BLOCK_BYTES, 'latin1')
    hash('sha256', inner.subarray(0, end), 'buffer').copy(outer, BLOCK_BYTES)
    return hash('sha256', outer, 'buffer')
  }
}
