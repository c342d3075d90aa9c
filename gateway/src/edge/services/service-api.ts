import { Access, ordinaryCost, RateClass, ServiceDocument, ServiceOperation } from '@offquad/contracts'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { fromOpenApi, isCallPath, shapeOf } from './call-path'

/** One call of a service, with what the gateway needs to route it. */
export const ServiceCall = Type.Object({
  method: Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: Type.String(),
  access: Access,
  rate: RateClass,
  /** Units it takes from the rate limit. */
  cost: Type.Integer({ minimum: 1 }),
  /** Largest body in bytes. */
  bodyLimit: Type.Integer({ minimum: 0 }),
  isCacheable: Type.Boolean(),
  /** Cached responses are also valid for signed-in callers. */
  ignoresCaller: Type.Boolean(),
  /** Its response lasts until the client disconnects. */
  isEventStream: Type.Boolean(),
  /** The names of its query parameters; absent: unknown. */
  query: Type.Optional(Type.Array(Type.String())),
  /** It rejects unknown query parameters. */
  isStrictQuery: Type.Boolean(),
  /** Services whose public responses it changes; absent: unknown. */
  touches: Type.Optional(Type.Array(Type.String())),
})
export type ServiceCall = Static<typeof ServiceCall>

/** The calls of a service, or of one instance, as the gateway knows them. */
export const ServiceApi = Type.Object({
  holds: Type.Optional(Type.String()),
  calls: Type.Array(ServiceCall),
})
export type ServiceApi = Static<typeof ServiceApi>

/** An API, and why parts of its document cannot be routed. */
export interface LearnedApi {
  api: ServiceApi
  rejected: string[]
}

const METHODS = ServiceCall.properties.method.enum
const DEFAULT_BODY_LIMIT = 1024 * 1024
// Comparing this many paths pairwise with those of other services takes a few milliseconds.
const MAX_CALLS = 500

/**
 * Reads the calls of a service from its OpenAPI document.
 * @throws Error with a message for people when the whole document is unusable
 */
export function readServiceDocument(document: unknown): LearnedApi {
  const problem = problemIn(ServiceDocument, document)
  if (problem)
    throw new Error(`the OpenAPI document is malformed: ${problem.instancePath} ${problem.message}`)
  const { info, paths } = document as ServiceDocument
  const publishesChanges = info['x-publishes-changes'] ?? false
  const rejected: string[] = []
  const calls = new Map<string, ServiceCall>()
  for (const [openApiPath, operations] of Object.entries(paths)) {
    const path = fromOpenApi(openApiPath)
    if (!isCallPath(path)) {
      rejected.push(`${openApiPath.slice(0, 200)} is not a valid path below /api/`)
      continue
    }
    const sharedParameters = Array.isArray(operations.parameters) ? operations.parameters : []
    for (const [key, operation] of Object.entries(operations)) {
      const method = METHODS.find((name) => name.toLowerCase() === key)
      // "parameters", "summary", and HEAD, which is handled as GET.
      if (!method) continue
      const call = readOperation({ method, path }, operation, { publishesChanges, sharedParameters })
      const id = callKey(call)
      if (calls.has(id)) rejected.push(`${method} ${path} is a duplicate`)
      else calls.set(id, call)
    }
  }
  if (calls.size > MAX_CALLS) throw new Error(`the OpenAPI document has more than ${MAX_CALLS} calls`)
  const api = { calls: [...calls.values()], ...(info['x-holds'] && { holds: info['x-holds'] }) }
  return { api, rejected }
}

/** Checks first, because collecting errors takes ten times as long. */
const problemIn = (schema: TSchema, value: unknown) =>
  Value.Check(schema, value) ? undefined : Value.Errors(schema, value)[0]

interface DocumentContext {
  publishesChanges: boolean
  /** Parameters of all operations of the path. */
  sharedParameters: NonNullable<ServiceOperation['parameters']>
}

function readOperation(
  { method, path }: Pick<ServiceCall, 'method' | 'path'>,
  operation: unknown,
  { publishesChanges, sharedParameters }: DocumentContext,
): ServiceCall {
  const problem = problemIn(ServiceOperation, operation)
  if (problem) throw new Error(`${method} ${path} is malformed: ${problem.instancePath} ${problem.message}`)
  const fields = operation as ServiceOperation
  const access = fields['x-access'] ?? (fields.security?.length ? 'signed-in' : 'anyone')
  const isRead = method === 'GET'
  const rate = Value.Check(RateClass, fields['x-rate']) ? fields['x-rate'] : isRead ? 'read' : 'write'
  const touches = isRead ? undefined : fields['x-touches']
  const query = queryOf([...sharedParameters, ...(fields.parameters ?? [])])
  return {
    method,
    path,
    access,
    rate,
    cost: fields['x-cost'] ?? ordinaryCost(rate),
    bodyLimit: fields['x-body-limit'] ?? DEFAULT_BODY_LIMIT,
    isCacheable: Boolean(fields['x-cacheable']) && publishesChanges && isRead && access === 'anyone',
    ignoresCaller: fields['x-ignores-caller'] ?? false,
    isEventStream: isRead && respondsWithEvents(fields),
    isStrictQuery: fields['x-strict-query'] ?? false,
    ...(query && { query }),
    ...(touches && { touches }),
  }
}

/** The names of query parameters; undefined when one of the parameters is a reference. */
function queryOf(parameters: NonNullable<ServiceOperation['parameters']>): string[] | undefined {
  if (parameters.some((parameter) => parameter.in === undefined || parameter.name === undefined))
    return undefined
  return parameters.flatMap((parameter) => (parameter.in === 'query' ? (parameter.name ?? []) : []))
}

const respondsWithEvents = ({ responses = {} }: ServiceOperation): boolean =>
  Object.values(responses).some(({ content = {} }) => 'text/event-stream' in content)

/** Identifies a call regardless of its parameter names: `GET /api/apts/:`. */
export const callKey = ({ method, path }: Pick<ServiceCall, 'method' | 'path'>): string =>
  `${method} ${shapeOf(path)}`

/**
 * Merges the APIs of a service's instances: every call of any instance, with the strictest settings of all, except that the
 * largest body limit applies.
 */
export function unionOf(apis: readonly ServiceApi[]): ServiceApi {
  const calls = new Map<string, ServiceCall>()
  for (const call of apis.flatMap((api) => api.calls)) {
    const key = callKey(call)
    const merged = calls.get(key)
    calls.set(key, merged ? merge(merged, call) : call)
  }
  const holds = apis.find((api) => api.holds)?.holds
  return { calls: [...calls.values()], ...(holds && { holds }) }
}

const STRICTEST_FIRST: Access[] = ['admin', 'signed-in', 'anyone']
const RAREST_FIRST: RateClass[] = ['sign-in', 'write', 'search', 'read']

function merge({ touches, query, ...first }: ServiceCall, second: ServiceCall): ServiceCall {
  return {
    ...first,
    access: firstIn(STRICTEST_FIRST, first.access, second.access),
    rate: firstIn(RAREST_FIRST, first.rate, second.rate),
    cost: Math.max(first.cost, second.cost),
    bodyLimit: Math.max(first.bodyLimit, second.bodyLimit),
    isCacheable: first.isCacheable && second.isCacheable,
    ignoresCaller: first.ignoresCaller && second.ignoresCaller,
    isEventStream: first.isEventStream || second.isEventStream,
    isStrictQuery: first.isStrictQuery && second.isStrictQuery,
    ...(query && second.query && { query: [...new Set([...query, ...second.query])] }),
    ...(touches && second.touches && { touches: [...new Set([...touches, ...second.touches])] }),
  }
}

const firstIn = <T>(order: readonly T[], first: T, second: T): T =>
  order.indexOf(first) < order.indexOf(second) ? first : second
