import { CommandError, unsupported } from '../errors'
import { type Document, isDocument, typeNameOf } from '../values/value'
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
  boolean: (value) => typeof value === 'boolean' || typeof value === 'number',
  document: isDocument,
  documents: (value) => Array.isArray(value) && value.every(isDocument),
  number: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  strings: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  value: () => true,
}

// Accepted with every command: they cannot change the answer of a single server without sharding.
const genericFields = new Set([
  '$clusterTime',
  '$db',
  '$readPreference',
  'apiDeprecationErrors',
  'apiStrict',
  'apiVersion',
  'comment',
  'hint',
  'lsid',
  'maxTimeMS',
  'readConcern',
  'writeConcern',
])
const transactionFields = new Set(['txnNumber', 'startTransaction', 'autocommit'])

function checkField(name: string, value: unknown, type: keyof FieldTypes): void {
  if (value === undefined || accepts[type](value)) return
  throw new CommandError(
    'TypeMismatch',
    `BSON field '${name}' is the wrong type '${typeNameOf(value)}', expected ${type}`,
  )
}

/** Checks a document (a command, or a statement inside one) against the fields it may have. */
export function readDocumentFields<S extends Shape>(document: Document, owner: string, shape: S): Fields<S> {
  for (const [name, value] of Object.entries(document)) {
    const type = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (type) checkField(`${owner}.${name}`, value, type)
    else throw unsupported(`the option '${name}' of '${owner}'`)
  }
  // Every field was checked against the shape just now.
  return document as Fields<S>
}

function assertNoTransaction(body: Document): void {
  if (Object.keys(body).some((name) => transactionFields.has(name))) {
    throw new CommandError(
      'IllegalOperation',
      'Transaction numbers are only allowed on a replica set member or mongos',
    )
  }
}

/**
 * The options of a command. Throws for any that is not listed, since ignoring it could change the result,
 * and for transactions, which a standalone server does not have.
 */
export function readFields<S extends Shape>({ name, body }: CommandRequest, shape: S): Fields<S> {
  assertNoTransaction(body)
  const own = Object.entries(body).filter(([field]) => field !== name && !genericFields.has(field))
  return readDocumentFields(Object.fromEntries(own), name, shape)
}

/** `database.collection` of a command whose value names a collection. Throws `InvalidNamespace`. */
export function namespaceOf(request: CommandRequest): string {
  return namespaceFor(request, request.body[request.name])
}

export function namespaceFor({ database }: CommandRequest, collection: unknown): string {
  const isValid =
    typeof collection === 'string' && collection !== '' && !/\$|\0|^system\.|^\.|\.$/.test(collection)
  if (isValid) return `${database}.${collection}`
  throw new CommandError(
    'InvalidNamespace',
    `Invalid namespace specified '${database}.${String(collection)}'`,
  )
}
