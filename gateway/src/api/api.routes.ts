import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Answers } from '../answers/answers'
import { type Upstreams } from '../context'
import { type ApiRoute, findRoute } from '../routes'
import { sendStored } from '../sending/send-stored'
import { endWithInstance } from './endless-answers'
import { requestHeaders, responseHeaders } from './forwarded-headers'
import { passOnBody } from './pass-on-body'

interface ApiOptions {
  answers: Answers
  upstreams: Upstreams
}

/** Everything under /api that is not the gateway's own: from memory, or from the service the contract names. */
export async function serveApi(app: FastifyInstance, { answers, upstreams }: ApiOptions): Promise<void> {
  // Bodies are passed on as they arrive, whatever they are; their limits are the service's.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  const keepIfEndless = endWithInstance(app)

  app.all('/api', (_request, reply) => reply.callNotFound())
  app.all('/api/*', (request, reply) => {
    const isPublicRead = request.method === 'GET' && request.headers.authorization === undefined
    const stored = isPublicRead ? answers.cached(request.url) : undefined
    if (stored) return sendStored(request, reply, stored)
    const route = findRoute(request.url)
    if (!route) return reply.callNotFound()
    return isPublicRead && route.isCached ? answerRead(request, reply, route) : forward(request, reply, route)
  })

  async function answerRead(request: FastifyRequest, reply: FastifyReply, route: ApiRoute) {
    const leaving = signalOfLeaving(reply)
    try {
      const answer = await answers.load({ url: request.url, route, requestId: request.id, leaving })
      if (answer.stored) return await sendStored(request, reply, answer.stored)
      return await reply.code(answer.status).headers(responseHeaders(answer.headers)).send(answer.body)
    } catch (error) {
      return failUnlessGone(reply, leaving, error)
    }
  }

  async function forward(request: FastifyRequest, reply: FastifyReply, route: ApiRoute) {
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

/** Aborted when the client closes the connection before its answer is complete. */
function signalOfLeaving(reply: FastifyReply): AbortSignal {
  const aborter = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) aborter.abort()
  })
  return aborter.signal
}

function failUnlessGone(reply: FastifyReply, leaving: AbortSignal, error: unknown): FastifyReply {
  // Nobody is there to read about the failure, and nothing is wrong with us.
  if (leaving.aborted) return reply.hijack()
  const { message, cause } = error as Error
  reply.log.warn({ url: reply.request.url, reason: String(cause ?? message) }, 'call not answered')
  throw error
}
