import { type IncomingHttpHeaders } from 'node:http'
import { TooSlowError } from '@offquad/service-kit'
import { type FastifyReply, type FastifyRequest } from 'fastify'
import { limitEventStreams, limitUploads } from '../limits/concurrency'
import { type ApiRoute } from '../services/route-table'
import { type Upstreams } from '../services/services'
import { type ReadYourWrites } from '../answers/read-your-writes'
import { type endWithInstance, isEventStream } from './endless-answers'
import { requestHeaders, responseHeaders } from './forwarded-headers'
import { failUnlessGone, signalOfLeaving } from './leaving'
import { createReadAhead } from './read-ahead'
import { createBodyReceiver, type ReceivedBody } from './receive-body'
import { serviceOf } from './upstream'

interface ForwardDeps {
  upstreams: Upstreams
  writes: ReadYourWrites
  keepIfEndless: ReturnType<typeof endWithInstance>
}

/**
 * Passes a request on to the service of its route when all of it is here, and what that answers back as it arrives. A slow
 * client holds none of the connections that others need: see docs/security.md.
 */
export function forwardTo({ upstreams, writes, keepIfEndless }: ForwardDeps) {
  const receiveBody = createBodyReceiver()
  const readAhead = createReadAhead()
  const uploads = limitUploads()
  const eventStreams = limitEventStreams()

  async function receive(
    request: FastifyRequest,
    reply: FastifyReply,
    route: ApiRoute,
  ): Promise<ReceivedBody | undefined> {
    if (request.body === undefined) return undefined
    try {
      const body = await receiveBody(request.raw, {
        limit: route.bodyLimit,
        reserveUpload: () => uploads.take(request),
      })
      whenOver(reply, body.release)
      return body
    } catch (error) {
      if (error instanceof TooSlowError) reply.header('connection', 'close')
      // The client can finish sending and read why nobody took it.
      else request.raw.resume()
      throw error
    }
  }

  async function holdEventStream(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    whenOver(reply, await eventStreams.take(request))
  }

  return async (request: FastifyRequest, reply: FastifyReply, route: ApiRoute) => {
    const leaving = signalOfLeaving(reply)
    try {
      if (route.isEventStream) await holdEventStream(request, reply)
      const body = await receive(request, reply, route)
      const headers = { ...requestHeaders(request, body !== undefined), ...writes.headersFor(route) }
      const response = await serviceOf(upstreams, route).request({
        route,
        bodyLength: body?.length ?? 0,
        method: request.method as 'GET',
        path: request.url,
        headers: body ? { ...headers, 'content-length': String(body.length) } : headers,
        body: body ?? null,
        lane: route.isEventStream ? 'event-streams' : body?.isUpload ? 'uploads' : 'calls',
        leaving,
      })
      // Before the client knows that its write succeeded: from then on it may read it.
      writes.answered(route, response)
      keepIfEndless(response)
      if (isEventStream(response.headers) && !route.isEventStream)
        await holdEventStream(request, reply).catch((error: unknown) => {
          response.body.on('error', () => undefined).destroy()
          throw error
        })
      return await reply
        .code(response.statusCode)
        .headers(responseHeaders(response.headers))
        .send(isEventStream(response.headers) ? response.body : readAhead(response.body, lengthOf(response)))
    } catch (error) {
      return failUnlessGone(reply, leaving, error)
    }
  }
}

/** Calls back when the client has its response, or has left. */
function whenOver(reply: FastifyReply, release: () => void): void {
  if (reply.raw.closed) release()
  else reply.raw.once('close', release)
}

function lengthOf({ headers }: { headers: IncomingHttpHeaders }): number | undefined {
  const length = Number(headers['content-length'] ?? NaN)
  return Number.isNaN(length) ? undefined : length
}
