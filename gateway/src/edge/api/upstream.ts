import { BUILD_HEADER } from '@offquad/contracts'
import { InvalidInputError, UnavailableError } from '@offquad/service-kit'
import { type Dispatcher } from 'undici'
import { type ApiRoute } from '../services/route-table'
import {
  DEADLINE_MS,
  endWhenLate,
  errorCodeOf,
  type Instance,
  type InstanceRequest,
  mayRetryElsewhere,
  ResponseTimeoutError,
} from './instance'
import { ServiceFailure } from './circuit-breaker'
import { openBuilds, type Verdict } from './results'
import { type Trial } from './trial'

export interface UpstreamRequest extends Pick<
  InstanceRequest,
  'path' | 'method' | 'headers' | 'body' | 'lane'
> {
  /** Only instances that have this call receive the request; absent: any instance. */
  route?: ApiRoute
  /** The caller gets the canary with which a version of the service is tried. */
  isOfPartner?: boolean
  /** Size of the body in bytes: only instances that accept it receive the request. */
  bodyLength?: number
  /** Aborted when no caller waits for the response any longer. */
  disconnected?: AbortSignal
}

export interface WholeResponse {
  status: number
  headers: Dispatcher.ResponseData['headers']
  body: Buffer
}

/** A service with one or more instances. Its methods throw UnavailableError when no instance responds. */
export interface Upstream {
  instances: readonly Instance[]
  /** The trial of a new version beside the others. */
  trial: Trial | undefined
  /** How the version on trial does, or the one that answered last. */
  verdict(): Verdict
  /** Resolves as soon as the head of the response has arrived. */
  request(options: UpstreamRequest): Promise<Dispatcher.ResponseData>
  readWhole(response: Dispatcher.ResponseData): Promise<WholeResponse>
  requestWhole(options: UpstreamRequest): Promise<WholeResponse>
  /** Sends a GET to every instance: the first response with status 200, or else any other response. */
  probe(path: string, headers?: Record<string, string>): Promise<WholeResponse>
  close(): Promise<void>
}

// Imports of thousands of lines are processed before the response is sent.
const BODY_DEADLINE_MS = 60_000

/**
 * @param service name, such as svc-catalog
 * @param holds what is unavailable to people when the service is: "Listings"
 */
export function openUpstream(service: string, instances: readonly Instance[], holds: () => string): Upstream {
  // Round-robin per call: with one counter, two calls that alternate would each always get the same instance.
  const turns = new Map<string, number>()
  const builds = openBuilds()

  /** The instances that have the call, in round-robin order, with unhealthy ones last; one on trial is first in its turns only. */
  function candidatesFor({
    route,
    bodyLength = 0,
    method,
    isOfPartner = false,
  }: UpstreamRequest): readonly Instance[] {
    const [only] = instances
    if (only && instances.length === 1) return instances
    const able = route
      ? instances.filter((instance) => (instance.call(route.key)?.bodyLimit ?? -1) >= bodyLength)
      : instances
    const turn = (turns.get(route?.key ?? '') ?? 0) + 1
    turns.set(route?.key ?? '', turn)
    const isRepeatable = method === 'GET'
    const { trial } = upstream
    const ofTrial = trial?.takes(route?.key ?? '', isRepeatable, isOfPartner) ? -0.5 : 0.5
    const rankOf = (instance: Instance) =>
      instance.rank(isRepeatable) + (instance === trial?.instance ? ofTrial : 0)
    return able
      .map((_, index) => able[(index + turn) % able.length] as Instance)
      .toSorted((a, b) => rankOf(a) - rankOf(b))
  }

  async function request({ disconnected, ...options }: UpstreamRequest): Promise<Dispatcher.ResponseData> {
    const { method, path, headers, body = null, lane = 'calls' } = options
    const aborter = new AbortController()
    const deadlineMs = body ? BODY_DEADLINE_MS : DEADLINE_MS
    const onTimeout = () => aborter.abort(new ResponseTimeoutError(`no response within ${deadlineMs} ms`))
    const deadline = setTimeout(onTimeout, deadlineMs)
    disconnected?.addEventListener('abort', () => aborter.abort(), { once: true })
    try {
      const request = { method, path, headers, body, lane, signal: aborter.signal }
      return await sendToOneOf(candidatesFor(options), request, (instance, isOnly) => {
        const { trial } = upstream
        return recorded(instance.send(request, isOnly), {
          mayFail: instance === trial?.instance && method === 'GET' && !isOnly,
          record(hasFailed, ms, build = instance.build) {
            const result = { call: options.route?.key ?? '', hasFailed, ms }
            trial?.resultsOf(instance).add(result)
            if (typeof build === 'string') builds.add(build, result)
          },
        })
      })
    } catch (error) {
      throw asProblem(error)
    } finally {
      clearTimeout(deadline)
    }
  }

  async function readWhole({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<WholeResponse> {
    endWhenLate(body)
    try {
      return { status: statusCode, headers, body: Buffer.from(await body.arrayBuffer()) }
    } catch (error) {
      throw asProblem(error)
    }
  }

  async function probe(path: string, headers: Record<string, string> = {}): Promise<WholeResponse> {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const responses = instances.map(async (instance) => {
      const response = await readWhole(await instance.send({ method: 'GET', path, headers, signal }, true))
      if (response.status !== 200) throw new NotOkError(response)
      return response
    })
    return Promise.any(responses).catch(({ errors }: AggregateError) => {
      const notOk = errors.find((error) => error instanceof NotOkError)
      if (notOk) return notOk.response
      throw asProblem(errors[0])
    })
  }

  function asProblem(error: unknown): Error {
    if (errorCodeOf(error) === 'UND_ERR_INVALID_ARG')
      return new InvalidInputError('bad-request', 'The request is malformed and cannot be forwarded.')
    if (error instanceof UnavailableError) return error
    const missing = holds()
    const message = `${missing} cannot be loaded right now. Please try again in a moment.`
    const code = `${missing.toLowerCase().replaceAll(/\W+/g, '-')}-unavailable`
    return Object.assign(new UnavailableError(code, message), { cause: error })
  }

  const upstream: Upstream = {
    instances,
    trial: undefined,
    verdict: () => (upstream.trial ?? builds).verdict(),
    request,
    readWhole,
    requestWhole: async (options) => readWhole(await request(options)),
    probe,
    async close() {
      await Promise.all(instances.map((instance) => instance.close()))
    },
  }
  return upstream
}

/** The upstream of a route, which always exists: only configured services have routes. */
export function serviceOf(
  upstreams: Readonly<Record<string, Upstream>>,
  { service }: Pick<ApiRoute, 'service'>,
): Upstream {
  const upstream = upstreams[service]
  if (!upstream) throw new Error(`there is no service ${service}`)
  return upstream
}

class NotOkError extends Error {
  constructor(readonly response: WholeResponse) {
    super(`status ${response.status}`)
  }
}

async function sendToOneOf(
  [first, ...fallbacks]: readonly Instance[],
  request: InstanceRequest,
  send: (instance: Instance, isOnly: boolean) => Promise<Dispatcher.ResponseData>,
): Promise<Dispatcher.ResponseData> {
  if (!first) throw new Error('no instance has this call')
  try {
    return await send(first, fallbacks.length === 0)
  } catch (error) {
    if (fallbacks.length === 0 || !mayRetryElsewhere(error, request)) throw error
    return sendToOneOf(fallbacks, request, send)
  }
}

interface Recording {
  /** Whether another instance is asked where this one fails. */
  mayFail: boolean
  /** @param build as the response names it */
  record(hasFailed: boolean, ms: number, build?: string | string[]): void
}

async function recorded(
  sent: Promise<Dispatcher.ResponseData>,
  { mayFail, record }: Recording,
): Promise<Dispatcher.ResponseData> {
  const sentAt = performance.now()
  try {
    const response = await sent
    const hasFailed = response.statusCode >= 500
    record(hasFailed, performance.now() - sentAt, response.headers[BUILD_HEADER])
    if (!hasFailed || !mayFail) return response
    response.body.on('error', () => undefined).destroy()
  } catch (error) {
    // Not where its caller has left.
    if (error instanceof ServiceFailure) record(true, performance.now() - sentAt)
    throw error
  }
  throw new ServiceFailure('the version on trial failed')
}
