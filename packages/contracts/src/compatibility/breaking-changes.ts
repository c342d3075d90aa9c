import { type JsonSchema, schemaMisfits } from './schema-misfits'

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

/** What of an OpenAPI document callers rely on, without the rest: to be recorded when it is released. */
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

/** Why callers of the released API may fail with the current one; nothing when none does. */
export function apiMisfits(released: ApiDocument, current: ApiDocument): string[] {
  return Object.entries(released.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const call = `${method.toUpperCase()} ${path}`
      const now = current.paths[path]?.[method]
      return now
        ? operationMisfits(operation, now).map((misfit) => `${call}: ${misfit}`)
        : [`${call} is gone`]
    }),
  )
}

const operationMisfits = (released: Operation, current: Operation): string[] => [
  ...(current.security && !released.security ? ['it wants a token now'] : []),
  ...parameterMisfits(released, current),
  ...bodyMisfits(released, current),
  ...answerMisfits(released, current),
]

function parameterMisfits({ parameters: released = [] }: Operation, { parameters: current = [] }: Operation) {
  return current.flatMap((parameter) => {
    const { in: place, name, required = false, schema = {} } = parameter
    const before = released.find((one) => one.in === place && one.name === name)
    if (!before) return required ? [`the ${place} parameter ${name} is needed now`] : []
    return [
      ...(required && !before.required ? [`the ${place} parameter ${name} is needed now`] : []),
      ...schemaMisfits(before.schema ?? {}, schema, `${place}.${name}`),
    ]
  })
}

function bodyMisfits({ requestBody: released }: Operation, { requestBody: current }: Operation): string[] {
  if (!current) return []
  if (!released) return current.required ? ['a body is needed now'] : []
  return contentMisfits(released, current, 'body')
}

/** What it answers now must be what was promised; it may promise more, or fail in new ways. */
function answerMisfits(
  { responses: released = {} }: Operation,
  { responses: current = {} }: Operation,
): string[] {
  return Object.entries(current)
    .filter(([status]) => isSuccess(status))
    .flatMap(([status, answer]) => {
      const promised = released[status]
      return promised ? contentMisfits(answer, promised, 'answer') : [`it may answer ${status}`]
    })
}

const contentMisfits = (
  { content: given = {} }: Content,
  { content: wanted = {} }: Content,
  at: string,
): string[] =>
  Object.entries(given).flatMap(([type, { schema = {} }]) => {
    const accepted = wanted[type]
    return accepted ? schemaMisfits(schema, accepted.schema ?? {}, at) : [`${at} may be ${type}`]
  })
