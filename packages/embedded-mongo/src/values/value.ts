import { Binary, BSONRegExp, ObjectId } from 'bson'

/** A BSON document as plain JavaScript. Stored documents are never changed in place: readers may keep them. */
export type Document = Record<string, unknown>

export type Kind =
  | 'missing'
  | 'null'
  | 'number'
  | 'string'
  | 'object'
  | 'array'
  | 'binary'
  | 'objectId'
  | 'boolean'
  | 'date'
  | 'regex'

const primitiveKinds: Record<string, Kind> = {
  undefined: 'missing',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
}

/** The BSON type bracket of a value; `undefined` stands for a missing field. */
export function kindOf(value: unknown): Kind {
  const primitive = primitiveKinds[typeof value]
  if (primitive) return primitive
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (value instanceof ObjectId) return 'objectId'
  if (value instanceof Date) return 'date'
  if (value instanceof Binary) return 'binary'
  return value instanceof BSONRegExp ? 'regex' : 'object'
}

export function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && kindOf(value) === 'object'
}

export function isNullish(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

const typeNames: Record<Exclude<Kind, 'number'>, string> = {
  missing: 'missing',
  null: 'null',
  string: 'string',
  object: 'object',
  array: 'array',
  binary: 'binData',
  objectId: 'objectId',
  boolean: 'bool',
  date: 'date',
  regex: 'regex',
}

/** MongoDB's alias of a value's type. A whole number within 32 bits is an int: that is how the driver sends it. */
export function typeNameOf(value: unknown): string {
  const kind = kindOf(value)
  if (kind !== 'number') return typeNames[kind]
  return Number.isInteger(value) && Number(value) === (Number(value) | 0) ? 'int' : 'double'
}

export function getField(document: Document, name: string): unknown {
  return Object.hasOwn(document, name) ? document[name] : undefined
}

export function setField(document: Document, name: string, value: unknown): void {
  // Assigning to this one name would change the prototype instead of storing a field.
  if (name !== '__proto__') document[name] = value
  else Object.defineProperty(document, name, { value, enumerable: true, configurable: true, writable: true })
}

/** A deep copy of documents and arrays; leaf values are immutable here and are shared. */
export function cloneValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloneValue)
  return isDocument(value) ? cloneDocument(value) : value
}

export function cloneDocument(document: Document): Document {
  const copy: Document = {}
  for (const name of Object.keys(document)) setField(copy, name, cloneValue(document[name]))
  return copy
}
