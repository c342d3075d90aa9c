import { errorCodes, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Upstreams } from '../context'
import { type ApiRoute } from '../routes'
import { type endWithInstance } from './endless-answers'
import { requestHeaders, responseHeaders } from './forwarded-headers'
import { failUnlessGone, signalOfLeaving } from './leaving'
import { passOnBody } from './pass-on-body'

/** Passes a request on to the service of its route, and what that answers back, as both arrive. */
export function forwardTo(upstreams: Upstreams, keepIfEndless: ReturnType<typeof endWithInstance>) {
  return async (request: FastifyRequest, reply: FastifyReply, route: ApiRoute) => {
    const leaving = signalOfLeaving(reply)
    const hasBody = request.body !== undefined
    // A service that refuses in the middle of a body closes the connection, and its reason may be lost.
    if (Number(request.headers['content-length']) > route.bodyLimit)
      throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
    try {
      const response = await upstreams[route.service].request({
        method: request.method as 'GET',
        path: request.url,
        headers: requestHeaders(request, hasBody),
        body: hasBody ? passOnBody(request.raw) : null,
        leaving,
      })
      keepIfEndless(response)
      return await reply
        .code(response.statusCode)
        .headers(responseHeaders(response.headers))
        .send(response.body)
    } catch (error) {
      return failUnlessGone(reply, leaving, error)
    }
  }
}
