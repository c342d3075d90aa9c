import {
  callerOf,
  openRedisClient,
  inTime,
  type RedisSettings,
  TooManyRequestsError,
} from '@offquad/service-kit'
import { type FastifyBaseLogger, type FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '../../client-network'
import { RATES, type RateClass } from './rates'

export interface RateLimits {
  /**
   * Takes what a call costs from the caller's budget of this minute.
   * @param cost in units of the class, see rates.ts
   * @throws TooManyRequestsError when the budget is spent
   */
  take(request: FastifyRequest, rateClass: RateClass, cost: number): Promise<void>
  close(): Promise<void>
}

interface RateLimitSettings extends RedisSettings {
  QUEUE_PREFIX: string
  /** So many times the usual rates; 0: none. */
  RATE_LIMIT_FACTOR: number
}

const MINUTE_SECONDS = 60
// Administrators do many things in a row.
const ADMIN_FACTOR = 10

// Redis responds within a millisecond. When it hangs, callers do not wait for it and it is tried again later.
const PATIENCE_MS = 200
const ASK_AGAIN_AFTER_MS = 2_000

/** Counts for all gateways, and for this one alone. */
interface Limiter {
  shared: RateLimiterRedis
  alone: RateLimiterMemory
}
type Limiters = Record<RateClass, { perUser: Limiter; perAdmin: Limiter; perAddress: Limiter }>

class LateError extends Error {}

/**
 * Counts the calls of all gateways in Redis, by user, or by network for callers who are not signed in. While Redis is down or hangs,
 * each gateway counts for itself.
 */
export function openRateLimits(settings: RateLimitSettings, log: FastifyBaseLogger): RateLimits {
  if (settings.RATE_LIMIT_FACTOR === 0) return { take: async () => undefined, close: async () => undefined }
  // What cannot be counted now is counted in memory, not later.
  const { client, close } = openRedisClient(settings, (err) =>
    log.debug({ err }, 'calls are counted by each gateway for itself'),
  )
  const limiters = createLimiters(client, settings)
  let silentUntil = 0

  async function consume({ shared, alone }: Limiter, key: string, cost: number): Promise<unknown> {
    if (Date.now() < silentUntil) return alone.consume(key, cost)
    try {
      return await inTime(shared.consume(key, cost), PATIENCE_MS, () => new LateError())
    } catch (error) {
      if (!(error instanceof LateError)) throw error
      silentUntil = Date.now() + ASK_AGAIN_AFTER_MS
      return alone.consume(key, cost)
    }
  }

  return {
    async take(request, rateClass, cost) {
      const { perUser, perAdmin, perAddress } = limiters[rateClass]
      const { identity } = await callerOf(request)
      const limiter = identity ? (identity.role === 'admin' ? perAdmin : perUser) : perAddress
      await consume(limiter, identity?.userId ?? networkOf(request.ip), cost).catch(refuse)
    },
    close,
  }
}

function createLimiters(
  storeClient: object,
  { QUEUE_PREFIX, RATE_LIMIT_FACTOR }: RateLimitSettings,
): Limiters {
  const limiter = (name: string, perMinute: number): Limiter => {
    const options = {
      keyPrefix: `${QUEUE_PREFIX}:rate:${name}`,
      points: Math.ceil(perMinute * RATE_LIMIT_FACTOR),
      duration: MINUTE_SECONDS,
    }
    const alone = new RateLimiterMemory(options)
    const shared = new RateLimiterRedis({
      ...options,
      storeClient,
      rejectIfRedisNotReady: true,
      insuranceLimiter: alone,
      // Whoever floods is refused without asking again.
      inMemoryBlockOnConsumed: options.points + 1,
    })
    return { shared, alone }
  }
  const ofClass = (name: RateClass) => ({
    perUser: limiter(`${name}:user`, RATES[name].perUser),
    perAdmin: limiter(`${name}:admin`, RATES[name].perUser * ADMIN_FACTOR),
    perAddress: limiter(`${name}:address`, RATES[name].perAddress),
  })
  const names = Object.keys(RATES) as RateClass[]
  return Object.fromEntries(names.map((name) => [name, ofClass(name)])) as Limiters
}

function refuse(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason
  const seconds = Math.ceil(reason.msBeforeNext / 1000)
  throw new TooManyRequestsError(
    'too-many-requests',
    `Too many requests. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    seconds,
  )
}
