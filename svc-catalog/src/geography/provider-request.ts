import { createHash } from 'node:crypto'

/**
 * - `denied`: the key or the server's rules reject all requests until someone changes the settings.
 * - `quota`: too many requests.
 * - `unavailable`: down, too slow, or the response is unreadable.
 * - `rejected`: this request is invalid; others may work.
 */
export type ProviderFailure = 'denied' | 'quota' | 'unavailable' | 'rejected'

/** A provider returned no result. The message is shown to administrators and never contains a key. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  constructor(
    readonly failure: ProviderFailure,
    message: string,
    readonly retryAfterMs?: number,
    /** The provider certainly did not process the request, so it may be repeated without paying twice. */
    readonly isUnpaid: boolean = failure !== 'unavailable',
  ) {
    super(message)
  }
}

/** Identifies the settings of a provider without revealing its key. */
export const settingsOf = (url: string, key: string): string =>
  createHash('sha256').update(`${url} ${key}`).digest('hex').slice(0, 16)

interface ProviderRequest {
  /** For error messages: 'Google Routes' */
  provider: string
  url: string
  headers?: Record<string, string>
  /** Sent as JSON by POST; without a body, the request is a GET. */
  body?: object
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000

/**
 * Sends one request and returns the JSON body of the response, also of client errors other than 401, 403 and 429, because
 * providers explain them in the body.
 * @throws ProviderError without the URL, which may contain a key
 */
export async function requestProvider(request: ProviderRequest): Promise<{ status: number; body: unknown }> {
  const { provider, url, headers, body, timeoutMs = TIMEOUT_MS } = request
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await response.text()
  } catch (error) {
    const isTimeout = (error as Error).name === 'TimeoutError'
    throw new ProviderError(
      'unavailable',
      isTimeout
        ? `${provider} did not respond within ${timeoutMs / 1000} s.`
        : `${provider} cannot be reached.`,
      undefined,
      isUnsent(error),
    )
  }
  const { status } = response
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'))
  if (status === 401 || status === 403)
    throw new ProviderError('denied', `${provider} denied the request (${status})${reasonIn(text)}.`)
  if (status === 429)
    throw new ProviderError('quota', `${provider} received too many requests${reasonIn(text)}.`, retryAfterMs)
  if (status >= 500)
    throw new ProviderError('unavailable', `${provider} responded with ${status}.`, retryAfterMs, true)
  try {
    return { status, body: JSON.parse(text) as unknown }
  } catch {
    throw new ProviderError('unavailable', `${provider} sent a response (${status}) that is not JSON.`)
  }
}

const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** No connection was made, so the request cannot have arrived. */
const isUnsent = (error: unknown): boolean =>
  UNSENT.has(String(propertyOf(propertyOf(error, 'cause'), 'code')))

const LONGEST_RETRY_AFTER_MS = 6 * 3_600_000

/** Seconds or a date, see RFC 9110, section 10.2.3. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return ms > 0 ? Math.min(ms, LONGEST_RETRY_AFTER_MS) : undefined
}

/** ': The provided API key is invalid', from the body of an error of Google's APIs. */
function reasonIn(text: string): string {
  try {
    const body = JSON.parse(text) as { error?: { message?: unknown } } | { error?: { message?: unknown } }[]
    const message = (Array.isArray(body) ? body[0] : body)?.error?.message
    return typeof message === 'string' ? `: ${message.replace(/\.$/, '')}` : ''
  } catch {
    return ''
  }
}

/** A property of an unknown value; undefined if the value is not an object or lacks the property. */
export const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
