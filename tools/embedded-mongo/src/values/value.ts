/**
 * A BSON document as plain JavaScript, with names that are integers first. Stored documents are never changed in place: readers
 * may keep them. Names that JavaScript would treat specially are kept behind a zero byte (see `storedName`), so
 * fields are read and written with `getField` and `setField` and listed with `fieldNames` and `fieldsOf`.
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
  // No document has a field of this name: it is stored behind a zero byte.
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

/**
 * A field's name as the key of a JavaScript object. The language and the BSON writer give two names a meaning: these are kept
 * behind a zero byte, which no BSON name has.
 */
export function storedName(name: string): string {
  return name === '__proto__' || name === '_bsontype' ? `\0${name}` : name
}

export function plainName(stored: string): string {
  return stored.charCodeAt(0) === 0 ? stored.slice(1) : stored
}

export function fieldNames(document: Document): string[] {
  return Object.keys(document).map(plainName)
}

/** The fields in order, each with its plain name. */
export function fieldsOf(document: Document): [string, unknown][] {
  return Object.keys(document).map((stored) => [plainName(stored), document[stored]])
}

export function getField(document: Document, name: string): unknown {
  const stored = storedName(name)
  return Object.hasOwn(document, stored) ? document[stored] : undefined
}

export function setField(document: Document, name: string, value: unknown): void {
  document[storedName(name)] = value
}

export function removeField(document: Document, name: string): void {
  delete document[storedName(name)]
}

/** A deep copy of documents and arrays; leaf values are immutable here and are shared. */
export function cloneValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloneValue)
  return isDocument(value) ? cloneDocument(value) : value
}

export function cloneDocument(document: Document): Document {
  const copy: Document = {}
  for (const stored of Object.keys(document)) copy[stored] = cloneValue(document[stored])
  return copy
}

/** Whether a document is a list of operators, such as the condition `{ $gt: 5 }`. */
export function isOperators(value: unknown): value is Document {
  return isDocument(value) && (Object.keys(value)[0] ?? '').startsWith('$')
}
