import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Answers } from '../answers/answers'
import { type Upstreams } from '../context'
import { type RateLimits } from '../limits/rate-limits'
import { rateClassOf } from '../limits/rates'
import { type ApiRoute, findRoute } from '../routes'
import { sendStored } from '../sending/send-stored'
import { endWithInstance } from './endless-answers'
import { forwardTo } from './forward'
import { responseHeaders } from './forwarded-headers'
import { failUnlessGone, signalOfLeaving } from './leaving'

interface ApiOptions {
  answers: Answers
  upstreams: Upstreams
  rateLimits: RateLimits
}

interface Asked {
  route: ApiRoute
  /** Its answer is the same for everybody. */
  isShared: boolean
}

/** Everything under /api that is not the gateway's own: from memory, or from the service the contract names. */
export async function serveApi(
  app: FastifyInstance,
  { answers, upstreams, rateLimits }: ApiOptions,
): Promise<void> {
  // Bodies are passed on as they arrive, whatever they are; their limits are the service's.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  const forward = forwardTo(upstreams, endWithInstance(app))

  app.all('/api', (_request, reply) => reply.callNotFound())
  app.all('/api/*', (request, reply) => {
    const isPublicRead = request.method === 'GET' && request.headers.authorization === undefined
    const stored = isPublicRead ? answers.cached(request.url) : undefined
    if (stored) return sendStored(request, reply, stored)
    const route = findRoute(request.url)
    if (!route) return reply.callNotFound()
    return ask(request, reply, { route, isShared: isPublicRead && route.isCached })
  })

  async function ask(request: FastifyRequest, reply: FastifyReply, { route, isShared }: Asked) {
    // Answers from memory are not counted: they cost no more than refusing them would.
    await rateLimits.take(request, rateClassOf(request.method, route))
    // Somebody else may have asked meanwhile.
    const stored = isShared ? answers.cached(request.url) : undefined
    if (stored) return sendStored(request, reply, stored)
    return isShared ? answerRead(request, reply, route) : forward(request, reply, route)
  }

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
}
