import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import swagger from '@fastify/swagger'
import { BUILD_HEADER, Problem, type ServiceDocument } from '@offquad/contracts'
import fastify, {
  errorCodes,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifySchema,
  LogController,
} from 'fastify'
import { type ServiceConfig } from './config'
import { type Checks, serveHealth } from './health'
import { verifyAccessTokens } from './identity'
import { observeRequests } from './metrics/requests'
import { answerErrorsWithProblems, sendProblem } from './problems'
import { type RevocationEvents, type Revocations } from './revocations'
import { type Exchange } from './route'
import { validateStrictly } from './schema-compilers'

export interface ServiceOptions {
  /** Name of the service's folder: svc-catalog. */
  name: string
  /** The data that is unavailable without the service, as the subject of a sentence: "Listings". */
  holds?: string
  /** The service publishes `responsesInvalidated` (see `createInvalidationPublisher`), so gateways may cache its public responses. */
  publishesChanges?: boolean
  /** Delivers revoked access tokens at once; without it, they are polled. */
  events?: RevocationEvents
  /** For svc-users, which revokes access tokens; other services read the list from it. */
  revocations?: Revocations
  config: Pick<ServiceConfig, 'TOKEN_ISSUER' | 'TOKEN_AUDIENCE' | 'USERS_URL'>
  log: FastifyBaseLogger
  /** Readiness checks; see `Degraded`. */
  checks: Checks
  /** Registers the service's features. */
  register: (app: FastifyInstance) => void | Promise<void>
}

// As in the gateway: parameters may be long lists of ids.
const LONGEST_PARAMETER = 16_384

/** The same service in main.ts and in tests: validation, identity, problems, documentation and health around its features. */
export async function buildService(options: ServiceOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.log,
    // `observeRequests` logs one line for each request.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_PARAMETER },
    // Longer than in the gateway, so that the service never closes a connection that the gateway is about to use.
    keepAliveTimeout: 75_000,
    // Requests that arrive during shutdown are handled normally.
    return503OnClosing: false,
    requestTimeout: 60_000,
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
  })
  validateStrictly(app)
  readEmptyBodyAsNull(app)
  answerErrorsWithProblems(app)
  observeRequests(app, { usual: 'info' })
  const build = buildOf(process.argv[1])
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id)
    if (build) reply.header(BUILD_HEADER, build)
    done()
  })
  await describeApi(app, options.name, {
    ...(options.holds && { 'x-holds': options.holds }),
    'x-publishes-changes': options.publishesChanges ?? false,
  })
  await verifyAccessTokens(app, options.config, options)
  serveHealth(app, () => options.checks)
  await options.register(app)
  serveApiDocument(app)
  return app
}

/**
 * Collects the routes that are registered from here on into an OpenAPI document: `app.swagger()`.
 * @param extensions vendor extensions of `info`
 */
export async function describeApi(
  app: FastifyInstance,
  title: string,
  extensions: Partial<ServiceDocument['info']> = {},
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title, version: '1', ...extensions },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: ({ schema, url }) => ({ schema: withProblems(schema), url }),
  })
}

/** Every call of the contract may fail. Errors have a serializer of their own, so only the document needs their schema. */
const withProblems = (schema: FastifySchema | undefined) => ({
  ...schema,
  ...(schema?.response ? { response: { ...schema.response, '4xx': Problem, '5xx': Problem } } : {}),
})

/** Serves /openapi.json, which gateways poll every few seconds; it changes only with a new version. */
function serveApiDocument(app: FastifyInstance): void {
  let document: PolledJson | undefined
  app.get('/openapi.json', { schema: { hide: true }, logLevel: 'silent' }, async (request, reply) => {
    document ??= polledJson(JSON.stringify(app.swagger()))
    return sendPolled(document, { request, reply })
  })
}

type PolledJson = ReturnType<typeof polledJson>

/** JSON with its ETag, for callers that poll it. */
export const polledJson = (json: string) => ({
  json,
  etag: `"${createHash('sha256').update(json).digest('base64url')}"`,
})

/** Sends JSON, or nothing if the caller has it already. */
export function sendPolled({ json, etag }: PolledJson, { request, reply }: Exchange) {
  reply.headers({ etag, 'cache-control': 'no-cache' })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}

/** The hash at the end of the service's version in `npm run list`. */
function buildOf(file: string | undefined): string | undefined {
  if (!file || path.basename(file) !== 'main.js') return undefined
  return createHash('sha256').update('main.js').update(readFileSync(file)).digest('hex').slice(0, 8)
}

/** The id from the request's header if it is valid, otherwise a new one. */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : randomUUID()

// Many clients send a content type without a body; the schema of the endpoint decides whether it needs one.
function readEmptyBodyAsNull(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  const refuseForm: typeof parseJson = (_request, _body, done) =>
    done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE())
  const parsers = { 'application/json': parseJson, 'application/x-www-form-urlencoded': refuseForm }
  for (const [type, parse] of Object.entries(parsers))
    app.addContentTypeParser(type, { parseAs: 'string' }, (request, body, done) =>
      body === '' ? done(null, null) : parse(request, body as string, done),
    )
}
