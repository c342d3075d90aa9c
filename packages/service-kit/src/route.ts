import {
  type Access,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  Problem,
  type QueryOf,
  type ReplyOf,
} from '@offquad/contracts'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifySchema,
} from 'fastify'
import { type Caller, callerOf, requireAdmin, requireIdentity } from './identity'

export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  caller: Caller
  log: FastifyBaseLogger
}

const ADMISSION: Record<Access, (caller: Caller) => unknown> = {
  anyone: () => undefined,
  'signed-in': requireIdentity,
  admin: requireAdmin,
}

/** Serves one endpoint of the contract: its schemas validate what comes in and shape what goes out. */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => ReplyOf<E> | Promise<ReplyOf<E>>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: fastifySchema(endpoint),
    ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
    // Before the body is read: who may not call need not be told what is wrong with what they send.
    onRequest: async (request) => {
      const caller = await callerOf(request)
      ADMISSION[endpoint.access](caller)
      callers.set(request, caller)
    },
    handler: async (request, reply) => {
      // The schemas of this very endpoint have validated all three.
      const { params, query, body, log } = request as unknown as Call<E>
      const answer = await handler({ params, query, body, caller: callers.get(request) ?? {}, log })
      return reply.code(endpoint.status).send(endpoint.status === 204 ? undefined : answer)
    },
  })
}

const callers = new WeakMap<FastifyRequest, Caller>()

function fastifySchema(endpoint: Endpoint): FastifySchema {
  const problems = [400, ...endpoint.problems, ...(endpoint.access === 'anyone' ? [] : [401, 403])]
  return {
    summary: endpoint.summary,
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    ...(endpoint.access !== 'anyone' && { security: [{ bearer: [] }] }),
    response: {
      [endpoint.status]: endpoint.reply,
      ...Object.fromEntries(problems.map((status) => [status, Problem])),
    },
  }
}
