import {
  callerOf,
  networkOf,
  openRedisClient,
  withTimeout,
  type RedisSettings,
  TooManyRequestsError,
} from '@offquad/service-kit'
import { type FastifyBaseLogger, type FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { type RateClass as ServiceRateClass } from '@offquad/contracts'

/** Kinds of calls that share a budget: those of the services, and the gateway's own. */
type RateClass = ServiceRateClass | 'report'

/** A budget per minute, in units; the contract of a call defines its `cost`. */
interface Rate {
  perUser: number
  /** High enough for a campus behind one IP address, low enough that a script does not overload a service. */
  perAddress: number
}

const RATES: Record<RateClass, Rate> = {
  'sign-in': { perUser: 30, perAddress: 600 },
  write: { perUser: 120, perAddress: 1_200 },
  search: { perUser: 600, perAddress: 6_000 },
  // Reading a resource by id costs 1, a list 10: older clients read hundreds of resources one by one for a single page.
  read: { perUser: 12_000, perAddress: 120_000 },
  // Reports of pages on their versions. Limited, so that a script cannot cause a rollback.
  report: { perUser: 12_000, perAddress: 12_000 },
}

export interface RateLimits {
  /**
   * Takes the cost of a call from the caller's budget for this minute.
   * @param cost in units of the class
   * @throws TooManyRequestsError when the budget is spent
   */
  take(request: FastifyRequest, rateClass: RateClass, cost: number): Promise<void>
  close(): Promise<void>
}

interface RateLimitSettings extends RedisSettings {
  QUEUE_PREFIX: string
  /** Multiplier for the default rates; 0 disables them. */
  RATE_LIMIT_FACTOR: number
}

const MINUTE_SECONDS = 60
// Administrators make many calls in a row.
const ADMIN_FACTOR = 10

// Redis usually responds within a millisecond. When it does not, it is bypassed for a while, so that callers need not wait.
const REDIS_TIMEOUT_MS = 200
const RETRY_REDIS_AFTER_MS = 2_000

interface Limiter {
  /** Counts across all gateways. */
  shared: RateLimiterRedis
  /** Counts in this gateway only. */
  local: RateLimiterMemory
}
type Limiters = Record<RateClass, { perUser: Limiter; perAdmin: Limiter; perAddress: Limiter }>

class RedisTimeoutError extends Error {}

/**
 * Counts the calls of all gateways in Redis, by user, or by network for anonymous callers. While Redis is unavailable, each
 * gateway counts in memory.
 */
export function openRateLimits(settings: RateLimitSettings, log: FastifyBaseLogger): RateLimits {
  if (settings.RATE_LIMIT_FACTOR === 0) return { take: async () => undefined, close: async () => undefined }
  const { client, close } = openRedisClient(settings, (err) =>
    log.debug({ err }, 'Redis unavailable; counting calls in memory'),
  )
  const limiters = createLimiters(client, settings)
  let bypassedUntil = 0

  async function consume({ shared, local }: Limiter, key: string, cost: number): Promise<unknown> {
    if (Date.now() < bypassedUntil) return local.consume(key, cost)
    try {
      return await withTimeout(shared.consume(key, cost), REDIS_TIMEOUT_MS, () => new RedisTimeoutError())
    } catch (error) {
      if (!(error instanceof RedisTimeoutError)) throw error
      bypassedUntil = Date.now() + RETRY_REDIS_AFTER_MS
      return local.consume(key, cost)
    }
  }

  return {
    async take(request, rateClass, cost) {
      const { perUser, perAdmin, perAddress } = limiters[rateClass]
      const { identity } = await callerOf(request)
      const limiter = identity ? (identity.role === 'admin' ? perAdmin : perUser) : perAddress
      await consume(limiter, identity?.userId ?? networkOf(request.ip), cost).catch(throwTooManyRequests)
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
    const local = new RateLimiterMemory(options)
    const shared = new RateLimiterRedis({
      ...options,
      storeClient,
      rejectIfRedisNotReady: true,
      insuranceLimiter: local,
      // Callers who exceed the limit are rejected without another request to Redis.
      inMemoryBlockOnConsumed: options.points + 1,
    })
    return { shared, local }
  }
  const ofClass = (name: RateClass) => ({
    perUser: limiter(`${name}:user`, RATES[name].perUser),
    perAdmin: limiter(`${name}:admin`, RATES[name].perUser * ADMIN_FACTOR),
    perAddress: limiter(`${name}:address`, RATES[name].perAddress),
  })
  const names = Object.keys(RATES) as RateClass[]
  return Object.fromEntries(names.map((name) => [name, ofClass(name)])) as Limiters
}

function throwTooManyRequests(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason
  const seconds = Math.ceil(reason.msBeforeNext / 1000)
  throw new TooManyRequestsError(
    'too-many-requests',
    `Too many requests. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    seconds,
  )
}
