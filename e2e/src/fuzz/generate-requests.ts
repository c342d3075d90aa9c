import fc from 'fast-check'
import { hostileJson, hostileText, hostileValue } from './hostile'

/** A raw request. */
export interface WireRequest {
  method: string
  /** Path and query, with the minimum escaping that HTTP requires. */
  target: string
  contentType?: string
  body?: string
}

interface Schema {
  type?: string
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  minimum?: number
  minLength?: number
}

interface Operation {
  parameters?: { in: string; name: string; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
}

/** Generates invalid requests for every operation of an OpenAPI document. */
export function badRequests(document: ApiDocument): { call: string; request: fc.Arbitrary<WireRequest> }[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      request: badRequest(method.toUpperCase(), path, operation),
    })),
  )
}

function badRequest(method: string, path: string, operation: Operation): fc.Arbitrary<WireRequest> {
  const { parameters = [], requestBody } = operation
  const target = fc
    .tuple(pathOf(path, parameters), queryOf(parameters.filter((parameter) => parameter.in === 'query')))
    .map(([filled, query]) => (query ? `${filled}?${query}` : filled))
  const [type] = Object.entries(requestBody?.content ?? {})
  if (!type) return target.map((url) => ({ method, target: url }))
  const body = fc.oneof(
    { weight: 4, arbitrary: spoiled(type[1].schema ?? {}) },
    { weight: 1, arbitrary: hostileJson },
  )
  const contentType = fc.oneof(
    { weight: 8, arbitrary: fc.constant('application/json') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('text/plain', 'multipart/form-data', 'application/xml', '; charset='),
    },
  )
  return fc.record({ method: fc.constant(method), target, contentType, body })
}

type Parameters = NonNullable<Operation['parameters']>

/** Path parameters with patterns. */
const EXAMPLES: Record<string, string> = {
  app: 'mfe-admin',
  version: '9.9.9',
  name: 'travel-times',
  area: 'WEST',
}

/** Path parameters are sometimes valid, so that later checks are reached. */
function pathOf(path: string, parameters: Parameters): fc.Arbitrary<string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const values = names.map((name) => {
    const { schema = {} } = parameters.find((parameter) => parameter.name === name) ?? {}
    const plain = EXAMPLES[name] ?? sampleOf(schema)
    return fc.oneof(fc.constant(String(plain)), hostileText)
  })
  return fc.tuple(fc.tuple(...values), fc.boolean()).map(([filled, isEscaped]) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = filled[names.indexOf(name)] ?? ''
      return isEscaped ? escape(value) : sendable(value)
    }),
  )
}

function queryOf(parameters: Parameters): fc.Arbitrary<string> {
  const names = parameters.map(({ name }) => name)
  const name = fc.oneof(
    fc.constantFrom(...names, 'unknown', '__proto__'),
    fc.constantFrom(...names.flatMap((parameter) => [`${parameter}[$ne]`, `${parameter}[]`]), 'a[b][c]'),
  )
  return fc
    .array(fc.tuple(name, hostileText), { maxLength: 4 })
    .map((pairs) => pairs.map(([key, value]) => `${escape(key)}=${escape(value)}`).join('&'))
}

/** A body with one invalid member. */
function spoiled(schema: Schema): fc.Arbitrary<string> {
  const good = sampleOf(schema)
  if (typeof good !== 'object' || good === null || Array.isArray(good)) return hostileValue.map(toJson)
  const names = [...Object.keys(good), 'unknown']
  return fc.tuple(fc.constantFrom(...names), hostileValue, fc.boolean()).map(([name, value, isMissing]) => {
    const members = Object.entries({ ...good, ...(!isMissing && { [name]: value }) })
    return toJson(Object.fromEntries(members.filter(([member]) => !(isMissing && member === name))))
  })
}

const toJson = (value: unknown): string => JSON.stringify(value) ?? 'null'

/** The simplest valid value of a schema. */
function sampleOf(schema: Schema): unknown {
  const { type, enum: values, anyOf, properties, items } = schema
  if (values) return values[0]
  if (anyOf?.[0]) return sampleOf(anyOf[0])
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, sampleOf(schema)]))
  if (type === 'array') return items ? [sampleOf(items)] : []
  return plainOf(schema)
}

function plainOf({ type, minimum = 1, minLength = 0 }: Schema): unknown {
  if (type === 'object') return {}
  if (type === 'boolean') return true
  return type === 'integer' || type === 'number' ? minimum : 'a'.repeat(Math.max(3, minLength))
}

// A lone surrogate cannot be encoded in UTF-8.
const escape = (text: string): string => encodeURIComponent(Buffer.from(text).toString())

/** Escapes only what a request line cannot contain. */
const sendable = (text: string): string => text.replace(/[^!-~]|[?#]/gu, escape)
