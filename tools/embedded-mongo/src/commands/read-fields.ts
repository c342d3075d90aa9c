import { CommandError, unsupported } from '../errors'
import {
  type Document,
  fieldsOf,
  isDocument,
  isNumber,
  setField,
  toNumber,
  typeNameOf,
} from '../values/value'
import type { CommandRequest } from './command'
import { checkConcerns } from './concerns'

interface FieldTypes {
  boolean: boolean
  document: Document
  documents: Document[]
  number: number
  string: string
  strings: string[]
  value: unknown
}

type FieldType = keyof FieldTypes

/** The fields a command knows, each with the type it must have. */
type Shape = Record<string, FieldType>
export type Fields<S extends Shape> = { readonly [Name in keyof S]?: FieldTypes[S[Name]] }

const accepts: Record<FieldType, (value: unknown) => boolean> = {
  boolean: (value) => typeof value === 'boolean' || isNumber(value),
  document: isDocument,
  documents: (value) => Array.isArray(value) && value.every(isDocument),
  number: isNumber,
  string: (value) => typeof value === 'string',
  strings: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  value: () => true,
}

const namesOfTypes: Record<FieldType, string> = {
  boolean: 'bool',
  document: 'object',
  documents: 'array',
  number: 'number',
  string: 'string',
  strings: 'array',
  value: 'any',
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
  'lsid',
  'maxTimeMS',
  'readConcern',
  'writeConcern',
])
const transactionFields = new Set(['txnNumber', 'startTransaction', 'autocommit'])

/** Fields that MongoDB 7.0 knows beyond those that are read here, by the command or statement that has them. */
const fieldsOfMongoDB: Record<string, readonly string[]> = {
  aggregate: [
    'collectionUUID',
    'exchange',
    'explain',
    'fromMongos',
    'isMapReduceCommand',
    'let',
    'needsMerge',
  ],
  count: ['queryOptions'],
  create: [
    'autoIndexId',
    'capped',
    'changeStreamPreAndPostImages',
    'clusteredIndex',
    'collation',
    'encryptedFields',
    'expireAfterSeconds',
    'idIndex',
    'indexOptionDefaults',
    'max',
    'pipeline',
    'size',
    'storageEngine',
    'temp',
    'timeseries',
    'validationAction',
    'validationLevel',
    'validator',
    'viewOn',
  ],
  createIndexes: ['commitQuorum', 'ignoreUnknownIndexOptions'],
  createUser: ['authenticationRestrictions', 'customData', 'digestPassword'],
  delete: ['let'],
  drop: ['collectionUUID'],
  dropIndexes: ['collectionUUID'],
  find: [
    'allowPartialResults',
    'awaitData',
    'let',
    'max',
    'min',
    'oplogReplay',
    'options',
    'readOnce',
    'requestResumeToken',
    'resumeAfter',
    'returnKey',
    'showRecordId',
    'tailable',
  ],
  findAndModify: ['let'],
  getMore: ['lastKnownCommittedOpTime', 'term'],
  listCollections: ['includePendingDrops'],
  listIndexes: ['includeBuildUUIDs', 'includeIndexBuildInfo'],
  update: ['let'],
  'update.updates': ['c', 'upsertSupplied'],
  updateUser: ['authenticationRestrictions', 'customData', 'digestPassword'],
  usersInfo: [
    'filter',
    'showAuthenticationRestrictions',
    'showCredentials',
    'showCustomData',
    'showPrivileges',
  ],
}

function readField(name: string, value: unknown, type: FieldType): unknown {
  if (!accepts[type](value)) {
    throw new CommandError(
      'TypeMismatch',
      `BSON field '${name}' is the wrong type '${typeNameOf(value)}', expected type '${namesOfTypes[type]}'`,
    )
  }
  if (type === 'number') return isNumber(value) ? toNumber(value) : value
  if (type === 'boolean') return isNumber(value) ? toNumber(value) !== 0 : value
  return value
}

/**
 * Reads a document (a command, or a statement inside one) that may have the fields of the shape and no others.
 * @throws `TypeMismatch` for a field of another type, `IDLUnknownField` for one that MongoDB does not know,
 * `NotImplemented` for one that only MongoDB knows.
 */
export function readDocumentFields<S extends Shape>(document: Document, owner: string, shape: S): Fields<S> {
  const fields: Document = {}
  for (const [name, value] of fieldsOf(document)) {
    const type = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (type) setField(fields, name, readField(`${owner}.${name}`, value, type))
    else if (!fieldsOfMongoDB[owner]?.includes(name)) {
      throw new CommandError('IDLUnknownField', `BSON field '${owner}.${name}' is an unknown field.`)
    } else if (value !== false) throw unsupported(`the option '${name}' of '${owner}'`)
  }
  // Every field was read as the shape says.
  return fields as Fields<S>
}

/** A field that a command cannot do without. */
export function requireField<Value>(value: Value | undefined, name: string): Value {
  if (value !== undefined) return value
  throw new CommandError('IDLFailedToParse', `BSON field '${name}' is missing but a required field`)
}

function assertNoTransaction(body: Document): void {
  if (Object.keys(body).some((name) => transactionFields.has(name))) {
    throw new CommandError(
      'IllegalOperation',
      'Transaction numbers are only allowed on a replica set member or mongos',
    )
  }
}

const readModes = ['primary', 'primaryPreferred', 'secondary', 'secondaryPreferred', 'nearest']

function checkGenericFields({ name, body, state }: CommandRequest): void {
  const { apiVersion, apiStrict, $readPreference } = body
  if (apiVersion !== undefined && apiVersion !== '1') {
    throw new CommandError('Location322', `API version must be "1", not ${String(apiVersion)}`)
  }
  if (apiStrict === true) throw unsupported("'apiStrict'")
  const mode = isDocument($readPreference) ? $readPreference['mode'] : 'primary'
  if (typeof mode !== 'string' || !readModes.includes(mode)) {
    throw new CommandError('FailedToParse', `unknown read preference mode: ${String(mode)}`)
  }
  checkConcerns(name, body, state.replicaSet !== undefined)
}

/** How long a command may take, in milliseconds; 0 stands for any time. */
export function maxTimeOf({ body }: CommandRequest): number {
  const value = body['maxTimeMS']
  if (value === undefined) return 0
  if (!isNumber(value)) throw new CommandError('BadValue', 'maxTimeMS must be a number')
  const milliseconds = toNumber(value)
  if (!Number.isInteger(milliseconds)) {
    throw new CommandError('BadValue', 'maxTimeMS has non-integral value')
  }
  if (milliseconds >= 0 && milliseconds < 2 ** 31) return milliseconds
  throw new CommandError('BadValue', `${milliseconds} value for maxTimeMS is out of range [0, 2147483647]`)
}

/**
 * The options of a command. Throws for any that is not listed, since ignoring it could change the result,
 * and for transactions, which a standalone server does not have.
 */
export function readFields<S extends Shape>(request: CommandRequest, shape: S): Fields<S> {
  const { name, body } = request
  assertNoTransaction(body)
  checkGenericFields(request)
  const own: Document = {}
  for (const field of Object.keys(body))
    if (field !== name && !genericFields.has(field)) own[field] = body[field]
  return readDocumentFields(own, name, shape)
}

/** A count: whole, as MongoDB cuts fractions off, and at least 0. `absent` when it was not given. */
export function countOption(value: number | undefined, name: string, absent: number): number {
  if (value === undefined) return absent
  const count = Math.trunc(value)
  if (count >= 0) return count
  throw new CommandError('Location51024', `BSON field '${name}' value must be >= 0, actual value '${value}'`)
}

/** The `batchSize` of the `cursor` option of a command. */
export function batchSizeOf(command: string, cursor: Document | undefined): number | undefined {
  if (!cursor) return undefined
  const { batchSize } = readDocumentFields(cursor, `${command}.cursor`, { batchSize: 'number' })
  return batchSize === undefined ? undefined : countOption(batchSize, 'batchSize', 0)
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
