import {
  type Access,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  Problem,
  type QueryOf,
  type ReplyOf,
} from '@offquad/contracts'
import { type FastifyBaseLogger, type FastifyInstance, type FastifySchema } from 'fastify'
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
    handler: async (request, reply) => {
      const caller = await callerOf(request)
      ADMISSION[endpoint.access](caller)
      // The schemas of this very endpoint have validated all three.
      const { params, query, body, log } = request as unknown as Call<E>
      const answer = await handler({ params, query, body, caller, log })
      return reply.code(endpoint.status).send(endpoint.status === 204 ? undefined : answer)
    },
  })
}

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
