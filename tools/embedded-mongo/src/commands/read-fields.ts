import { CommandError, unsupported } from '../errors'
import { type Document, isDocument, isNumber, kindOf } from '../values/value'
import type { CommandRequest } from './command'

interface FieldTypes {
  boolean: boolean
  document: Document
  documents: Document[]
  number: number
  string: string
  strings: string[]
  value: unknown
}

/** The fields a command knows, each with the type it must have. */
type Shape = Record<string, keyof FieldTypes>
export type Fields<S extends Shape> = { readonly [Name in keyof S]?: FieldTypes[S[Name]] }

const accepts: Record<keyof FieldTypes, (value: unknown) => boolean> = {
  boolean: (value) => typeof value === 'boolean',
  document: isDocument,
  documents: (value) => Array.isArray(value) && value.every(isDocument),
  // A count or a limit: whole, and at least 0.
  number: (value) => isNumber(value) && Number.isInteger(value) && value >= 0,
  string: (value) => typeof value === 'string',
  strings: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  value: () => true,
}

/**
 * Reads a document (a command, or a statement inside one) that may have the fields of the shape and no others: ignoring one
 * could change the result.
 */
export function readDocumentFields<S extends Shape>(document: Document, owner: string, shape: S): Fields<S> {
  const fields: Document = {}
  for (const [name, value] of Object.entries(document)) {
    const type = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (!type) throw unsupported(`the option '${name}' of '${owner}'`)
    if (!accepts[type](value))
      throw unsupported(
        `'${name}' of '${owner}' ${isNumber(value) ? `as ${value}` : `of type ${kindOf(value)}`}`,
      )
    fields[name] = value
  }
  // Every field was read as the shape says.
  return fields as Fields<S>
}

/** A field that a command cannot do without. */
export function requireField<Value>(value: Value | undefined, name: string): Value {
  if (value !== undefined) return value
  throw new CommandError('BadValue', `BSON field '${name}' is missing but a required field`)
}

// Accepted with every command: one server has one set of documents, whoever is to read it.
const fieldsOfAll = new Set([
  '$clusterTime',
  '$db',
  '$readPreference',
  'comment',
  'lsid',
  'readConcern',
  'writeConcern',
])

/** Every concern that a single server can honor holds anyway: a write is acknowledged when it is on disk. */
function checkConcerns({ readConcern, writeConcern }: Document): void {
  const level = isDocument(readConcern) ? (readConcern['level'] ?? 'local') : 'local'
  if (!['available', 'local', 'majority'].includes(String(level)))
    throw unsupported(`the read concern '${String(level)}'`)
  const w = isDocument(writeConcern) ? (writeConcern['w'] ?? 1) : 1
  if (![0, 1, 'majority'].includes(w as number)) throw unsupported(`the write concern '${String(w)}'`)
}

/** The options of a command. */
export function readFields<S extends Shape>({ name, body }: CommandRequest, shape: S): Fields<S> {
  checkConcerns(body)
  const own = Object.entries(body).filter(([field]) => field !== name && !fieldsOfAll.has(field))
  return readDocumentFields(Object.fromEntries(own), name, shape)
}

/** The `batchSize` of the `cursor` option of a command. */
export function batchSizeOf(command: string, cursor: Document = {}): number | undefined {
  return readDocumentFields(cursor, `${command}.cursor`, { batchSize: 'number' }).batchSize
}

/** `database.collection` of a command whose value names a collection. */
export function namespaceOf(request: CommandRequest): string {
  return namespaceFor(request, request.body[request.name])
}

export function namespaceFor({ database }: CommandRequest, collection: unknown): string {
  if (typeof collection === 'string' && !/^$|[$\0]|^system\.|^\.|\.$/.test(collection))
    return `${database}.${collection}`
  throw unsupported(`the collection '${String(collection)}'`)
}
