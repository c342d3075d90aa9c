import { Readable } from 'node:stream'
import {
  type Access,
  type BodyOf,
  type Endpoint,
  IdempotencyKey,
  isCacheable,
  type ParamsOf,
  Problem,
  type QueryOf,
  rateOf,
  type ReplyOf,
  type ServiceOperation,
  touchedBy,
} from '@offquad/contracts'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchema,
} from 'fastify'
import { Type } from 'typebox'
import { type Caller, callerOf, onRevocation, requireAdmin, requireIdentity } from './identity'

export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  caller: Caller
  /** Of a call that takes one and came with one. */
  idempotencyKey: string | undefined
  log: FastifyBaseLogger
}

/** The request and the reply of Fastify, for what is not JSON. */
export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** What a call answers, or that as it is sent: the handler has written it out, and named its content type. */
type Handled<E extends Endpoint> = ReplyOf<E> | Buffer | Readable

const ADMISSION: Record<Access, (caller: Caller) => unknown> = {
  anyone: () => undefined,
  'signed-in': requireIdentity,
  admin: requireAdmin,
}

/**
 * Serves one endpoint of the contract: its schemas validate what comes in and shape what goes out. The OpenAPI document
 * says of it, in extensions, what a gateway in front of the service has to know.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>, exchange: Exchange) => Handled<E> | Promise<Handled<E>>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: fastifySchema(endpoint),
    ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
    // Authorize before reading and validating the body, so unauthorized callers never see validation errors.
    onRequest: async (request) => {
      const caller = await callerOf(request)
      ADMISSION[endpoint.access](caller)
      callers.set(request, caller)
    },
    handler: async (request, reply) => {
      // The schemas of this very endpoint have validated all three.
      const { params, query, body, log } = request as unknown as Call<E>
      const caller = callers.get(request) ?? {}
      // Validated, and of one value, where the endpoint takes it.
      const idempotencyKey = endpoint.takesIdempotencyKey
        ? (request.headers[IDEMPOTENCY_HEADER] as string | undefined)
        : undefined
      const answer: unknown = await handler(
        { params, query, body, caller, idempotencyKey, log },
        { request, reply },
      )
      if (answer instanceof Readable && endpoint.access !== 'anyone') endWithToken(request, answer)
      // An earlier status stands: 304 for what the caller has already.
      if (reply.statusCode === 200) reply.code(endpoint.status)
      // Fastify sends a text as text, but the contract's are JSON.
      if (typeof answer === 'string') reply.type('application/json; charset=utf-8').serializer(JSON.stringify)
      return reply.send(endpoint.status === 204 ? undefined : answer)
    },
  })
}

/** A response that goes on ends when the token it was given for is revoked. */
function endWithToken(request: FastifyRequest, stream: Readable): void {
  const stopWaiting = onRevocation(request, () => stream.destroy())
  stream.once('close', stopWaiting)
}

const IDEMPOTENCY_HEADER = 'idempotency-key'

const callers = new WeakMap<FastifyRequest, Caller>()

/** Which @fastify/swagger adds to the operation of the call. */
function extensionsOf(endpoint: Endpoint): Omit<ServiceOperation, 'security' | 'parameters' | 'responses'> {
  const touches = endpoint.method === 'GET' ? undefined : touchedBy(endpoint)
  return {
    'x-access': endpoint.access,
    'x-rate': rateOf(endpoint),
    ...(endpoint.cost !== undefined && { 'x-cost': endpoint.cost }),
    ...(endpoint.bodyLimit && { 'x-body-limit': endpoint.bodyLimit }),
    ...(isCacheable(endpoint) && { 'x-cacheable': true }),
    ...(endpoint.ignoresCaller && { 'x-ignores-caller': true }),
    ...(touches && { 'x-touches': [...touches] }),
    ...(endpoint.sharesEvents && { 'x-shares-events': true }),
    ...(isStrict(endpoint) && { 'x-strict-query': true }),
  }
}

/** Its query allows no parameters but its own. */
const isStrict = ({ query }: Endpoint): boolean =>
  query !== undefined && 'additionalProperties' in query && query.additionalProperties === false

function fastifySchema(endpoint: Endpoint): FastifySchema & { consumes?: string[]; produces?: string[] } {
  const problems = [400, ...endpoint.problems, ...(endpoint.access === 'anyone' ? [] : [401, 403])]
  return {
    summary: endpoint.summary,
    ...extensionsOf(endpoint),
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    ...(endpoint.takesIdempotencyKey && {
      headers: Type.Object({ [IDEMPOTENCY_HEADER]: Type.Optional(IdempotencyKey) }),
    }),
    ...(endpoint.fileField && { consumes: ['multipart/form-data'] }),
    ...(endpoint.replyType && { produces: [endpoint.replyType] }),
    ...(endpoint.access !== 'anyone' && { security: [{ bearer: [] }] }),
    response: {
      [endpoint.status]: endpoint.reply,
      ...Object.fromEntries(problems.map((status) => [status, Problem])),
    },
  }
}
