import { type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import path from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { type Registry, REVOCATIONS_PATH } from '@offquad/contracts'
import { insideOf, makeLive } from '@offquad/releases/testing'
import { createLog, listen } from '@offquad/service-kit'
import { testSettings, type TokenIssuer, until, untilTokensCanBeChecked } from '@offquad/service-kit/testing'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Client } from 'undici'
import { buildApp } from '../src/app'
import { type GatewayConfig } from '../src/config'
import { openContext } from '../src/context'
import { documentOf, SERVICE_NAMES, type ServiceName } from './documents'
import { publishSite, type PublishedSite } from './published-site'

export interface Received {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
  json(): Record<string, unknown> & { needs?: Record<string, string> }
}

export interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer | Readable
}

const RENDERER_FILE = path.resolve(__dirname, '../../packages/renderer/src/child.mjs')

type Register = (service: FastifyInstance) => void

export type GatewayUnderTest = Awaited<ReturnType<typeof startGateway>>

/**
 * Starts a gateway in front of services, all over HTTP. A service without routes only reports that it is ready. Resolves
 * when the gateway is subscribed to changes, unless the settings name another Redis.
 */
export async function startGateway(
  services: Partial<Record<ServiceName, Register>> = {},
  { settings = {} as Partial<GatewayConfig>, site: given = undefined as PublishedSite | undefined } = {},
) {
  const site = given ?? (await publishSite())
  const running = await Promise.all(SERVICE_NAMES.map((name) => startService(name, services[name])))
  const config = {
    ...testSettings(),
    MONGODB_URI: undefined,
    DEPLOY_TOKENS: '',
    CANARY_NETWORKS: 1,
    CANARY_STEP_SECONDS: 0,
    PAGE_REPORT_SHARE: 1,
    RATE_LIMIT_FACTOR: 1,
    MF_OVERRIDES: 'off' as const,
    SERVER_RENDERING: 'off' as const,
    PUBLIC_URL: 'https://offquad.example',
    services: Object.fromEntries(running.map(({ name, url }) => [name, [url]])),
    MF_DIR: site.mf,
    MEDIA_DIR: site.media,
    ...settings,
  }
  const context = await openContext(config, createLog('gateway', 'silent'), RENDERER_FILE)
  const app = await buildApp(context)
  const stop = await listen(app, config)
  const url = app.listeningOrigin
  if (running.some(({ publishesKeys }) => publishesKeys)) await untilTokensCanBeChecked(app)
  const client = new Client(url)

  async function send(url: string, { method = 'GET', ...sent }: Sent = {}): Promise<Received> {
    const response = await client.request({ path: url, method: method as 'GET', ...sent })
    const body = Buffer.from(await response.body.arrayBuffer())
    const text = body.toString()
    return {
      status: response.statusCode,
      headers: response.headers,
      body,
      text,
      json: () => JSON.parse(text) as ReturnType<Received['json']>,
    }
  }

  // Subscribing invalidates the whole cache, which would interfere with the tests.
  if (settings.REDIS_URL === undefined) await until(() => context.cacheLifetime.isSubscribed())

  return {
    url,
    site,
    context,
    stop,
    send,
    /** Makes exactly these versions live; resolves when this gateway has tried to serve them. */
    async makeLive(registry: Registry) {
      await makeLive(config, registry)
      await until(() => insideOf(context.releases).deploys() !== undefined)
      await insideOf(context.releases).pull()
    },
    stopService: (name: ServiceName) => running.find((service) => service.name === name)?.close(),
    async close() {
      await client.destroy()
      await stop()
      await context.close()
      await Promise.all(running.map((service) => service.close()))
      if (!given) await site.remove()
    },
  }
}

/** Publishes the keys and revocations of an issuer like svc-users, so that its tokens are valid. */
export function publishKeys(service: FastifyInstance, { url }: TokenIssuer): void {
  for (const path of ['/.well-known/jwks.json', REVOCATIONS_PATH])
    service.get(path, async () => (await fetch(url + path)).json())
}

async function startService(name: ServiceName, register: Register = () => undefined) {
  const document = await documentOf(name)
  const app = fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } })
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', () => ({ status: 'ready' }))
  app.get('/openapi.json', () => document)
  register(app)
  return {
    name,
    publishesKeys: app.hasRoute({ method: 'GET', url: REVOCATIONS_PATH }),
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    close: () => app.close(),
  }
}

/** Sends the raw lines of a request head, which must make the gateway close the connection. @returns the response */
export async function sendRaw(url: string, head: string[]): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`${head.join('\r\n')}\r\n\r\n`, 'latin1')
  return textOf(socket)
}

/** Sends one event, and nothing more for as long as the client stays. */
export function sendEvents(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const stream = new Readable({ read: () => undefined })
  stream.push('data: 1\n\n')
  return reply.type('text/event-stream').send(stream)
}

/** A promise and the function that resolves it. */
export function promised<T = void>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve }
}
