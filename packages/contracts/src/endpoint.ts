import { type Static, type TSchema, Type } from 'typebox'

/** Who may call: anyone, a signed-in user, or an administrator. Ownership is decided by the service. */
export const Access = Type.Enum(['anyone', 'signed-in', 'admin'])
export type Access = Static<typeof Access>

/** Calls that cost a service about the same and are needed about as often share a rate limit. */
export const RateClass = Type.Enum(['sign-in', 'write', 'search', 'read'])
export type RateClass = Static<typeof RateClass>

/**
 * One call of the HTTP API: the service registers it, the browser calls it, OpenAPI is derived from it.
 * `path` uses `:name` for parameters, as find-my-way and react-router do.
 */
export interface Endpoint<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
> {
  method: 'GET' | 'POST' | 'PUT'
  path: `/api/${string}`
  summary: string
  access: Access
  /** Success status; 200 unless the contract fixes another. */
  status: 200 | 201 | 204
  params?: Params
  query?: Query
  body?: Body
  reply: Reply
  /** Error statuses a client should be ready for beside 400, 429 and 5xx. */
  problems: readonly number[]
  /** Largest accepted body in bytes, where the service's default of 1 MiB does not fit. */
  bodyLimit?: number
  /** The rate limit a call counts against, where it is not `read` for a GET and `write` for the others. */
  rate?: RateClass
  /**
   * Services whose public replies the call changes, by name: gateways invalidate their cached responses before they pass
   * on the reply. Absent for a call that is not a GET: unknown, so the responses of every service are invalidated.
   */
  touches?: readonly string[]
  /**
   * What a call costs of its rate limit's budget, where it is not that of an ordinary call of its kind: 10 of a `read`,
   * 1 of the others. Reading one thing by its id costs 1, as older clients do it for each item of a list.
   */
  cost?: number
  /**
   * The reply to a GET is the same for everyone, signed in or not: gateways answer signed-in callers from their cache, too.
   * Without it, they are always forwarded to the service.
   */
  ignoresCaller?: boolean
  /** The body is multipart/form-data with one file in this field. */
  fileField?: string
  /** Media type of the reply where it is not JSON. */
  replyType?: string
  /** With the header Idempotency-Key a repeated call changes nothing and gets the first one's reply. */
  takesIdempotencyKey?: true
}

/** What a client makes up for one write and sends again with each repetition of it, in the header Idempotency-Key. */
export const IdempotencyKey = Type.String({
  pattern: '^[0-9A-Za-z_-]{8,64}$',
  description: 'Of one write and its repetitions: the first is carried out, all get its reply',
})

type EndpointOptions<P extends TSchema, Q extends TSchema, B extends TSchema, R extends TSchema> = Omit<
  Endpoint<P, Q, B, R>,
  'method' | 'path' | 'access' | 'status' | 'problems'
> &
  Partial<Pick<Endpoint, 'access' | 'status' | 'problems'>>

/**
 * Declares an endpoint; by default `access` is anyone and `status` 200.
 * @param call method and path: 'GET /api/rooms/:roomId'
 */
export function endpoint<
  R extends TSchema,
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
>(
  call: `${Endpoint['method']} ${Endpoint['path']}`,
  options: EndpointOptions<P, Q, B, R>,
): Endpoint<P, Q, B, R> {
  const [method, path] = call.split(' ') as [Endpoint['method'], Endpoint['path']]
  return { method, path, access: 'anyone', status: 200, problems: [], ...options }
}

export type ParamsOf<E> = E extends Endpoint<infer P, TSchema, TSchema, TSchema> ? Static<P> : never
export type QueryOf<E> = E extends Endpoint<TSchema, infer Q, TSchema, TSchema> ? Static<Q> : never
export type BodyOf<E> = E extends Endpoint<TSchema, TSchema, infer B, TSchema> ? Static<B> : never
export type ReplyOf<E> = E extends Endpoint<TSchema, TSchema, TSchema, infer R> ? Static<R> : never

/** The rate limit that calls of an endpoint count against. */
export const rateOf = ({ method, rate }: Pick<Endpoint, 'method' | 'rate'>): RateClass =>
  rate ?? (method === 'GET' ? 'read' : 'write')

/** What an ordinary call costs of the budget of its rate limit. */
export const ordinaryCost = (rate: RateClass): number => (rate === 'read' ? 10 : 1)

/** The services whose public replies a call changes; undefined: unknown. */
export const touchedBy = ({
  method,
  touches,
}: Pick<Endpoint, 'method' | 'touches'>): readonly string[] | undefined =>
  touches ?? (method === 'GET' ? [] : undefined)

/** The replies to everyone are the same and small: a gateway may cache them. Pictures are for the caches of browsers. */
export const isCacheable = ({
  method,
  access,
  replyType,
}: Pick<Endpoint, 'method' | 'access' | 'replyType'>): boolean =>
  method === 'GET' && access === 'anyone' && replyType === undefined

/**
 * The URL path of a call, its parameters filled in and escaped.
 * @throws RangeError when a parameter of the path is missing
 */
export function pathOf(call: Pick<Endpoint, 'path'>, params: Record<string, string | number> = {}): string {
  return call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new RangeError(`${call.path} needs the parameter "${name}"`)
    return encodeURIComponent(String(value))
  })
}
