import { createCipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** A page that a gateway served within the lifetime of its token. */
export interface ServedPage {
  id: string
  /** The template of the path it was served for: /apartment/:aptId. */
  route: string
  /** Whether it was served with this version of an app. */
  had(version: AppVersion): boolean
}

interface AppVersion {
  app: string
  version: string
}

/** Signed tokens that prove that a page was served: only such a page can report, and only on its versions. */
export interface PageTokens {
  /**
   * @param route the template of its path
   * @param versions as returned by `namesOf`
   */
  issue(route: string, versions: string): string
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

const PATTERN = /^[\w-]{12}\.[0-9a-z]{1,9}\.[\w-]{0,400}\.[\w-]{0,800}$/
const MAX_BATCHES = 500
/** Of a version's name, in base64. */
const NAME_LENGTH = 8
const BATCH_ID_BYTES = 6
/** In base64; the number of the token in its batch follows. */
const BATCH_ID_LENGTH = 8
const TOKENS_IN_BATCH = 512
const BATCH_SECONDS = 60
/** AES makes 16 bytes; 15 of them are a multiple of 3, so that their base64 is unique. */
const TAG_BYTES = 15
const AES_BLOCK_BYTES = 16
const NUMBERS = Array.from({ length: TOKENS_IN_BATCH }, (_, number) =>
  Buffer.from([0, number >> 8, number & 255]).toString('base64url'),
)

/** Short names of the versions of a page, for its token. */
export const namesOf = (versions: readonly AppVersion[]): string => versions.map(nameOf).join('')

const nameOf = ({ app, version }: AppVersion): string =>
  createHash('sha256').update(`${app}@${version}`).digest('base64url').slice(0, NAME_LENGTH)

/**
 * Tokens are signed in batches, since signing each by itself took a tenth of the time of a page from the cache: a batch has
 * a key of its own, which follows from the gateways' key, the batch's id, its time, route and versions, and with which AES
 * encrypts the number of each token.
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
  const seconds = () => Math.floor(now() / 1000)
  const batches = new LRUCache<string, Batch>({ max: MAX_BATCHES })

  function batchOf(route: string, versions: string): Batch {
    const subject = `${route} ${versions}`
    const known = batches.get(subject)
    const isUsable =
      known &&
      known.next < TOKENS_IN_BATCH &&
      known.secret === key() &&
      seconds() - known.issuedAt < BATCH_SECONDS
    if (isUsable) return known
    const batch = createBatch(key(), { route, versions }, seconds())
    batches.set(subject, batch)
    return batch
  }

  return {
    key,
    issue(route, versions) {
      const batch = batchOf(route, versions)
      const number = batch.next
      batch.next += 1
      const start = number * AES_BLOCK_BYTES
      const tag = batch.tags.toString('base64url', start, start + TAG_BYTES)
      return `${batch.id}${NUMBERS[number]}${batch.rest}${tag}`
    },
    verify(token) {
      const end = token.lastIndexOf('.')
      const payload = token.slice(0, end)
      const tag = Buffer.from(token.slice(end + 1), 'base64url')
      if (!PATTERN.test(payload)) return undefined
      const isSigned = [key(), ownKey].some((secret) => isEqual(batchTag(secret, payload), tag))
      if (!isSigned) return undefined
      const [id = '', issuedAt = '', route = '', names = ''] = payload.split('.')
      if (seconds() - parseInt(issuedAt, 36) > PAGE_TOKEN_SECONDS) return undefined
      const versions = new Set(names.match(/.{8}/g))
      return {
        id,
        route: Buffer.from(route, 'base64url').toString(),
        had: (version) => versions.has(nameOf(version)),
      }
    },
  }
}

const isEqual = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

interface Batch {
  secret: Buffer
  id: string
  issuedAt: number
  /** What follows the id in each token, up to its tag. */
  rest: string
  /** A block for each token. */
  tags: Buffer
  /** The number of the next token. */
  next: number
}

function createBatch(
  secret: Buffer,
  { route, versions }: { route: string; versions: string },
  issuedAt: number,
): Batch {
  const id = randomBytes(BATCH_ID_BYTES).toString('base64url')
  const rest = `.${issuedAt.toString(36)}.${Buffer.from(route).toString('base64url')}.${versions}`
  const tags = encryptNumbers(batchKey(secret, id + rest), 0, TOKENS_IN_BATCH)
  return { secret, id, issuedAt, rest: `${rest}.`, tags, next: 0 }
}

const batchKey = (secret: Buffer, batch: string): Buffer =>
  createHmac('sha256', secret).update(batch).digest()

/** One block for each of `count` numbers from `first` on. */
function encryptNumbers(secret: Buffer, first: number, count: number): Buffer {
  const numbers = Buffer.alloc(count * AES_BLOCK_BYTES)
  for (let index = 0; index < count; index += 1) numbers.writeUInt32BE(first + index, index * AES_BLOCK_BYTES)
  // Blocks that are all different: the mode that encrypts each by itself gives nothing away.
  return createCipheriv('aes-256-ecb', secret, null).setAutoPadding(false).update(numbers)
}

function batchTag(secret: Buffer, payload: string): Buffer {
  const end = payload.indexOf('.')
  const number = Buffer.from(payload.slice(BATCH_ID_LENGTH, end), 'base64url').readUIntBE(0, 3)
  const key = batchKey(secret, payload.slice(0, BATCH_ID_LENGTH) + payload.slice(end))
  return encryptNumbers(key, number, 1).subarray(0, TAG_BYTES)
}
