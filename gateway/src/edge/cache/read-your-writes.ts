import {
  CONSISTENCY_TOKENS_HEADER,
  MAX_CONSISTENCY_TOKENS,
  parseConsistencyTokens,
  READ_AFTER_HEADER,
} from '@offquad/contracts'
import { type ApiRoute } from '../services/route-table'
import { type ResponseCache } from './response-cache'

/** Makes every read through this gateway see all writes that the gateway has responded to before. */
export interface ReadYourWrites {
  /** Must be called with each response before it is sent to the client. */
  onResponse(route: Pick<ApiRoute, 'method' | 'touches'>, response: ServiceResponse): void
  /** Headers for a request to the service of this route: the writes it must have applied before it responds. */
  headersFor(route: Pick<ApiRoute, 'method' | 'service'>): Record<string, string>
}

interface ServiceResponse {
  statusCode: number
  headers: Record<string, string | string[] | undefined>
}

/** Long enough for every instance of every service to apply a write. */
const TOKEN_LIFETIME_MS = 5_000

export function createReadYourWrites(
  responseCache: Pick<ResponseCache, 'invalidate' | 'invalidateAll'>,
  now: () => number = Date.now,
): ReadYourWrites {
  /** Expiry of each token by service, newest last. */
  const tokens = new Map<string, Map<string, number>>()

  function addToken(service: string, token: string): void {
    const known = tokens.get(service) ?? new Map<string, number>()
    known.delete(token)
    known.set(token, now() + TOKEN_LIFETIME_MS)
    const [oldest] = known.keys()
    if (known.size > MAX_CONSISTENCY_TOKENS && oldest !== undefined) known.delete(oldest)
    tokens.set(service, known)
  }

  return {
    onResponse({ method, touches }, { statusCode, headers }) {
      if (method === 'GET' || hasChangedNothing(statusCode)) return
      const header = headers[CONSISTENCY_TOKENS_HEADER]
      for (const { service, token } of parseConsistencyTokens([header].flat().join(',')))
        addToken(service, token)
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

/** Whether the write was rejected; one that failed with a 5xx may have been applied. */
const hasChangedNothing = (status: number): boolean => status >= 400 && status < 500
