import { type IncomingHttpHeaders } from 'node:http'
import { type Readable } from 'node:stream'
import { onClose } from '@offquad/service-kit'
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Dispatcher } from 'undici'
import { limitEventStreams, limitUploads } from '../limits/concurrency-limits'
import { type ApiRoute } from '../services/route-table'
import { type Upstreams } from '../services/services'
import { type ReadYourWrites } from '../cache/read-your-writes'
import { isEventStream, requestHeaders, responseHeaders } from './forwarded-headers'
import { createBodyReceiver, type ReceivedBody } from './receive-body'
import { serviceOf, type Upstream } from './upstream'

interface ForwardDeps {
  upstreams: Upstreams
  writes: ReadYourWrites
}

/** All responses that wait for their clients may hold this much; beyond it, services are read no faster than clients read. */
const MAX_HELD_BYTES = 128 * 1024 * 1024

/**
 * Forwards a request to the service of its route once its body has been received completely, and sends the response back once
 * it is complete. Slow clients do not hold upstream connections: see docs/security.md.
 */
export function forwardTo(app: FastifyInstance, { upstreams, writes }: ForwardDeps) {
  const trackStream = closeStreamsOnShutdown(app)
  const receiveBody = createBodyReceiver()
  const acquireUpload = limitUploads()
  const acquireStream = limitEventStreams()
  let heldBytes = 0

  async function receive(
    request: FastifyRequest,
    reply: FastifyReply,
    route: ApiRoute,
  ): Promise<ReceivedBody | undefined> {
    if (request.body === undefined) return undefined
    try {
      const body = await receiveBody(request.raw, {
        limit: route.bodyLimit,
        acquireUpload: () => acquireUpload(request),
      })
      onClose(reply, body.release)
      return body
    } catch (error) {
      // Drain the body, so that the client finishes sending and reads the error response.
      request.raw.resume()
      throw error
    }
  }

  async function acquireEventStream(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    onClose(reply, await acquireStream(request))
  }

  async function readAhead(
    upstream: Upstream,
    response: Dispatcher.ResponseData,
    reply: FastifyReply,
  ): Promise<Buffer | Readable> {
    const length = Number(response.headers['content-length'] ?? Infinity)
    if (heldBytes + length > MAX_HELD_BYTES) return response.body
    heldBytes += length
    onClose(reply, () => (heldBytes -= length))
    return (await upstream.readWhole(response)).body
  }

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { route, variant }: { route: ApiRoute; variant: string },
  ) => {
    const disconnected = disconnectSignal(reply)
    try {
      if (route.isEventStream) await acquireEventStream(request, reply)
      const body = await receive(request, reply, route)
      const headers = { ...requestHeaders(request, body !== undefined), ...writes.headersFor(route) }
      const upstream = serviceOf(upstreams, route)
      const response = await upstream.request({
        route,
        isOfPartner: variant !== '',
        bodyLength: body?.content.length ?? 0,
        method: request.method as 'GET',
        path: request.url,
        headers: body ? { ...headers, 'content-length': String(body.content.length) } : headers,
        body: body?.content ?? null,
        lane: route.isEventStream ? 'event-streams' : body?.isUpload ? 'uploads' : 'calls',
        disconnected,
      })
      // Before the client learns that its write succeeded and may read it back.
      writes.onResponse(route, response)
      trackStream(response)
      if (isEventStream(response.headers) && !route.isEventStream)
        await acquireEventStream(request, reply).catch((error: unknown) => {
          response.body.on('error', () => undefined).destroy()
          throw error
        })
      const sent = await readAhead(upstream, response, reply)
      return await reply
        .code(response.statusCode)
        .headers(responseHeaders(response.headers, route))
        .send(sent)
    } catch (error) {
      return rethrowUnlessDisconnected(reply, disconnected, error)
    }
  }
}

/**
 * Closes event streams on shutdown, which would otherwise wait for them forever.
 * @returns a function that tracks a response if it is an event stream
 */
function closeStreamsOnShutdown(app: FastifyInstance) {
  const streams = new Set<Readable>()
  app.addHook('preClose', async () => streams.forEach((body) => body.destroy()))

  return ({ headers, body }: { headers: IncomingHttpHeaders; body: Readable }): void => {
    if (!isEventStream(headers)) return
    streams.add(body)
    body.once('close', () => streams.delete(body))
  }
}

/** A signal that aborts when the client closes the connection before the response is complete. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const aborter = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) aborter.abort()
  })
  return aborter.signal
}

/** Rethrows the error, unless the client has disconnected. */
export function rethrowUnlessDisconnected(
  reply: FastifyReply,
  disconnected: AbortSignal,
  error: unknown,
): FastifyReply {
  // The client caused the failure, and cannot receive a response.
  if (disconnected.aborted || reply.request.raw.errored) return reply.hijack()
  const { message, cause } = error as Error
  reply.log.warn({ reason: String(cause ?? message) }, 'call failed')
  throw error
}
