import { Readable } from 'node:stream'
import {
  type Access,
  type BodyOf,
  type Endpoint,
  IdempotencyKey,
  isCacheable,
  type ParamsOf,
  type QueryOf,
  rateOf,
  type ReplyOf,
  type ServiceOperation,
  SHOWS_HEADER,
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
  /** Set if the endpoint takes an Idempotency-Key and the request has one. */
  idempotencyKey: string | undefined
  log: FastifyBaseLogger
}

/** Fastify's request and reply, for handlers that need more than JSON. */
export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** Calls back when the response has been sent or the client has disconnected, which it may have done already. */
export function onClose(reply: FastifyReply, release: () => void): void {
  if (reply.raw.closed) release()
  else reply.raw.once('close', release)
}

/** The reply, or its bytes if the handler has serialized it and set the content type. */
type Handled<E extends Endpoint> = ReplyOf<E> | Buffer | Readable

const ADMISSION: Record<Access, (caller: Caller) => unknown> = {
  anyone: () => undefined,
  'signed-in': requireIdentity,
  admin: requireAdmin,
}

/**
 * Serves one endpoint of the contract. Its schemas validate requests and serialize replies. Extensions in the OpenAPI document
 * describe the endpoint to gateways.
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
      request.caller = caller
    },
    handler: async (request, reply) => {
      // Validated by the schemas of this endpoint.
      const { params, query, body, log } = request as unknown as Call<E>
      const { caller = {} } = request
      // Validated as a single value if the endpoint takes it.
      const idempotencyKey = endpoint.takesIdempotencyKey
        ? (request.headers[IDEMPOTENCY_HEADER] as string | undefined)
        : undefined
      const answer: unknown = await handler(
        { params, query, body, caller, idempotencyKey, log },
        { request, reply },
      )
      if (answer instanceof Readable && endpoint.access !== 'anyone') endWithToken(request, answer)
      // A status that the handler has set stays, such as 304.
      if (reply.statusCode === 200) reply.code(endpoint.status)
      // Fastify sends strings as text, but the contract's are JSON.
      if (typeof answer === 'string') reply.type('application/json; charset=utf-8').serializer(JSON.stringify)
      return reply.send(endpoint.status === 204 ? undefined : answer)
    },
  })
}

const MAX_HEADER_CHARACTERS = 4_000

/** Declares the resources that a public response depends on: gateways cache it until one of them changes. */
export function showOnly(reply: FastifyReply, resources: readonly string[]): void {
  const header = resources.join(',')
  if (header.length <= MAX_HEADER_CHARACTERS) reply.header(SHOWS_HEADER, header)
}

/** Ends a streaming response when the token of its request is revoked. */
function endWithToken(request: FastifyRequest, stream: Readable): void {
  const unsubscribe = onRevocation(request, () => stream.destroy())
  stream.once('close', unsubscribe)
}

const IDEMPOTENCY_HEADER = 'idempotency-key'

/** Added to the operation by @fastify/swagger. */
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
    ...(isStrict(endpoint) && { 'x-strict-query': true }),
  }
}

/** Whether the endpoint rejects unknown query parameters. */
const isStrict = ({ query }: Endpoint): boolean =>
  query !== undefined && 'additionalProperties' in query && query.additionalProperties === false

function fastifySchema(endpoint: Endpoint): FastifySchema & { consumes?: string[]; produces?: string[] } {
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
    response: { [endpoint.status]: endpoint.reply },
  }
}
