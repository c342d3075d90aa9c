import { findSchemaIncompatibilities, type JsonSchema } from './schema-incompatibilities'

interface Content {
  content?: Record<string, { schema?: JsonSchema }>
}

interface Operation {
  parameters?: { in: string; name: string; required?: boolean; schema?: JsonSchema }[]
  requestBody?: Content & { required?: boolean }
  responses?: Record<string, Content>
  security?: unknown[]
}

/** The part of an OpenAPI 3 document that callers rely on. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
}

/** The part of an OpenAPI document that callers rely on, which is recorded when it is released. */
export function apiSurface({ paths }: ApiDocument): ApiDocument {
  const operations = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, surfaceOf(operation)])),
  ])
  return { paths: Object.fromEntries(operations) as ApiDocument['paths'] }
}

const surfaceOf = ({ parameters, requestBody, responses = {}, security }: Operation): Operation => ({
  ...(parameters && { parameters }),
  ...(requestBody && { requestBody }),
  responses: Object.fromEntries(Object.entries(responses).filter(([status]) => isSuccess(status))),
  ...(security && { security }),
})

const isSuccess = (status: string): boolean => status.startsWith('2')

/**
 * Finds why callers of the released API may fail with the current one.
 * @returns a sentence each; empty when no caller fails
 */
export function findBreakingChanges(released: ApiDocument, current: ApiDocument): string[] {
  return Object.entries(released.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const call = `${method.toUpperCase()} ${path}`
      const now = current.paths[path]?.[method]
      return now
        ? compareOperations(operation, now).map((change) => `${call}: ${change}`)
        : [`${call} was removed`]
    }),
  )
}

const compareOperations = (released: Operation, current: Operation): string[] => [
  ...(current.security && !released.security ? ['it requires a token now'] : []),
  ...compareParameters(released, current),
  ...compareBodies(released, current),
  ...compareResponses(released, current),
]

function compareParameters(
  { parameters: released = [] }: Operation,
  { parameters: current = [] }: Operation,
) {
  return current.flatMap((parameter) => {
    const { in: place, name, required = false, schema = {} } = parameter
    const before = released.find((earlier) => earlier.in === place && earlier.name === name)
    if (!before) return required ? [`the ${place} parameter ${name} is required now`] : []
    return [
      ...(required && !before.required ? [`the ${place} parameter ${name} is required now`] : []),
      ...findSchemaIncompatibilities(before.schema ?? {}, schema, `${place}.${name}`),
    ]
  })
}

function compareBodies({ requestBody: released }: Operation, { requestBody: current }: Operation): string[] {
  if (!current) return []
  if (!released) return current.required ? ['a body is required now'] : []
  return compareContents(released, current, 'body')
}

/** A response has to be what was released; it may have more members, and there may be new errors. */
function compareResponses(
  { responses: released = {} }: Operation,
  { responses: current = {} }: Operation,
): string[] {
  return Object.entries(current)
    .filter(([status]) => isSuccess(status))
    .flatMap(([status, response]) => {
      const before = released[status]
      return before ? compareContents(response, before, 'response') : [`it may return status ${status}`]
    })
}

const compareContents = (
  { content: given = {} }: Content,
  { content: accepted = {} }: Content,
  at: string,
): string[] =>
  Object.entries(given).flatMap(([type, { schema = {} }]) => {
    const content = accepted[type]
    return content ? findSchemaIncompatibilities(schema, content.schema ?? {}, at) : [`${at} may be ${type}`]
  })
