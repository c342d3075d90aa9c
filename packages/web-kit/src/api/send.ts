import {
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type ReplyOf,
} from '@offquad/contracts'
import { onResponse } from '../is-offline'
import { traceCall } from '../telemetry/traces'
import { problemOf, type ProblemError, unexpectedResponse, unreachable } from './problem-error'

export interface CallArguments<E extends Endpoint> {
  params?: ParamsOf<E>
  query?: QueryOf<E>
  /** A form is sent as multipart, anything else as JSON. */
  body?: BodyOf<E> | FormData
  signal?: AbortSignal
  /** Sends the request even if the page is closing. */
  keepalive?: boolean
  /** The same for every retry of a write, so that the service executes it once. */
  idempotencyKey?: string
}

type ProblemListener = (call: Pick<Endpoint, 'method' | 'path'>, problem: ProblemError) => void

let problemListener: ProblemListener | undefined

/** Calls `listener` with the problem of every failed call from now on. */
export function onProblem(listener: ProblemListener): void {
  problemListener = listener
}

/**
 * Sends one request to an endpoint of the contract, anonymously or with an access token.
 * @throws ProblemError when the response is an error or the service cannot be reached
 */
export async function send<E extends Endpoint>(
  endpoint: E,
  call: CallArguments<E>,
  accessToken?: string,
): Promise<ReplyOf<E>> {
  const trace = traceCall(endpoint)
  const response = await fetch(urlOf(endpoint, call), {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...trace?.headers,
      ...(accessToken && { authorization: `Bearer ${accessToken}` }),
      ...(isJson(call.body) && { 'content-type': 'application/json' }),
      ...(call.idempotencyKey && { 'idempotency-key': call.idempotencyKey }),
    },
    ...(call.body !== undefined && { body: isJson(call.body) ? JSON.stringify(call.body) : call.body }),
    signal: call.signal,
    keepalive: call.keepalive,
  }).catch((error: unknown) => {
    if (call.signal?.aborted) throw error
    trace?.end(0)
    const problem = unreachable()
    problemListener?.(endpoint, problem)
    throw problem
  })
  trace?.end(response.status)
  onResponse(response)
  if (!response.ok) {
    const problem = await problemOf(response)
    problemListener?.(endpoint, problem)
    throw problem
  }
  if (response.status === 204) return undefined as ReplyOf<E>
  const body: unknown = await response.json().catch((error: unknown) => {
    if (call.signal?.aborted) throw error
    // The body was truncated, or replaced by a proxy's page.
    throw unexpectedResponse(response)
  })
  // The service serializes by the same schema.
  return body as ReplyOf<E>
}

const isJson = <T>(body: T | FormData): body is T => body !== undefined && !(body instanceof FormData)

/** Path and query of a call; parameters that are undefined are omitted. */
export function urlOf<E extends Endpoint>(endpoint: E, { params, query }: CallArguments<E>): string {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  )
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  const path = pathOf(endpoint, params as Record<string, string | number> | undefined)
  return search ? `${path}?${search}` : path
}
