import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

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
  const tagOf = (payload: string, secret: Buffer): Buffer =>
    createHmac('sha256', secret).update(payload).digest().subarray(0, TAG_BYTES)
  const seconds = () => Math.floor(now() / 1000)

  return {
    key,
    issue(route) {
      const id = randomBytes(ID_BYTES).toString('base64url')
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
