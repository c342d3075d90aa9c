import { type FastifyInstance, type FastifyRequest } from 'fastify'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const REQUEST_HEADERS = 'authorization, content-type, if-none-match, idempotency-key, x-request-id'
/** In addition to the headers that scripts may always read. */
const EXPOSED_HEADERS = 'etag, retry-after, x-request-id, link'
const PREFLIGHT_SECONDS = '600'

/**
 * The origins of a comma list, as browsers send them.
 * @throws Error naming an entry that is not an exact origin
 */
export function readOrigins(list: string): ReadonlySet<string> {
  const origins = list.split(',').map((entry) => entry.trim())
  for (const origin of origins)
    if (origin.includes('*') || !URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new Error(`"${origin}" is not an origin such as https://app.example.edu`)
  return new Set(origins)
}

/**
 * Lets scripts on pages of these origins call the API (CORS, fetch.spec.whatwg.org/#http-cors-protocol). Credentials are not
 * allowed: such clients sign in with a token. Other origins get responses without CORS headers, which browsers hide from
 * their scripts.
 */
export function allowOrigins(app: FastifyInstance, origins: ReadonlySet<string>): void {
  const isAllowed = ({ headers: { origin } }: FastifyRequest) => origin !== undefined && origins.has(origin)

  app.addHook('onRequest', async (request, reply) => {
    if (!isCall(request) || !isAllowed(request) || !isPreflight(request)) return
    await reply
      .code(204)
      .header('access-control-allow-methods', METHODS)
      .header('access-control-allow-headers', REQUEST_HEADERS)
      .header('access-control-max-age', PREFLIGHT_SECONDS)
      .send()
  })
  app.addHook('onSend', async (request, reply) => {
    if (!isCall(request)) return
    // Also for origins that are not allowed: caches must not serve one origin the response to another.
    const vary = String(reply.getHeader('vary') ?? '')
    if (!/(^|,)\s*(origin|\*)\s*(,|$)/i.test(vary)) reply.header('vary', vary ? `${vary}, Origin` : 'Origin')
    if (!isAllowed(request)) return
    reply.header('access-control-allow-origin', request.headers.origin)
    if (!isPreflight(request)) reply.header('access-control-expose-headers', EXPOSED_HEADERS)
  })
}

const isCall = ({ url }: FastifyRequest): boolean => url.startsWith('/api/')

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
