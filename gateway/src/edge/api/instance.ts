import { type Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { type Dispatcher, Pool } from 'undici'
import { callKey, type ServiceApi, type ServiceCall } from '../services/service-api'
import { MAX_EVENT_STREAMS } from '../limits/concurrency-limits'
import { createCircuit, ServiceFailure } from './circuit-breaker'

export interface InstanceRequest extends Pick<Dispatcher.RequestOptions, 'path' | 'method' | 'headers'> {
  body?: Buffer | null
  signal: AbortSignal
  lane?: Lane
}

/** Each kind of request has its own connection pool, so that another kind cannot exhaust it. */
export type Lane = 'calls' | 'uploads' | 'event-streams'

/** One process of a service, or a load balancer in front of several, reached over keep-alive connections. */
export interface Instance {
  url: string
  /** The calls of this instance, from its own document; undefined until it has been fetched. */
  api: ServiceApi | undefined
  /** The build that it runs, sent with its document. */
  build: string | undefined
  /** The call as this instance implements it. */
  call(key: string): ServiceCall | undefined
  /** Lower is better: 0 for a healthy instance, 1 while it drains, 2 when it was unreachable or its circuit is open. */
  rank(isRepeatable: boolean): number
  /**
   * Sends a request and resolves with the head of the response.
   * @param isOnly there is no other instance to try: a read whose connection breaks is retried once
   * @throws ServiceFailure when the instance failed
   */
  send(request: InstanceRequest, isOnly: boolean): Promise<Dispatcher.ResponseData>
  /** Sends a GET that bypasses the circuit breaker, for polling the instance itself. */
  poll(path: string, headers: Record<string, string>, timeoutMs: number): Promise<Dispatcher.ResponseData>
  close(): Promise<void>
}

// Requests must not pile up at a service that does not respond.
const MAX_QUEUED = 512
const RETRY_DELAY_MS = 100
/** To receive the head of the response, including the time in the queue for a connection, and then a small body. */
export const DEADLINE_MS = 15_000

const CONNECTIONS: Record<Lane, number> = {
  calls: 64,
  // Uploads are buffered before they are sent, so a few connections are enough.
  uploads: 16,
  'event-streams': MAX_EVENT_STREAMS,
}

const POOL_OPTIONS: Pool.Options = {
  connect: { timeout: 2_000 },
  headersTimeout: DEADLINE_MS,
  bodyTimeout: 30_000,
  // Shorter than the services' keep-alive, so that a connection is never used while the service closes it.
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
  let isDraining = false

  async function dispatch({ lane = 'calls', ...request }: InstanceRequest): Promise<Dispatcher.ResponseData> {
    const pending = pools[lane].request(request)
    const response = await unlessAborted(pending, request.signal).catch((error: unknown) => {
      if (wasNeverSent(error)) isUnreachable = true
      throw error
    })
    isUnreachable = false
    // A draining process sends `connection: close` before it closes its connections.
    isDraining = response.headers.connection === 'close'
    return response
  }

  async function dispatchWithRetry(request: InstanceRequest): Promise<Dispatcher.ResponseData> {
    try {
      return await dispatch(request)
    } catch (error) {
      if (!isRead(request) || !isConnectionLost(error)) throw error
      await delay(RETRY_DELAY_MS)
      return dispatch(request)
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
    build: undefined,
    call: (key) => calls.get(key),
    rank(isRepeatable) {
      const isOpen = isRepeatable ? !circuit.isWorthTrying() : !circuit.isClosed
      return isUnreachable || isOpen ? 2 : isDraining ? 1 : 0
    },
    async send(request, isOnly) {
      if (pools[request.lane ?? 'calls'].stats.queued >= MAX_QUEUED)
        throw new ServiceFailure('too many requests are queued')
      return circuit.run(() =>
        (isOnly ? dispatchWithRetry(request) : dispatch(request)).catch((error: unknown) => {
          throw isInstanceFault(error, request) ? new ServiceFailure(String(error), { cause: error }) : error
        }),
      )
    },
    poll: (path, headers, timeoutMs) =>
      dispatch({ method: 'GET', path, headers, signal: AbortSignal.timeout(timeoutMs) }),
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()))
    },
  }
}

/** Rejects as soon as the signal aborts; undici checks it only once the request has a connection. */
async function unlessAborted<T>(pending: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason as Error)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([pending, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

export class ResponseTimeoutError extends Error {}

/** Ends a response that is not complete in time, however regularly its service sends some of it. */
export function endWhenLate(body: Readable): void {
  const onTimeout = () => body.destroy(new ResponseTimeoutError(`not complete after ${DEADLINE_MS} ms`))
  const deadline = setTimeout(onTimeout, DEADLINE_MS)
  body.once('close', () => clearTimeout(deadline))
}

export const errorCodeOf = (error: unknown) => (error as { code?: string } | undefined)?.code ?? ''

const isRead = ({ method, body }: InstanceRequest) => !body && (method === 'GET' || method === 'HEAD')

// The service never received the request, or died while processing it.
const isConnectionLost = (error: unknown) =>
  ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'].includes(errorCodeOf(error))

const NEVER_SENT = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]
const wasNeverSent = (error: unknown) => NEVER_SENT.includes(errorCodeOf(error))

/** A healthy service may close the connection of a request whose body it rejects. */
const isInstanceFault = (error: unknown, { body }: InstanceRequest) =>
  wasNeverSent(error) ||
  error instanceof ResponseTimeoutError ||
  errorCodeOf(error) === 'UND_ERR_HEADERS_TIMEOUT' ||
  (!body && isConnectionLost(error))

/** Whether a failed request may be retried at another instance without being processed twice. */
export function mayRetryElsewhere(error: unknown, request: InstanceRequest): boolean {
  if (request.signal.aborted) return false
  // An open circuit throws without a cause and has sent nothing.
  const cause = error instanceof ServiceFailure ? error.cause : error
  return (
    (error instanceof ServiceFailure && !cause) ||
    wasNeverSent(cause) ||
    (isRead(request) && isConnectionLost(cause))
  )
}
