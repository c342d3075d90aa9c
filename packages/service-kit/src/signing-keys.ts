import { createPublicKey } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

export interface SigningKeys<Key> {
  /**
   * The key with this id; undefined if it is not published.
   * @throws the error of `load`, if no keys were ever loaded
   */
  find(keyId: string): Promise<Key | undefined>
}

interface SigningKeyOptions<Key> {
  /** Fetches all published keys, by id. */
  load: () => Promise<ReadonlyMap<string, Key>>
  /** Age in milliseconds after which keys are reloaded. */
  maxAgeMs?: number
  now?: () => number
}

// Key ids come from unverified tokens, so lookups must not load the publisher.
const UNKNOWN_KEY_INTERVAL_MS = 60_000

/**
 * Caches published keys, which stay in use while they cannot be loaded. An unknown id reloads the keys, at most once a minute:
 * a new key works at once if no unknown id was requested in the last minute, otherwise within a minute.
 */
export function cacheSigningKeys<Key>({
  load,
  maxAgeMs = 60_000,
  now = () => performance.now(),
}: SigningKeyOptions<Key>): SigningKeys<Key> {
  const cache = new LRUCache<'keys', ReadonlyMap<string, Key>>({
    max: 1,
    ttl: maxAgeMs,
    ttlResolution: 0,
    perf: { now },
    // Lookups do not wait for an unresponsive publisher.
    allowStale: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: load,
  })
  let reloading: Promise<ReadonlyMap<string, Key>> | undefined
  let reloadedAt = -Infinity

  return {
    async find(keyId) {
      const key = (await cache.fetch('keys'))?.get(keyId)
      if (key !== undefined) return key
      if (now() - reloadedAt >= UNKNOWN_KEY_INTERVAL_MS) {
        reloadedAt = now()
        reloading = load()
        reloading.then(
          (keys) => cache.set('keys', keys),
          () => (reloadedAt = -Infinity),
        )
      }
      return (await reloading)?.get(keyId)
    },
  }
}

const KeySet = Type.Object({ keys: Type.Array(Type.Unknown(), { maxItems: 20 }) })
const AccessTokenKey = Type.Object({
  kid: Type.String(),
  kty: Type.Literal('OKP'),
  crv: Type.Literal('Ed25519'),
  x: Type.String(),
})

const FETCH_TIMEOUT_MS = 5_000

/**
 * The public keys of access tokens as PEM, from all instances of svc-users, which may publish different keys during a
 * rotation.
 * @param urls of the instances of svc-users
 */
export function accessTokenKeys(urls: () => string[]): SigningKeys<string> {
  return cacheSigningKeys({
    async load() {
      const loads = await Promise.allSettled(urls().map(fetchKeys))
      const loaded = loads.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      const [failed] = loads.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
      if (loaded.length === 0) throw failed
      return new Map(loaded.flat())
    },
  })
}

async function fetchKeys(url: string): Promise<[string, string][]> {
  const response = await fetch(`${url}/.well-known/jwks.json`, {
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  })
  const body: unknown = response.ok ? await response.json() : undefined
  if (!Value.Check(KeySet, body)) throw new Error(`${url} publishes no keys (status ${response.status})`)
  return body.keys
    .filter((key): key is Static<typeof AccessTokenKey> => Value.Check(AccessTokenKey, key))
    .map((key) => [key.kid, pemOf(key)])
}

const pemOf = ({ kty, crv, x }: Static<typeof AccessTokenKey>): string =>
  createPublicKey({ key: { kty, crv, x }, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString()
