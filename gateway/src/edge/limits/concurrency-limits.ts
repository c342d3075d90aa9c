import { callerOf, networkOf, TooManyRequestsError } from '@offquad/service-kit'
import { type FastifyRequest } from 'fastify'

/** Releases a permit; calling it again does nothing. */
export type Release = () => void

/**
 * Acquires a permit for the caller.
 * @throws TooManyRequestsError when the caller, or all callers together, have reached the limit
 */
type Acquire = (request: FastifyRequest) => Promise<Release>

interface ConcurrencyOptions {
  /** For the problem code: `too-many-uploads`. */
  kind: 'uploads' | 'event-streams'
  total: number
  /** Permits for a signed-in user. */
  perUser: number
  /** Permits for all anonymous callers of a network; a whole campus may share an IP address. */
  perAddress: number
  /** Message for a caller who has reached their limit. */
  tooMany: string
  /** Message for a caller when all permits are taken. */
  full: string
}

const RETRY_AFTER_SECONDS = 10

/** Limits the concurrent requests of a kind, separately in each gateway. */
function limitConcurrency(options: ConcurrencyOptions): Acquire {
  const { kind, total, perUser, perAddress, tooMany, full } = options
  const permits = new Map<string, number>()
  let all = 0

  function throwTooMany(message: string): never {
    throw new TooManyRequestsError(`too-many-${kind}`, message, RETRY_AFTER_SECONDS)
  }

  return async (request) => {
    const { identity } = await callerOf(request)
    const key = identity ? `user ${identity.userId}` : `network ${networkOf(request.ip)}`
    const own = permits.get(key) ?? 0
    if (own >= (identity ? perUser : perAddress)) throwTooMany(tooMany)
    if (all >= total) throwTooMany(full)
    permits.set(key, own + 1)
    all += 1
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      all -= 1
      const left = (permits.get(key) ?? 1) - 1
      if (left > 0) permits.set(key, left)
      else permits.delete(key)
    }
  }
}

/** Limits bodies that are larger than texts, such as pictures and imports, from their beginning until they are answered. */
export const limitUploads = (): Acquire =>
  limitConcurrency({
    kind: 'uploads',
    total: 96,
    perUser: 4,
    perAddress: 24,
    tooMany: 'You are uploading too many files at once. Please wait until one of them has finished.',
    full: 'Many files are being uploaded right now. Please try again in a moment.',
  })

/** Limits responses that last until the client disconnects. */
export const limitEventStreams = (): Acquire =>
  limitConcurrency({
    kind: 'event-streams',
    total: MAX_EVENT_STREAMS,
    perUser: 8,
    perAddress: 32,
    tooMany: 'You have too many pages with live updates open. Please close some of them.',
    full: 'Live updates are not available right now. Please reload the page in a moment.',
  })

/** Also the number of connections to each service instance that are dedicated to event streams. */
export const MAX_EVENT_STREAMS = 256
