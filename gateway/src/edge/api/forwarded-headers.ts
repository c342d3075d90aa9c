import { type IncomingHttpHeaders } from 'node:http'
import { CONSISTENCY_TOKENS_HEADER, READ_AFTER_HEADER, SESSION_PATH } from '@offquad/contracts'
import { currentTracing } from '@offquad/service-kit'
import { type FastifyRequest } from 'fastify'

// They concern one connection, not the message (RFC 9110, 7.6.1).
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

const NOT_ASKED = new Set([...HOP_BY_HOP, ...REPLACED, 'x-request-id', READ_AFTER_HEADER])
const NOT_ANSWERED = new Set([...HOP_BY_HOP, 'x-request-id', CONSISTENCY_TOKENS_HEADER])

type Headers = Record<string, string | string[]>

/** The headers that a service receives with a request. */
export function requestHeaders(request: FastifyRequest, hasBody: boolean): Headers {
  const headers = withoutThose(request.headers, NOT_ASKED)
  // Where calls are traced, the gateway's own span is the parent of the service's.
  if (currentTracing()) delete headers.traceparent
  if (!hasBody) delete headers['content-length']
  // The refresh token is for the session calls' eyes only, whatever paths a client sends it to.
  if (!request.url.startsWith(`${SESSION_PATH}/`)) delete headers.cookie
  return {
    ...headers,
    'x-request-id': request.id,
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.host,
    'x-forwarded-proto': request.protocol,
  }
}

/** The headers of a service's response that a client receives. */
export const responseHeaders = (headers: IncomingHttpHeaders): Headers => withoutThose(headers, NOT_ANSWERED)

function withoutThose(headers: IncomingHttpHeaders, dropped: ReadonlySet<string>): Headers {
  const named = new Set(headers.connection?.toLowerCase().split(/\s*,\s*/))
  const kept: Headers = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !dropped.has(name) && !named.has(name)) kept[name] = value
  return kept
}
