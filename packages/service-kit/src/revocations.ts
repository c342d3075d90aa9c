import { setTimeout as delay } from 'node:timers/promises'
import {
  type Revocation,
  REVOCATION_LIFETIME_MS,
  RevocationList,
  REVOCATIONS_PATH,
  tokensRevoked,
} from '@offquad/contracts'
import { type FastifyBaseLogger } from 'fastify'
import { Value } from 'typebox/value'
import { coalesce } from './coalesce'
import { type Events } from './events'

/** The user and token version of a verified access token. */
export interface TokenHolder {
  userId: string
  tokenVersion: number
}

/** Access tokens that are revoked before they expire. */
export interface Revocations {
  /** Whether the list has been read since this process started. Until then no token can be checked. */
  isKnown(): boolean
  isRevoked(token: TokenHolder): boolean
  /**
   * Calls back once when the token is revoked; at once if it already is.
   * @returns unsubscribes
   */
  whenRevoked(token: TokenHolder, listener: () => void): () => void
  /** Revokes tokens in this process at once, and publishes the revocation to other processes. For svc-users, after storing it. */
  publish(revocation: Revocation): Promise<void>
  /** Reads the list now and every two seconds; resolves after the first attempt, successful or not, or after a second. */
  start(): Promise<void>
  close(): void
}

export type RevocationEvents = Pick<Events, 'publish' | 'subscribe' | 'onGap'>

interface RevocationsOptions {
  /** Reads the list; undefined if it has not changed since the last read. */
  read: () => Promise<RevocationList | undefined>
  events: RevocationEvents | undefined
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
}

const READ_EVERY_MS = 2_000
// Until the list has been read once, calls with a token fail.
const READ_AGAIN_MS = 250
const READ_TIMEOUT_MS = 1_000

interface Entry {
  /** Infinity: all tokens of the user are revoked. */
  minVersion: number
  until: number
}

interface Watch {
  token: TokenHolder
  listener: () => void
}

/**
 * Keeps the list of revoked tokens up to date: by events, and by reading it every two seconds, because events do not arrive
 * while Redis is unavailable. While the list cannot be read, the last list stays in force. Entries are evicted once the tokens
 * have expired.
 */
export function openRevocations({ read, events, log }: RevocationsOptions): Revocations {
  const entries = new Map<string, Entry>()
  const watches = new Map<string, Set<Watch>>()
  let isKnown = false
  let isFailing = false
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const isRevoked = ({ userId, tokenVersion }: TokenHolder): boolean => {
    const entry = entries.get(userId)
    return entry !== undefined && entry.until > Date.now() && tokenVersion < entry.minVersion
  }

  function add({ userId, minVersion = Infinity }: Revocation): void {
    const current = entries.get(userId)?.minVersion ?? 0
    if (minVersion > current) entries.set(userId, { minVersion, until: Date.now() + REVOCATION_LIFETIME_MS })
    for (const watch of watches.get(userId) ?? [])
      if (isRevoked(watch.token)) {
        unwatch(watch)
        watch.listener()
      }
  }

  function unwatch(watch: Watch): void {
    const ofUser = watches.get(watch.token.userId)
    ofUser?.delete(watch)
    if (ofUser?.size === 0) watches.delete(watch.token.userId)
  }

  async function refresh(): Promise<void> {
    try {
      const list = await read()
      for (const [userId, { until }] of entries) if (until <= Date.now()) entries.delete(userId)
      for (const revocation of list?.revocations ?? []) add(revocation)
      isKnown = true
      if (isFailing) log.info('list of revoked tokens readable again')
      isFailing = false
    } catch (err) {
      if (!isFailing) log.warn({ err, isKnown }, 'list of revoked tokens cannot be read')
      isFailing = true
    }
  }

  const poll = coalesce(async () => {
    clearTimeout(timer)
    await refresh()
    if (isClosed) return
    timer = setTimeout(() => void poll(), isKnown ? READ_EVERY_MS : READ_AGAIN_MS)
    timer.unref()
  })

  return {
    isKnown: () => isKnown,
    isRevoked,
    whenRevoked(token, listener) {
      if (isRevoked(token)) {
        listener()
        return () => undefined
      }
      const watch = { token, listener }
      const ofUser = watches.get(token.userId) ?? new Set()
      watches.set(token.userId, ofUser.add(watch))
      return () => unwatch(watch)
    },
    async publish(revocation) {
      add(revocation)
      await events?.publish(tokensRevoked, revocation)
    },
    async start() {
      // Not awaited: Redis may be unavailable, and the list is polled anyway.
      events?.subscribe(tokensRevoked, add).catch((err: unknown) => {
        log.warn({ err }, 'revocation events not subscribed, polling every two seconds')
      })
      events?.onGap(() => void (isClosed || poll()))
      // Another service must not delay the start of this one.
      await Promise.race([poll(), delay(READ_TIMEOUT_MS, undefined, { ref: false })])
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/**
 * Reads the list from any instance of svc-users.
 * @param urls returns the instances; called for each read. The instance that responded last is tried first
 * @throws AggregateError with the error of each instance, when none returns the list
 */
export function readRevocationsFrom(urls: () => string[]): () => Promise<RevocationList | undefined> {
  let preferred = ''
  let etag: string | undefined

  async function readFrom(url: string): Promise<RevocationList | undefined> {
    const response = await fetch(url + REVOCATIONS_PATH, {
      headers: etag === undefined ? {} : { 'if-none-match': etag },
      signal: AbortSignal.timeout(READ_TIMEOUT_MS),
    })
    preferred = url
    if (response.status === 304) return undefined
    const list: unknown = response.ok ? await response.json() : undefined
    if (!Value.Check(RevocationList, list)) throw new Error(`${url} responded with ${response.status}`)
    etag = response.headers.get('etag') ?? undefined
    return list
  }

  return async () => {
    const failures: unknown[] = []
    const instances = urls()
    for (const url of instances.toSorted((a, b) => Number(b === preferred) - Number(a === preferred)))
      try {
        return await readFrom(url)
      } catch (error) {
        failures.push(error)
      }
    throw new AggregateError(failures, `no list of revoked tokens from ${instances.join(', ') || 'nowhere'}`)
  }
}
