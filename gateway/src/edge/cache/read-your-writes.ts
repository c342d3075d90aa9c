import {
  CHANGED_HEADER,
  formatChanges,
  MAX_AWAITED_CHANGES,
  parseChanges,
  READ_AFTER_HEADER,
} from '@offquad/contracts'
import { type ApiRoute } from '../services/route-table'
import { type ResponseCache } from './response-cache'

interface ServiceResponse {
  statusCode: number
  headers: Record<string, string | string[] | undefined>
}

/** Long enough for every instance of every service to apply a write. */
const LIFETIME_MS = 5_000

export type ReadYourWrites = ReturnType<typeof createReadYourWrites>

/** Makes every read through this gateway see all writes that the gateway has responded to before. */
export function createReadYourWrites(responseCache: Pick<ResponseCache, 'invalidate' | 'invalidateAll'>) {
  /** Changes that services may not show yet, with their expiry, newest last. */
  const awaited = new Map<string, number>()

  function addAwaited(change: string): void {
    awaited.delete(change)
    awaited.set(change, Date.now() + LIFETIME_MS)
    const [oldest] = awaited.keys()
    if (awaited.size > MAX_AWAITED_CHANGES && oldest !== undefined) awaited.delete(oldest)
  }

  return {
    /** Must be called with each response before it is sent to the client. */
    onResponse(
      { method, touches }: Pick<ApiRoute, 'method' | 'touches'>,
      { statusCode, headers }: ServiceResponse,
    ): void {
      if (method === 'GET' || hasChangedNothing(statusCode)) return
      const changes = parseChanges(String(headers[CHANGED_HEADER] ?? ''))
      for (const change of changes) if (change.version !== undefined) addAwaited(formatChanges([change]))
      const resources = changes.length > 0 ? changes.map(({ resource }) => resource) : undefined
      if (touches) for (const service of touches) responseCache.invalidate(service, resources)
      else responseCache.invalidateAll()
    },
    /** Headers for a request to a service: the changes it must have applied before it responds. */
    headersFor({ method }: Pick<ApiRoute, 'method'>): Record<string, string> {
      const headers: Record<string, string> = {}
      for (const [change, expiresAt] of awaited) if (expiresAt <= Date.now()) awaited.delete(change)
      if (method === 'GET' && awaited.size > 0) headers[READ_AFTER_HEADER] = [...awaited.keys()].join(',')
      return headers
    },
  }
}

/** Whether the write was rejected; one that failed with a 5xx may have been applied. */
const hasChangedNothing = (status: number): boolean => status >= 400 && status < 500
