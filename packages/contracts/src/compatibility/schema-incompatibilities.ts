import { Check } from 'typebox/schema'

/** The part of JSON Schema, and OpenAPI's `nullable`, the contracts are written in. */
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
 * Why something that is valid by `given` may not be valid by `wanted`; nothing when it always is. An object that may have
 * more members than it names is taken to have only these: nobody sends what no contract names.
 * @param at what is compared, for the sentences: 'body.name'
 */
export function schemaMisfits(given: JsonSchema, wanted: JsonSchema, at: string): string[] {
  const branches = branchesOf(wanted)
  // Anything is fine.
  if (branches.some((branch) => isAnything(branch))) return []
  return branchesOf(given).flatMap((branch) => {
    const fits = branches.map((candidate) => branchMisfits(branch, candidate, at))
    if (fits.some((misfits) => misfits.length === 0)) return []
    // Of several that do not fit, the one that is meant is of the same type.
    const [meant] = fits.filter((_, index) => branches[index]?.type === branch.type)
    return meant ?? [`${at} may be ${nameOf(branch)}, which is not accepted`]
  })
}

/** Every kind of value a schema allows. */
function branchesOf(schema: JsonSchema): JsonSchema[] {
  const { nullable, anyOf, ...plain } = schema
  const branches = anyOf ? anyOf.flatMap(branchesOf) : valuesOf(plain)
  return nullable ? [...branches, { type: 'null' }] : branches
}

// A value at a time, so that a list of them is compared as one would say it.
const valuesOf = ({ enum: values, ...plain }: JsonSchema): JsonSchema[] =>
  values ? values.map((value) => ({ type: typeof value, const: value })) : [plain]

const isAnything = (schema: JsonSchema): boolean =>
  schema.type === undefined && schema.const === undefined && schema.properties === undefined

const nameOf = (schema: JsonSchema): string =>
  'const' in schema ? JSON.stringify(schema.const) : (schema.type ?? 'anything')

function branchMisfits(given: JsonSchema, wanted: JsonSchema, at: string): string[] {
  if ('const' in given)
    return Check(wanted, given.const) ? [] : [`${at} may be ${nameOf(given)}, which is not accepted`]
  if ('const' in wanted || !isOfType(given, wanted))
    return [`${at} may be ${nameOf(given)}, not only ${nameOf(wanted)}`]
  return [
    ...boundMisfits(given, wanted, at),
    ...(wanted.type === 'object' ? memberMisfits(given, wanted, at) : []),
    ...(wanted.type === 'array' ? schemaMisfits(given.items ?? {}, wanted.items ?? {}, `${at}[]`) : []),
  ]
}

const isOfType = ({ type }: JsonSchema, wanted: JsonSchema): boolean =>
  type === wanted.type || (type === 'integer' && wanted.type === 'number')

const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const
const TEXT = ['pattern', 'format'] as const

function boundMisfits(given: JsonSchema, wanted: JsonSchema, at: string): string[] {
  const misfits = (names: readonly (keyof JsonSchema)[], isWithin: (is: never, bound: never) => boolean) =>
    names.flatMap((name) => {
      const [is, bound] = [given[name], wanted[name]]
      if (bound === undefined || (is !== undefined && isWithin(is as never, bound as never))) return []
      return [`${at} has ${is === undefined ? 'no' : 'another'} ${name}, and ${String(bound)} is wanted`]
    })
  return [
    ...misfits(LOWER, (is: number, bound: number) => is >= bound),
    ...misfits(UPPER, (is: number, bound: number) => is <= bound),
    ...misfits(TEXT, (is: string, bound: string) => is === bound),
  ]
}

function memberMisfits(given: JsonSchema, wanted: JsonSchema, at: string): string[] {
  const { properties = {}, required = [] } = given
  const missing = (wanted.required ?? [])
    .filter((name) => !required.includes(name))
    .map((name) => `${at}.${name} is needed and may be missing`)
  const members = Object.entries(properties).flatMap(([name, schema]) => {
    const accepted = wanted.properties?.[name] ?? restOf(wanted)
    if (accepted === false) return [`${at}.${name} is not accepted`]
    return schemaMisfits(schema, accepted, `${at}.${name}`)
  })
  const rest = restOf(given)
  const others = restOf(wanted)
  return [
    ...missing,
    ...members,
    ...(typeof rest === 'object' && typeof others === 'object' ? schemaMisfits(rest, others, `${at}.*`) : []),
  ]
}

/** What members may be that are not named; false: there are none. */
function restOf({ additionalProperties = {}, patternProperties }: JsonSchema): JsonSchema | false {
  if (patternProperties) return Object.values(patternProperties)[0] ?? {}
  return additionalProperties === true ? {} : additionalProperties
}
