import { setTimeout as delay } from 'node:timers/promises'
import { type ServiceName } from '@offquad/contracts'
import { InvalidInputError, UnavailableError } from '@offquad/service-kit'
import { type Dispatcher, Pool } from 'undici'
import { SERVICES } from '../routes'
import { createCircuit, ServiceFailure } from './circuit'

export interface UpstreamRequest extends Pick<
  Dispatcher.RequestOptions,
  'path' | 'method' | 'headers' | 'body'
> {
  /** Aborted when nobody waits for the response any more. */
  leaving?: AbortSignal
}

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

// A service that answers nothing must not collect requests without end.
const MAX_QUEUED = 512
const RETRY_DELAY_MS = 100
// Until the head of the response is there, the time in the queue for a connection included.
const DEADLINE_MS = 15_000
const UPLOAD_DEADLINE_MS = 60_000

const POOL_OPTIONS: Pool.Options = {
  connections: 64,
  connect: { timeout: 2_000 },
  headersTimeout: DEADLINE_MS,
  bodyTimeout: 30_000,
  // Shorter than the services', so that a connection is never chosen while its other end closes.
  keepAliveMaxTimeout: 60_000,
}

export function openUpstream(service: ServiceName, url: string): Upstream {
  const pool = new Pool(url, POOL_OPTIONS)
  const circuit = createCircuit(service)

  async function request({ leaving, ...options }: UpstreamRequest): Promise<Dispatcher.ResponseData> {
    if (pool.stats.queued >= MAX_QUEUED) throw unavailable(service)
    const aborter = new AbortController()
    const deadlineMs = options.body ? UPLOAD_DEADLINE_MS : DEADLINE_MS
    const late = () => aborter.abort(new LateError(`no answer in ${deadlineMs} ms`))
    const deadline = setTimeout(late, deadlineMs)
    leaving?.addEventListener('abort', () => aborter.abort(), { once: true })
    const ask = () => pool.request({ ...options, signal: aborter.signal })
    try {
      return await circuit.run(() =>
        ask()
          .catch(async (error: unknown) => {
            if (options.method !== 'GET' || !isGone(error)) throw error
            await delay(RETRY_DELAY_MS)
            return ask()
          })
          .catch((error: unknown) => {
            throw isServicesFault(error, Boolean(options.body))
              ? new ServiceFailure(String(error), { cause: error })
              : error
          }),
      )
    } catch (error) {
      throw asProblem(service, error)
    } finally {
      clearTimeout(deadline)
    }
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

// The service has seen nothing of the request, or has died with it.
const isGone = (error: unknown) =>
  ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'].includes(codeOf(error) ?? '')

class LateError extends Error {}

const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']

/** A client that sends its body slowly, or too much of it, must not make a service look broken. */
const isServicesFault = (error: unknown, hasBody: boolean) =>
  UNREACHABLE.includes(codeOf(error) ?? '') ||
  (!hasBody && (isGone(error) || error instanceof LateError || codeOf(error) === 'UND_ERR_HEADERS_TIMEOUT'))

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
