import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A page that a gateway served within the lifetime of its token. */
export interface ServedPage {
  id: string
  /** The template of the path it was served for: /apartment/:aptId. */
  route: string
  /** Whether it was served with this version of an app. */
  had(version: AppVersion): boolean
  /** Whether its browser opened it, and reports. */
  isExpected: boolean
  /** Whether it has a version that is none of these. */
  hasOtherThan(versions: readonly AppVersion[]): boolean
}

export interface AppVersion {
  app: string
  version: string
}

/** After this time a page may no longer report: its versions may have been replaced. */
export const PAGE_TOKEN_SECONDS = 2 * 3_600

const PATTERN = /^[\w-]{12}\.[0-9a-z]{1,9}\.[\w-]{0,400}\.[\w-]{0,800}$/
const ID_BYTES = 9
/** Length of a version's name in a token, in base64. */
const NAME_LENGTH = 8

/** Stands among the names of versions where the page is expected to report. */
const EXPECTED = 'expected'

const keptNames = new WeakMap<AppVersion, string>()

/** A short name of a version; kept, because every page names all of its versions. */
function nameOf(version: AppVersion): string {
  const kept = keptNames.get(version)
  if (kept) return kept
  const hash = createHash('sha256').update(`${version.app}@${version.version}`).digest('base64url')
  const name = hash.slice(0, NAME_LENGTH)
  keptNames.set(version, name)
  return name
}

export type PageTokens = ReturnType<typeof createPageTokens>

/**
 * Signed tokens that prove that a page was served: only such a page can report, and only on its versions.
 * @param sharedKey the key of all gateways; while it is undefined, and without a database, tokens are signed with a key of
 *   this process and other gateways do not accept them
 * @param now milliseconds since 1970
 */
export function createPageTokens(sharedKey: () => Buffer | undefined, now: () => number = Date.now) {
  const ownKey = randomBytes(32)
  const key = () => sharedKey() ?? ownKey
  const seconds = () => Math.floor(now() / 1000)

  return {
    /** The current signing key. */
    key,
    /** @param route the template of its path */
    issue(route: string, versions: readonly AppVersion[], isExpected = false): string {
      const id = randomBytes(ID_BYTES).toString('base64url')
      const template = Buffer.from(route).toString('base64url')
      const names = [...versions.map(nameOf), ...(isExpected ? [EXPECTED] : [])].join('')
      const payload = [id, seconds().toString(36), template, names].join('.')
      return `${payload}.${tagOf(key(), payload).toString('base64url')}`
    },
    /** The page a token was issued for; undefined when the token is invalid or expired. */
    verify(token: string): ServedPage | undefined {
      const end = token.lastIndexOf('.')
      const payload = token.slice(0, end)
      const tag = Buffer.from(token.slice(end + 1), 'base64url')
      if (!PATTERN.test(payload)) return undefined
      const isSigned = [key(), ownKey].some((secret) => isEqual(tagOf(secret, payload), tag))
      if (!isSigned) return undefined
      const [id = '', issuedAt = '', route = '', names = ''] = payload.split('.')
      if (seconds() - parseInt(issuedAt, 36) > PAGE_TOKEN_SECONDS) return undefined
      const versions = new Set(names.match(/.{8}/g))
      const isExpected = versions.delete(EXPECTED)
      return {
        id,
        isExpected,
        route: Buffer.from(route, 'base64url').toString(),
        had: (version) => versions.has(nameOf(version)),
        hasOtherThan(served) {
          const names = new Set(served.map(nameOf))
          return [...versions].some((name) => !names.has(name))
        },
      }
    },
  }
}

const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

const tagOf = (secret: Buffer, payload: string): Buffer =>
  createHmac('sha256', secret).update(payload).digest()
