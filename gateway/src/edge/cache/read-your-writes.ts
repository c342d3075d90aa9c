import {
  CONSISTENCY_TOKENS_HEADER,
  MAX_CONSISTENCY_TOKENS,
  parseConsistencyTokens,
  READ_AFTER_HEADER,
} from '@offquad/contracts'
import { type ApiRoute } from '../services/route-table'
import { type ResponseCache } from './response-cache'

/** Lets each read through this gateway see every write that the gateway has responded to before it. */
export interface ReadYourWrites {
  /** Takes in the response to a call; to be called before the response is passed on. */
  answered(route: Pick<ApiRoute, 'method' | 'touches'>, response: ServiceResponse): void
  /** For a request to the service of this route: what the service has to have seen before it responds. */
  headersFor(route: Pick<ApiRoute, 'method' | 'service'>): Record<string, string>
}

interface ServiceResponse {
  statusCode: number
  headers: Record<string, string | string[] | undefined>
}

/** By then every instance of every service has long applied what it has been sent. */
const TOKEN_LIFETIME_MS = 5_000

export function createReadYourWrites(
  responseCache: Pick<ResponseCache, 'invalidate' | 'invalidateAll'>,
  now: () => number = Date.now,
): ReadYourWrites {
  /** When each token of a service expires, the newest last. */
  const tokens = new Map<string, Map<string, number>>()

  function remember(service: string, token: string): void {
    const known = tokens.get(service) ?? new Map<string, number>()
    known.delete(token)
    known.set(token, now() + TOKEN_LIFETIME_MS)
    const [oldest] = known.keys()
    if (known.size > MAX_CONSISTENCY_TOKENS && oldest !== undefined) known.delete(oldest)
    tokens.set(service, known)
  }

  return {
    answered({ method, touches }, { statusCode, headers }) {
      if (method === 'GET' || hasChangedNothing(statusCode)) return
      const given = headers[CONSISTENCY_TOKENS_HEADER]
      for (const { service, token } of parseConsistencyTokens([given].flat().join(',')))
        remember(service, token)
      if (touches) for (const service of touches) responseCache.invalidate(service)
      else responseCache.invalidateAll()
    },
    headersFor({ method, service }) {
      const headers: Record<string, string> = {}
      const known = method === 'GET' ? tokens.get(service) : undefined
      if (!known) return headers
      for (const [token, expiresAt] of known) if (expiresAt <= now()) known.delete(token)
      if (known.size > 0) headers[READ_AFTER_HEADER] = [...known.keys()].join(',')
      else tokens.delete(service)
      return headers
    },
  }
}

/** A write that was refused; one that failed may have been applied. */
const hasChangedNothing = (status: number): boolean => status >= 400 && status < 500
