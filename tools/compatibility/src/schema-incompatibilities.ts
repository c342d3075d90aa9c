import { Check } from 'typebox/schema'

/** The part of JSON Schema, and of OpenAPI (`nullable`), that the contracts use. */
export interface JsonSchema {
  type?: string
  nullable?: boolean
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  patternProperties?: Record<string, JsonSchema>
  items?: JsonSchema
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/**
 * Finds why a value that is valid under `given` may be invalid under `accepted`. An object that may have more members than it
 * names is assumed to have only these: no one sends what no contract names.
 * @param at the path of what is compared, for the sentences: 'body.name'
 * @returns a sentence each; empty when every such value is valid
 */
export function findSchemaIncompatibilities(given: JsonSchema, accepted: JsonSchema, at: string): string[] {
  const branches = branchesOf(accepted)
  if (branches.some((branch) => isAnything(branch))) return []
  return branchesOf(given).flatMap((branch) => {
    const compared = branches.map((candidate) => compareBranches(branch, candidate, at))
    if (compared.some((incompatibilities) => incompatibilities.length === 0)) return []
    // The branch of the same type is the one that is meant.
    const [meant] = compared.filter((_, index) => branches[index]?.type === branch.type)
    return meant ?? [`${at} may be ${nameOf(branch)}, which is not accepted`]
  })
}

/** Each kind of value that a schema allows. */
function branchesOf(schema: JsonSchema): JsonSchema[] {
  const { nullable, anyOf, ...plain } = schema
  const branches = anyOf ? anyOf.flatMap(branchesOf) : valuesOf(plain)
  return nullable ? [...branches, { type: 'null' }] : branches
}

// One value each, so that the sentence names the value that is not accepted.
const valuesOf = ({ enum: values, ...plain }: JsonSchema): JsonSchema[] =>
  values ? values.map((value) => ({ type: typeof value, const: value })) : [plain]

const isAnything = (schema: JsonSchema): boolean =>
  schema.type === undefined && schema.const === undefined && schema.properties === undefined

const nameOf = (schema: JsonSchema): string =>
  'const' in schema ? JSON.stringify(schema.const) : (schema.type ?? 'anything')

function compareBranches(given: JsonSchema, accepted: JsonSchema, at: string): string[] {
  if ('const' in given)
    return Check(accepted, given.const) ? [] : [`${at} may be ${nameOf(given)}, which is not accepted`]
  if ('const' in accepted || !isOfType(given, accepted))
    return [`${at} may be ${nameOf(given)}, not only ${nameOf(accepted)}`]
  return [
    ...compareBounds(given, accepted, at),
    ...(accepted.type === 'object' ? compareMembers(given, accepted, at) : []),
    ...(accepted.type === 'array'
      ? findSchemaIncompatibilities(given.items ?? {}, accepted.items ?? {}, `${at}[]`)
      : []),
  ]
}

const isOfType = ({ type }: JsonSchema, accepted: JsonSchema): boolean =>
  type === accepted.type || (type === 'integer' && accepted.type === 'number')

const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const
const TEXT = ['pattern', 'format'] as const

function compareBounds(given: JsonSchema, accepted: JsonSchema, at: string): string[] {
  const compare = (names: readonly (keyof JsonSchema)[], isWithin: (is: never, bound: never) => boolean) =>
    names.flatMap((name) => {
      const [is, bound] = [given[name], accepted[name]]
      if (bound === undefined || (is !== undefined && isWithin(is as never, bound as never))) return []
      return [`${at} has ${is === undefined ? 'no' : 'another'} ${name}, and ${String(bound)} is required`]
    })
  return [
    ...compare(LOWER, (is: number, bound: number) => is >= bound),
    ...compare(UPPER, (is: number, bound: number) => is <= bound),
    ...compare(TEXT, (is: string, bound: string) => is === bound),
  ]
}

function compareMembers(given: JsonSchema, accepted: JsonSchema, at: string): string[] {
  const { properties = {}, required = [] } = given
  const missing = (accepted.required ?? [])
    .filter((name) => !required.includes(name))
    .map((name) => `${at}.${name} is required and may be missing`)
  const members = Object.entries(properties).flatMap(([name, schema]) => {
    const member = accepted.properties?.[name] ?? restOf(accepted)
    if (member === false) return [`${at}.${name} is not accepted`]
    return findSchemaIncompatibilities(schema, member, `${at}.${name}`)
  })
  const [givenRest, acceptedRest] = [restOf(given), restOf(accepted)]
  return [
    ...missing,
    ...members,
    ...(typeof givenRest === 'object' && typeof acceptedRest === 'object'
      ? findSchemaIncompatibilities(givenRest, acceptedRest, `${at}.*`)
      : []),
  ]
}

/** The schema of members that are not named; false when there are none. */
function restOf({ additionalProperties = {}, patternProperties }: JsonSchema): JsonSchema | false {
  if (patternProperties) return Object.values(patternProperties)[0] ?? {}
  return additionalProperties === true ? {} : additionalProperties
}
