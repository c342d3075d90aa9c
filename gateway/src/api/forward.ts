import { errorCodes, type FastifyReply, type FastifyRequest } from 'fastify'
import { type ApiRoute } from '../services/route-table'
import { type Upstreams } from '../services/services'
import { type ReadYourWrites } from '../answers/read-your-writes'
import { type endWithInstance } from './endless-answers'
import { requestHeaders, responseHeaders } from './forwarded-headers'
import { failUnlessGone, signalOfLeaving } from './leaving'
import { passOnBody } from './pass-on-body'
import { serviceOf } from './upstream'

interface ForwardDeps {
  upstreams: Upstreams
  writes: ReadYourWrites
  keepIfEndless: ReturnType<typeof endWithInstance>
}

/** Passes a request on to the service of its route, and what that answers back, as both arrive. */
export function forwardTo({ upstreams, writes, keepIfEndless }: ForwardDeps) {
  return async (request: FastifyRequest, reply: FastifyReply, route: ApiRoute) => {
    const leaving = signalOfLeaving(reply)
    const hasBody = request.body !== undefined
    const bodyLength = Number(request.headers['content-length'] ?? 0)
    // A service that refuses in the middle of a body closes the connection, and its reason may be lost.
    if (bodyLength > route.bodyLimit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
    const body = hasBody ? passOnBody(request.raw) : null
    try {
      const response = await serviceOf(upstreams, route).request({
        route,
        bodyLength,
        method: request.method as 'GET',
        path: request.url,
        headers: { ...requestHeaders(request, hasBody), ...writes.headersFor(route) },
        body,
        leaving,
      })
      // Before the client knows that its write succeeded: from then on it may read it.
      writes.answered(route, response)
      keepIfEndless(response)
      return await reply
        .code(response.statusCode)
        .headers(responseHeaders(response.headers))
        .send(response.body)
    } catch (error) {
      // The client can finish sending and read why nobody took it.
      if (body && !body.isStarted) request.raw.resume()
      return failUnlessGone(reply, leaving, error)
    }
  }
}
