import { type IncomingHttpHeaders } from 'node:http'
import { READ_AFTER_HEADER, SESSION_PATH } from '@offquad/contracts'
import { currentTracing } from '@offquad/service-kit'
import { type FastifyRequest } from 'fastify'
import { type ApiRoute } from '../services/route-table'

// Connection-specific headers, which must not be forwarded (RFC 9110, 7.6.1).
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

// Node handles Expect itself; the gateway sets the others.
const REPLACED = ['host', 'expect', 'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

const STRIPPED_FROM_REQUESTS = new Set([...HOP_BY_HOP, ...REPLACED, 'x-request-id', READ_AFTER_HEADER])

/** Response headers that services may set. Cookies, security and cross-origin policy are up to the gateway. */
const PASSED_TO_CLIENTS = new Set([
  'accept-ranges',
  'age',
  'allow',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'location',
  'retry-after',
  'vary',
  'www-authenticate',
])

type Headers = Record<string, string | string[]>

/** The headers that a service receives with a request. */
export function requestHeaders(request: FastifyRequest, hasBody: boolean): Headers {
  const headers = strip(request.headers, STRIPPED_FROM_REQUESTS)
  // With tracing on, the gateway's span becomes the parent of the service's.
  if (currentTracing()) delete headers.traceparent
  if (!hasBody) delete headers['content-length']
  // Only session calls may receive the refresh token, whatever paths a client sends it to.
  if (!request.url.startsWith(`${SESSION_PATH}/`)) delete headers.cookie
  return {
    ...headers,
    'x-request-id': request.id,
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.host,
    'x-forwarded-proto': request.protocol,
  }
}

/**
 * The headers of a service's response that a client receives: cookies from session calls only, and permission to embed with
 * pictures only.
 */
export function responseHeaders(headers: IncomingHttpHeaders, route?: Pick<ApiRoute, 'path'>): Headers {
  const isPicture = headers['content-type']?.startsWith('image/')
  const isSession = route?.path.startsWith(`${SESSION_PATH}/`)
  return Object.fromEntries(
    Object.entries(strip(headers, new Set())).filter(
      ([name]) =>
        PASSED_TO_CLIENTS.has(name) ||
        (name === 'set-cookie' && isSession) ||
        (name === 'cross-origin-resource-policy' && isPicture),
    ),
  )
}

function strip(headers: IncomingHttpHeaders, stripped: ReadonlySet<string>): Headers {
  const namedByConnection = new Set(headers.connection?.toLowerCase().split(/\s*,\s*/))
  const forwarded: Headers = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !stripped.has(name) && !namedByConnection.has(name)) forwarded[name] = value
  return forwarded
}

/** Whether a service responds with server-sent events. */
export const isEventStream = (headers: IncomingHttpHeaders): boolean =>
  headers['content-type']?.startsWith('text/event-stream') ?? false
