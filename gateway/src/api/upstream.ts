import { setTimeout as delay } from 'node:timers/promises'
import { type ServiceName } from '@offquad/contracts'
import { InvalidInputError, UnavailableError } from '@offquad/service-kit'
import { type Dispatcher, Pool } from 'undici'
import { SERVICES } from '../routes'

export type UpstreamRequest = Omit<Dispatcher.RequestOptions, 'origin' | 'opaque'>

export interface WholeResponse {
  status: number
  headers: Dispatcher.ResponseData['headers']
  body: Buffer
}

/** One service, reached over connections that stay open. Both calls throw UnavailableError when it cannot answer. */
export interface Upstream {
  /** Answers as soon as the response's head is there. */
  request(options: UpstreamRequest): Promise<Dispatcher.ResponseData>
  requestWhole(options: UpstreamRequest): Promise<WholeResponse>
  /** Requests that are being answered. */
  readonly running: number
  close(): Promise<void>
}

const POOL_OPTIONS: Pool.Options = {
  connections: 64,
  connect: { timeout: 2_000 },
  headersTimeout: 15_000,
  bodyTimeout: 30_000,
  // Shorter than the services', so that a connection is never chosen while its other end closes.
  keepAliveMaxTimeout: 60_000,
}

// A service that answers nothing must not collect requests without end.
const MAX_QUEUED = 512
const RETRY_DELAY_MS = 100

export function openUpstream(service: ServiceName, url: string): Upstream {
  const pool = new Pool(url, POOL_OPTIONS)

  async function request(options: UpstreamRequest): Promise<Dispatcher.ResponseData> {
    if (pool.stats.queued >= MAX_QUEUED) throw unavailable(service)
    try {
      return await pool.request(options)
    } catch (error) {
      if (!mayRetry(options, error)) throw asProblem(service, error)
    }
    await delay(RETRY_DELAY_MS)
    return pool.request(options).catch((error: unknown) => Promise.reject(asProblem(service, error)))
  }

  return {
    request,
    get running() {
      return pool.stats.running
    },
    async requestWhole(options) {
      const { statusCode, headers, body } = await request(options)
      try {
        return { status: statusCode, headers, body: Buffer.from(await body.arrayBuffer()) }
      } catch (error) {
        throw asProblem(service, error)
      }
    },
    close: () => pool.close(),
  }
}

const codeOf = (error: unknown) => (error as { code?: string }).code

// In both cases the service has seen nothing of the request, or has died with it.
function mayRetry({ method, signal }: UpstreamRequest, error: unknown): boolean {
  const isGone = signal instanceof AbortSignal && signal.aborted
  return (
    method === 'GET' &&
    !isGone &&
    ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'].includes(codeOf(error) ?? '')
  )
}

function asProblem(service: ServiceName, error: unknown): Error {
  if (codeOf(error) === 'UND_ERR_INVALID_ARG')
    return new InvalidInputError('bad-request', 'The request cannot be passed on: it is malformed.')
  return unavailable(service, error)
}

function unavailable(service: ServiceName, cause?: unknown): UnavailableError {
  const { holds } = SERVICES[service]
  const message = `${holds} cannot be loaded right now. Please try again in a moment.`
  return Object.assign(new UnavailableError(`${holds.toLowerCase()}-unavailable`, message), { cause })
}
