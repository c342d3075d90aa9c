import { once } from 'node:events'
import { createServer, type IncomingMessage, STATUS_CODES } from 'node:http'
import { type AddressInfo } from 'node:net'
import { parse } from 'node:querystring'
import { type Static, type TSchema } from 'typebox'
import { Errors } from 'typebox/schema'

export interface Reply {
  status?: number
  headers: Record<string, string>
  body: string
}

/** By method and path: 'GET /certs'. A handler for GET serves HEAD as well. */
export type Routes = Record<string, (request: IncomingMessage) => Reply | Promise<Reply>>

export interface HttpServer {
  url: string
  close(): Promise<void>
}

const MAX_BODY_CHARACTERS = 65_536

class RequestError extends Error {
  override name = 'RequestError'
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/**
 * Serves the routes on the loopback address. Without a framework, because the start command holds this server in memory for as
 * long as the platform runs.
 * @param port 0 for a free one
 * @throws Error when the port is in use
 */
export async function startHttpServer(routes: Routes, port: number): Promise<HttpServer> {
  const server = createServer(async (request, response) => {
    const { status = 200, headers, body } = await respond(routes, request).catch(toReply)
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      // Browsers open connections ahead of requests, which would keep it open.
      server.closeAllConnections()
      await closed
    },
  }
}

async function respond(routes: Routes, request: IncomingMessage): Promise<Reply> {
  const { method } = request
  const { path } = splitUrl(request)
  const route = routes[`${method === 'HEAD' ? 'GET' : method} ${path}`]
  if (!route) throw new RequestError(404, `Route ${method}:${path} not found`)
  return route(request)
}

const toReply = (error: Error): Reply => {
  const status = error instanceof RequestError ? error.status : 500
  return {
    ...toJson({ statusCode: status, error: STATUS_CODES[status], message: error.message }),
    status,
  }
}

export const toJson = (value: unknown): Reply => ({
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})

/** @throws RequestError unless the parameters of the URL match the schema */
export function readQuery<S extends TSchema>(request: IncomingMessage, schema: S): Static<S> {
  return checked('querystring', { ...parse(splitUrl(request).query) }, schema)
}

/** @throws RequestError unless the body is JSON that matches the schema */
export async function readBody<S extends TSchema>(request: IncomingMessage, schema: S): Promise<Static<S>> {
  // Pages of other sites may not send this type, so they cannot open accounts.
  if (!request.headers['content-type']?.startsWith('application/json'))
    throw new RequestError(415, 'The body must be application/json')
  let text = ''
  for await (const chunk of request.setEncoding('utf8'))
    if (text.length <= MAX_BODY_CHARACTERS) text += chunk as string
  if (text.length > MAX_BODY_CHARACTERS) throw new RequestError(413, 'The body is too large')
  return checked('body', parseJson(text), schema)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RequestError(400, 'The body is not valid JSON')
  }
}

function checked<S extends TSchema>(name: string, value: unknown, schema: S): Static<S> {
  const [isValid, problems] = Errors(schema, value)
  if (isValid) return value as Static<S>
  throw new RequestError(
    400,
    problems.map(({ instancePath, message }) => `${name}${instancePath} ${message}`).join(', '),
  )
}

function splitUrl({ url = '' }: IncomingMessage): { path: string; query: string } {
  const [path = '', ...query] = url.split('?')
  return { path, query: query.join('?') }
}
