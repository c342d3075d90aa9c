import { unsupported } from '../errors'

/**
 * A BSON document as plain JavaScript, with names that are integers first. Stored documents are never changed in place: readers
 * may keep them.
 */
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

const bsonKinds: Record<string, Kind> = {
  ObjectId: 'objectId',
  Binary: 'binary',
  BSONRegExp: 'regex',
  // The type of cursor ids in replies.
  Long: 'number',
}

/** The BSON type bracket of a value; `undefined` stands for a missing field. */
export function kindOf(value: unknown): Kind {
  if (typeof value !== 'object') return primitiveKinds[typeof value] ?? 'object'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  // No document has a field of this name.
  const bsonType = (value as { _bsontype?: string })._bsontype
  if (bsonType !== undefined) return bsonKinds[bsonType] ?? 'object'
  return value instanceof Date ? 'date' : 'object'
}

export function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && kindOf(value) === 'object'
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

export function isNullish(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

/** @throws `NotImplemented` for the two names to which JavaScript and the BSON writer give a meaning */
export function assertPlainName(name: string): void {
  if (name === '__proto__' || name === '_bsontype') throw unsupported(`the field name '${name}'`)
}

/** The value of a field: documents inherit some names. */
export const getField = (document: Document, name: string): unknown =>
  Object.hasOwn(document, name) ? document[name] : undefined

/** A deep copy of documents and arrays; leaf values are immutable here and are shared. */
export function cloneValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloneValue)
  return isDocument(value) ? cloneDocument(value) : value
}

export function cloneDocument(document: Document): Document {
  const copy: Document = {}
  for (const [name, value] of Object.entries(document)) copy[name] = cloneValue(value)
  return copy
}

/** Whether a document is a list of operators, such as the condition `{ $gt: 5 }`. */
export function isOperators(value: unknown): value is Document {
  return isDocument(value) && (Object.keys(value)[0] ?? '').startsWith('$')
}
