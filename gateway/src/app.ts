import { isReserved } from '@offquad/releases'
import {
  answerErrorsWithProblems,
  cacheValidators,
  observeRequests,
  describeApi,
  matchedRoute,
  requestIdOf,
  sendProblem,
  verifyAccessTokens,
} from '@offquad/service-kit'
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { serveApi } from './edge/api/api.routes'
import { type Context } from './context'
import { allowOrigins, readOrigins } from './edge/cross-origin'
import { rejectOtherHosts } from './edge/hosts'
import { serveDocumentation } from './edge/documentation.routes'
import { servePlatformHealth } from './edge/health.routes'
import { rejectMalformedRequest } from './edge/malformed-requests'
import { serveMapTiles } from './edge/map-tiles.routes'
import { servePages } from './edge/pages/pages.routes'
import { createPageRenderer } from './edge/pages/render-page'
import { serveQueues } from './edge/queues.routes'
import { serveMedia, servePublishedFiles, serveWorker } from './edge/files.routes'
import { RESOURCE_POLICY, securityHeaders } from './edge/security-headers'
import { type OwnCall } from './edge/services/services'

const RETRY_AFTER_SECONDS = '2'

// Limit for receiving a request's headers, from its first byte or from the start of the connection.
const HEADERS_TIMEOUT_MS = 15_000
const CHECK_CONNECTIONS_MS = 5_000
// Limit for receiving a whole request.
const REQUEST_TIMEOUT_MS = 120_000
// Limit for connections that are idle in both directions: longer than any call; event streams send every ten seconds.
const IDLE_TIMEOUT_MS = 90_000
// Longer than the keep-alive of proxies in front of it, so that none sends a request on a connection that is closing.
const KEEP_ALIVE_MS = 72_000

/** Builds the gateway that main.ts and the tests run. */
export async function buildApp(context: Context): Promise<FastifyInstance> {
  const { config } = context
  const isSecure = config.NODE_ENV === 'production'
  const app = fastify({
    loggerInstance: context.log,
    // Logging two lines per request would cost more than serving it from the cache.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    routerOptions: { ignoreTrailingSlash: true },
    // While draining, requests on open connections are still served.
    return503OnClosing: false,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_CONNECTIONS_MS },
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    ...(config.TRUSTED_PROXIES && { trustProxy: config.TRUSTED_PROXIES }),
    clientErrorHandler: rejectMalformedRequest,
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply.headers(everyResponse)),
  })
  const everyResponse = securityHeaders(config.NODE_ENV)
  const headersOfAll = Object.entries(everyResponse)
  cacheValidators(app)
  answerErrorsWithProblems(app)
  const ownCalls = callsOf(app)
  observeRequests(app, { routeOf: (request) => routeOf(request, context), usual: 'debug' })
  // Neither async nor with an object for each response, which would cost a fifth of a response from memory.
  app.addHook('onSend', (request, reply, _payload, done) => {
    for (const [name, value] of headersOfAll)
      if (name !== RESOURCE_POLICY || !reply.hasHeader(name)) reply.header(name, value)
    reply.header('x-request-id', request.id)
    // A response without cache headers may be specific to its caller, so no cache may guess.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (reply.statusCode === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
    done()
  })
  rejectOtherHosts(app, isSecure ? config.PUBLIC_URL : undefined)
  app.addHook('onRoute', ({ url }) => {
    if (url !== '/*' && !isReserved(url))
      throw new Error(`${url} is no reserved path of @offquad/releases: a remote could claim it for a page`)
  })
  if (config.CORS_ORIGINS?.trim()) allowOrigins(app, readOrigins(config.CORS_ORIGINS))
  await describeApi(app, 'gateway')
  const USERS_URL = config.services['svc-users']?.join(',') ?? ''
  await verifyAccessTokens(app, { ...config, USERS_URL }, { events: context.events })
  await app.register(serveQueues, context)
  await app.register(context.releases.routes)
  await app.register(serveApi, context)
  await app.register(serveDocumentation, context.services)
  await app.register(servePlatformHealth, context)
  await app.register(servePublishedFiles, { folder: config.MF_DIR, releases: context.releases })
  await app.register(serveWorker, { folder: config.MF_DIR, releases: context.releases })
  await app.register(serveMapTiles, { file: config.MAP_PMTILES })
  await app.register(serveMedia, { folder: config.MEDIA_DIR })
  await app.register(servePages, {
    pages: context.pages,
    releases: context.releases,
    variants: context.variants,
    renderer: createPageRenderer(context),
  })
  app.addHook('onReady', async () => context.services.reserve(ownCalls))
  return app
}

/** The route of a request for metrics and logs: the template of its call or page, without parameter values. */
function routeOf(request: FastifyRequest, { pages, services }: Pick<Context, 'pages' | 'services'>): string {
  const matched = matchedRoute(request)
  if (matched === '/api/*') return services.find(request.url)?.path ?? 'none'
  if (matched === '/*') return request.pageTemplate ?? pages.routerFor().match(request.url).template
  return matched
}

const EVERY_CALL = ['/api', '/api/*']

/** Collects the calls below /api that are registered from here on, except the catch-all that forwards to services. */
function callsOf(app: FastifyInstance): OwnCall[] {
  const calls: OwnCall[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (!url.startsWith('/api/') || EVERY_CALL.includes(url)) return
    for (const name of [method].flat()) calls.push({ method: name, path: url })
  })
  return calls
}
