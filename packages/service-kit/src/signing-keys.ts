import { createPublicKey } from 'node:crypto'
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
const FAILURE_LIFETIME_MS = 1_000

// While the publisher is unavailable, tokens are verified for as long as the longest of them lives.
const MAX_STALE_MS = 10 * 60_000

/**
 * Caches published keys. Loads never overlap. An unknown id reloads the keys, at most once a minute: a new key works at once if
 * no unknown id was requested in the last minute, otherwise within a minute.
 */
export function cacheSigningKeys<Key>({
  load,
  maxAgeMs = 60_000,
  now = Date.now,
}: SigningKeyOptions<Key>): SigningKeys<Key> {
  let keys: ReadonlyMap<string, Key> = new Map()
  let loadedAt = -Infinity
  let unknownKeyLoadedAt = -Infinity
  let failure: { error: unknown; at: number } | undefined
  let loading: Promise<void> | undefined

  async function reload(): Promise<void> {
    try {
      keys = await load()
      loadedAt = now()
      failure = undefined
    } catch (error) {
      failure = { error, at: now() }
      throw error
    }
  }

  async function loadOnce(): Promise<void> {
    if (failure && now() - failure.at < FAILURE_LIFETIME_MS) throw failure.error
    loading ??= reload().finally(() => (loading = undefined))
    await loading
  }

  async function refresh(): Promise<void> {
    const age = now() - loadedAt
    if (age < maxAgeMs) return
    const loaded = loadOnce()
    if (age < maxAgeMs + MAX_STALE_MS) loaded.catch(() => undefined)
    else await loaded
  }

  async function loadForUnknownKey(): Promise<void> {
    unknownKeyLoadedAt = now()
    try {
      await loadOnce()
    } catch (error) {
      unknownKeyLoadedAt = -Infinity
      throw error
    }
  }

  return {
    async find(keyId) {
      await refresh()
      const known = keys.get(keyId)
      if (known) return known
      if (loading) await loading
      else if (now() - unknownKeyLoadedAt >= UNKNOWN_KEY_INTERVAL_MS) await loadForUnknownKey()
      return keys.get(keyId)
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
