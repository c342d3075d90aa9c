import { callerOf, TooManyRequestsError } from '@offquad/service-kit'
import { type FastifyRequest } from 'fastify'
import { networkOf } from '../../client-network'
import { countRefusal } from './refusal-metrics'

/** Gives a place back; calling it again does nothing. */
export type Release = () => void

/** How many requests of a kind this gateway holds at once. Each gateway counts its own. */
export interface ConcurrencyLimit {
  /**
   * Takes a place for the caller until it is released.
   * @throws TooManyRequestsError when the caller, or all callers together, hold as many as allowed
   */
  take(request: FastifyRequest): Promise<Release>
}

interface ConcurrencyOptions {
  /** For metrics, and in the code of the problem: `too-many-uploads`. */
  kind: 'uploads' | 'event-streams'
  total: number
  /** Of one who is signed in. */
  perUser: number
  /** Of all behind one address who are not: a whole campus may stand behind one. */
  perAddress: number
  /** Message for a caller who holds too many. */
  tooMany: string
  /** Message for a caller when other callers hold all of them. */
  full: string
}

const RETRY_AFTER_SECONDS = 10

export function limitConcurrency(options: ConcurrencyOptions): ConcurrencyLimit {
  const { kind, total, perUser, perAddress, tooMany, full } = options
  const held = new Map<string, number>()
  let all = 0

  function refuse(by: 'caller' | 'total', message: string): never {
    countRefusal(`${kind}-${by}`)
    throw new TooManyRequestsError(`too-many-${kind}`, message, RETRY_AFTER_SECONDS)
  }

  return {
    async take(request) {
      const { identity } = await callerOf(request)
      const key = identity ? `user ${identity.userId}` : `network ${networkOf(request.ip)}`
      const own = held.get(key) ?? 0
      if (own >= (identity ? perUser : perAddress)) refuse('caller', tooMany)
      if (all >= total) refuse('total', full)
      held.set(key, own + 1)
      all += 1
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        all -= 1
        const left = (held.get(key) ?? 1) - 1
        if (left > 0) held.set(key, left)
        else held.delete(key)
      }
    },
  }
}

/** Bodies that are too large to be kept in memory until they have arrived. */
export const limitUploads = (): ConcurrencyLimit =>
  limitConcurrency({
    kind: 'uploads',
    total: 96,
    perUser: 4,
    perAddress: 24,
    tooMany: 'You are uploading several files already. Please wait until one of them has arrived.',
    full: 'Many files are being uploaded right now. Please try again in a moment.',
  })

/** Responses that go on until the client leaves. */
export const limitEventStreams = (): ConcurrencyLimit =>
  limitConcurrency({
    kind: 'event-streams',
    total: MOST_EVENT_STREAMS,
    perUser: 8,
    perAddress: 32,
    tooMany: 'Too many pages that update themselves are open. Please close some of them.',
    full: 'This page cannot update itself right now. Please reload it in a moment.',
  })

/** As many connections to each instance of a service are for event streams alone. */
export const MOST_EVENT_STREAMS = 256
