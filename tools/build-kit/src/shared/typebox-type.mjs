import { IsOptional, Object as createObject, Optional, Unsafe } from 'typebox/type'

export {
  Any,
  Array,
  Boolean,
  Enum,
  Integer,
  Intersect,
  Literal,
  Never,
  Null,
  Number,
  Object,
  Optional,
  String,
  Tuple,
  Union,
  Unknown,
  Unsafe,
} from 'typebox/type'

// Typebox computes these for types of any kind, with an engine for generic types that takes 9 KB (brotli). In the browser they
// are needed for objects with literal keys, and for records by strings.

/** An object with any keys that a string schema describes. */
export function Record(key, value, options) {
  if (key.type !== 'string') throw new Error('in the browser, only strings are keys of a record')
  return Unsafe({ type: 'object', patternProperties: { [key.pattern ?? '^.*$']: value }, ...options })
}

/** The object with all properties optional. */
export const Partial = ({ properties }, options) =>
  objectOf(properties, (_name, property) => (IsOptional(property) ? property : Optional(property)), options)

/** The object with these properties only. */
export const Pick = ({ properties }, keys, options) =>
  objectOf(properties, (name, property) => (namesOf(keys).includes(name) ? property : undefined), options)

/** The object without these properties. */
export const Omit = ({ properties }, keys, options) =>
  objectOf(properties, (name, property) => (namesOf(keys).includes(name) ? undefined : property), options)

function objectOf(properties, change, options) {
  const entries = globalThis.Object.entries(properties).map(([name, property]) => [
    name,
    change(name, property),
  ])
  return createObject(
    globalThis.Object.fromEntries(entries.filter(([, property]) => property !== undefined)),
    options,
  )
}

/** The names in a list, a literal, an enum or a union of literals. */
function namesOf(keys) {
  if (globalThis.Array.isArray(keys)) return keys
  return keys.enum ?? keys.anyOf?.map((literal) => literal.const) ?? [keys.const]
}
