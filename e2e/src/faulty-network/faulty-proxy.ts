import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as requestOf,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pass } from 'node:timers/promises'

/** A request that the gateway has answered, whether or not its answer reached the browser. */
export interface Exchange {
  method: string
  path: string
  body: string
  status: number
  answer: string
  /** All of the answer was written to the browser. */
  isDelivered: boolean
  began: number
  ended: number
}

/** A browser's proxy, whose network is bad until it is healed. */
export interface FaultyProxy {
  url: string
  /** Exchanges in the order of the answers. */
  exchanges: Exchange[]
  /** The faults and their requests, for reports. */
  faults: string[]
  breakDown: (seed: string) => void
  /** Everything that is held goes on, nothing else is held. Resolves when no request is under way. */
  heal: () => Promise<void>
  close: () => Promise<void>
}

const FAULTS = [
  'hold the request',
  'hold the answer',
  'drop the request',
  'drop the answer',
  'delay',
  'duplicate',
  'cut before the gateway acts',
  'cut the answer',
  'expire the token',
] as const
type Fault = (typeof FAULTS)[number]

/** Share of calls that fail; pages and files fail less often, or hardly anything would open. */
const CALLS_FAIL = 0.5
const FILES_FAIL = 0.12
const DELAY_MS = 250
const PAGE_HELD_MS = 2_000

/** Texts that a dead connection may still carry to the gateway. The others are idempotent, but the last one of them decides. */
const MAY_ARRIVE_LATE = /^\/api\/(new-review|edit-review|add-contact-question|update-review-status)/
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding']

/** The order of events across all proxies: a student's devices are compared. */
let clock = 0

export async function startFaultyProxy(): Promise<FaultyProxy> {
  const agent = new Agent({ keepAlive: true })
  const exchanges: Exchange[] = []
  const faults: string[] = []
  const requests = new Map<string, number>()
  const open = new Set<Promise<unknown>>()
  let seed: string | undefined
  let healed = Promise.resolve()
  let release = (): void => undefined

  /** The same for the same request of a sequence, however fast the browser is. */
  function faultOf(method: string, path: string): Fault | undefined {
    const isRead = !path.startsWith('/api/')
    const request = `${method} ${path}`
    const count = (requests.get(request) ?? 0) + 1
    requests.set(request, count)
    if (seed === undefined || path === '/api/telemetry') return undefined
    const hash = createHash('sha256').update(`${seed} ${request} ${count}`).digest()
    if (hash.readUInt32LE(0) / 2 ** 32 >= (isRead ? FILES_FAIL : CALLS_FAIL)) return undefined
    const fault = FAULTS[hash.readUInt32LE(4) % FAULTS.length]
    faults.push(`${request} #${count}: ${fault}`)
    return fault
  }

  // Nothing can be asked of a page in a browser that still waits for its document.
  const held = (path: string) =>
    path.startsWith('/api/') ? healed : Promise.race([healed, pass(PAGE_HELD_MS)])

  async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request
    const target = new URL(url)
    const path = target.pathname
    const fault = faultOf(method, path)
    const body = await buffer(request)
    const isGone = () => response.destroyed
    if (fault === 'drop the request') return void response.destroy()
    if (fault === 'cut before the gateway acts') return cut(response, 200, {}, Buffer.from('{"id":"'))
    if (fault === 'expire the token' && request.headers.authorization) return expire(response)
    if (fault === 'hold the request') await held(path)
    if (fault === 'delay') await pass(DELAY_MS)
    if (isGone() && !MAY_ARRIVE_LATE.test(path)) return

    const forward = async () => {
      // Uncompressed, to be read here.
      const headers = { ...request.headers, 'accept-encoding': 'identity' }
      const sent = requestOf(target, { method, agent, headers })
      sent.end(body)
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      return { answer, content: await buffer(answer) }
    }
    const began = (clock += 1)
    if (fault === 'duplicate') await forward()
    const { answer, content } = await forward()
    const exchange: Exchange = {
      method,
      path,
      body: body.toString(),
      status: answer.statusCode ?? 0,
      answer: content.toString(),
      isDelivered: false,
      began,
      ended: (clock += 1),
    }
    if (method !== 'GET') exchanges.push(exchange)
    if (fault === 'hold the answer') await held(path)
    if (fault === 'drop the answer') return void response.destroy()
    const headers = Object.fromEntries(
      Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.includes(name)),
    )
    if (fault === 'cut the answer')
      return cut(response, exchange.status, headers, content.subarray(0, content.length / 2))
    if (isGone()) return
    response.writeHead(exchange.status, headers)
    response.end(content)
    exchange.isDelivered = true
  }

  const server = createServer((request, response) => {
    const work = relay(request, response)
      .catch(() => response.destroy())
      .finally(() => open.delete(work))
    open.add(work)
  })
  // The requests of tests themselves, which never fail.
  server.on('connect', (request, client) => {
    const gateway = connect(Number(request.url?.split(':').at(-1)), 'localhost', () => {
      client.write('HTTP/1.1 200 Connected\r\n\r\n')
      client.pipe(gateway).pipe(client)
    })
    gateway.on('error', () => client.destroy())
    client.on('error', () => gateway.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    faults,
    breakDown(next) {
      seed = next
      healed = new Promise((resolve) => (release = resolve))
      requests.clear()
      exchanges.length = 0
      faults.length = 0
    },
    async heal() {
      seed = undefined
      release()
      while (open.size > 0) await Promise.all(open)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      agent.destroy()
    },
  }
}

/** An answer that ends before it is whole. */
function cut(response: ServerResponse, status: number, headers: object, part: Buffer): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': part.length + 100,
    ...headers,
  })
  response.write(part, () => response.destroy())
}

/** As the gateway does after ten minutes, which a test cannot wait for. */
function expire(response: ServerResponse): void {
  const problem = {
    type: '/problems/sign-in-required',
    title: 'Sign-in required',
    status: 401,
    detail: 'Please sign in and try again.',
    requestId: 'expired',
  }
  response.writeHead(401, { 'content-type': 'application/problem+json' })
  response.end(JSON.stringify(problem))
}
