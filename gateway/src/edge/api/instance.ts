import { setTimeout as delay } from 'node:timers/promises'
import { type Dispatcher, Pool } from 'undici'
import { callKey, type ServiceApi, type ServiceCall } from '../services/service-api'
import { createCircuit, ServiceFailure } from './circuit-breaker'
import { MOST_EVENT_STREAMS } from '../limits/concurrency-limits'
import { type ReceivedBody } from './receive-body'

export interface InstanceRequest extends Pick<Dispatcher.RequestOptions, 'path' | 'method' | 'headers'> {
  body?: Pick<ReceivedBody, 'open'> | null
  signal: AbortSignal
  lane?: Lane
}

/** Requests of one kind have connections of their own, so that those of another cannot take them all. */
export type Lane = 'calls' | 'uploads' | 'event-streams'

/** One process of a service, or what balances several, reached over connections that stay open. */
export interface Instance {
  url: string
  /** The calls of this instance, from its own document; absent until it has been fetched. */
  api: ServiceApi | undefined
  /** The call as this instance has it. */
  call(key: string): ServiceCall | undefined
  /** The lower, the better it is to send a request here: it works, it ends soon, it was not reached the last time. */
  rank(isRepeatable: boolean): number
  /**
   * Sends a request and resolves with the head of the response.
   * @param isOnly there is no other instance to try: a read whose connection breaks is sent once more
   * @throws ServiceFailure when the instance is to blame
   */
  send(request: InstanceRequest, isOnly: boolean): Promise<Dispatcher.ResponseData>
  /** GET without regard to the circuit, for looking after the instance itself. */
  look(path: string, headers: Record<string, string>, timeoutMs: number): Promise<Dispatcher.ResponseData>
  /** Requests in flight. */
  readonly running: number
  close(): Promise<void>
}

// Requests must not pile up at a service that does not respond.
const MAX_QUEUED = 512
const RETRY_DELAY_MS = 100
/** Until the head of the response is there, the time in the queue for a connection included. */
export const DEADLINE_MS = 15_000

const CONNECTIONS: Record<Lane, number> = {
  calls: 64,
  // They arrive whole, so that a few connections pass many on.
  uploads: 16,
  'event-streams': MOST_EVENT_STREAMS,
}

const POOL_OPTIONS: Pool.Options = {
  connect: { timeout: 2_000 },
  headersTimeout: DEADLINE_MS,
  bodyTimeout: 30_000,
  // Shorter than the services', so that a connection is never chosen while its other end closes.
  keepAliveMaxTimeout: 60_000,
}

export function openInstance(service: string, url: string): Instance {
  const openPool = (lane: Lane) => new Pool(url, { ...POOL_OPTIONS, connections: CONNECTIONS[lane] })
  const pools: Record<Lane, Pool> = {
    calls: openPool('calls'),
    uploads: openPool('uploads'),
    'event-streams': openPool('event-streams'),
  }
  const circuit = createCircuit({ service, instance: new URL(url).host })
  let api: ServiceApi | undefined
  let calls = new Map<string, ServiceCall>()
  let isUnreachable = false
  let isEnding = false

  async function ask({
    body,
    lane = 'calls',
    ...request
  }: InstanceRequest): Promise<Dispatcher.ResponseData> {
    const asked = pools[lane].request({ ...request, body: body?.open() ?? null })
    const response = await unlessAborted(asked, request.signal).catch((error: unknown) => {
      if (wasNeverSent(error)) isUnreachable = true
      throw error
    })
    isUnreachable = false
    // A process that drains announces it on every connection before it closes them.
    isEnding = response.headers.connection === 'close'
    return response
  }

  async function askAgainIfBroken(request: InstanceRequest): Promise<Dispatcher.ResponseData> {
    try {
      return await ask(request)
    } catch (error) {
      if (!isRead(request) || !isGone(error)) throw error
      await delay(RETRY_DELAY_MS)
      return ask(request)
    }
  }

  return {
    url,
    get api() {
      return api
    },
    set api(learned) {
      api = learned
      calls = new Map(learned?.calls.map((call) => [callKey(call), call]))
    },
    call: (key) => calls.get(key),
    rank(isRepeatable) {
      const isOpen = isRepeatable ? !circuit.isWorthTrying() : !circuit.isClosed
      return isUnreachable || isOpen ? 2 : isEnding ? 1 : 0
    },
    async send(request, isOnly) {
      if (pools[request.lane ?? 'calls'].stats.queued >= MAX_QUEUED)
        throw new ServiceFailure('too many requests wait for it')
      return circuit.run(() =>
        (isOnly ? askAgainIfBroken(request) : ask(request)).catch((error: unknown) => {
          throw isInstancesFault(error, request) ? new ServiceFailure(String(error), { cause: error }) : error
        }),
      )
    },
    look: (path, headers, timeoutMs) =>
      ask({ method: 'GET', path, headers, signal: AbortSignal.timeout(timeoutMs) }),
    get running() {
      return Object.values(pools).reduce((sum, { stats }) => sum + stats.running, 0)
    },
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()))
    },
  }
}

/** The pool looks at the signal of a request only when there is a connection for it. */
async function unlessAborted<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason as Error)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([asked, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

export class LateError extends Error {}

export const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code ?? ''

const isRead = ({ method, body }: InstanceRequest) => !body && (method === 'GET' || method === 'HEAD')

// The service has seen nothing of the request, or has died with it.
const isGone = (error: unknown) => ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'].includes(codeOf(error))

const NEVER_SENT = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]
const wasNeverSent = (error: unknown) => NEVER_SENT.includes(codeOf(error))

/** A service that closes the connection may do so because it does not take the body, and is not broken then. */
const isInstancesFault = (error: unknown, { body }: InstanceRequest) =>
  wasNeverSent(error) ||
  error instanceof LateError ||
  codeOf(error) === 'UND_ERR_HEADERS_TIMEOUT' ||
  (!body && isGone(error))

/** Whether a request that failed at one instance may be sent to another: at most one of them acts on it. */
export function maySendElsewhere(error: unknown, request: InstanceRequest): boolean {
  if (request.signal.aborted) return false
  // A circuit that is open has no cause, and has sent nothing.
  const cause = error instanceof ServiceFailure ? error.cause : error
  return (
    (error instanceof ServiceFailure && !cause) || wasNeverSent(cause) || (isRead(request) && isGone(cause))
  )
}
