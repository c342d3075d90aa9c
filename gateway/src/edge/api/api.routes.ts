import { type Releases } from '@offquad/releases'
import { MethodNotAllowedError, NotFoundError, UnavailableError } from '@offquad/service-kit'
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type ResponseCache } from '../cache/response-cache'
import { canonicalUrl, hasUnknownParameters } from '../cache/canonical-url'
import { type ReadYourWrites } from '../cache/read-your-writes'
import { type RateLimits } from '../limits/rate-limits'
import { sendStored } from '../responses/stored-response'
import { type ApiPath, type ApiRoute } from '../services/route-table'
import { type Services } from '../services/services'
import { type Variants } from '../services/variants'
import { forwardTo, disconnectSignal, rethrowUnlessDisconnected } from './forward'
import { responseHeaders } from './forwarded-headers'

interface ApiOptions {
  responseCache: ResponseCache
  writes: ReadYourWrites
  services: Services
  variants: Variants
  releases: Pick<Releases, 'shownTo'>
  rateLimits: RateLimits
}

interface RoutedRequest {
  route: ApiRoute
  /** See `VariantOf`. */
  variant: string
  /** As the response, which is the same for every caller, is cached. */
  url: string
}

/** Serves everything under /api that is not the gateway's own, from the cache or from the service that has the call. */
export async function serveApi(
  app: FastifyInstance,
  { responseCache, writes, services, variants, releases, rateLimits }: ApiOptions,
): Promise<void> {
  // Bodies are forwarded unparsed; the service's limits apply.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  const forward = forwardTo(app, { upstreams: services.upstreams, writes })

  app.all('/api', (request) => throwUnknownCall(request, services))
  app.all('/api/*', async (request, reply) => {
    const path = services.find(request.url)
    if (!path) return throwUnknownCall(request, services)
    // HEAD is handled as GET.
    const route = path.routes.get(request.method === 'HEAD' ? 'GET' : request.method)
    if (!route) return throwMethodNotAllowed(request, reply, path)
    const isAnonymous = request.headers.authorization === undefined
    const isShared = request.method === 'GET' && route.isCacheable && (isAnonymous || route.ignoresCaller)
    // The canonical URL would leave out the parameters that make the service reject the request.
    const isInvalid = route.isStrictQuery && hasUnknownParameters(request.url, route)
    const url = isShared && !isInvalid ? canonicalUrl(request.url, route) : undefined
    const variant = variants.among(() => releases.shownTo(request))(route.service)
    const cached = () => (url === undefined ? undefined : responseCache.cached(variant + url))
    // Cached responses are not rate-limited: they cost no more than rejecting the request.
    const cachedResponse = cached()
    if (cachedResponse) return sendStored(request, reply, cachedResponse)
    await rateLimits.take(request, route.rate, route.cost)
    // Another caller may have requested the same in the meantime.
    const stored = cached()
    if (stored) return sendStored(request, reply, stored)
    return url === undefined
      ? forward(request, reply, { route, variant })
      : sendRead(request, reply, { route, variant, url })
  })

  async function sendRead(request: FastifyRequest, reply: FastifyReply, { url, ...routed }: RoutedRequest) {
    const disconnected = disconnectSignal(reply)
    try {
      const response = await responseCache.load({ url, ...routed, requestId: request.id })
      if (response.stored) return await sendStored(request, reply, response.stored)
      return await reply.code(response.status).headers(responseHeaders(response.headers)).send(response.body)
    } catch (error) {
      return rethrowUnlessDisconnected(reply, disconnected, error)
    }
  }
}

function throwUnknownCall({ method, url }: FastifyRequest, services: Services): never {
  if (!services.isComplete())
    throw new UnavailableError('starting', 'The site is starting. Please try again in a moment.')
  throw new NotFoundError('unknown-call', `No service has the call ${method} ${url.split('?')[0]}.`)
}

function throwMethodNotAllowed(
  { method }: FastifyRequest,
  reply: FastifyReply,
  { path, routes }: ApiPath,
): never {
  const allowed = [...routes.keys()].flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : name)).join(', ')
  reply.header('allow', allowed)
  throw new MethodNotAllowedError('method-not-allowed', `${path} supports ${allowed}, not ${method}.`)
}
