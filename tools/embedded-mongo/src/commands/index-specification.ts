import { CommandError, unsupported } from '../errors'
import { compileFilter } from '../query/compile-filter'
import type { IndexSpecification } from '../storage/effect'
import { readCollation } from '../values/collation'
import { isSameValue } from '../values/compare-values'
import { splitPath } from '../values/document-path'
import {
  type Document,
  fieldNames,
  fieldsOf,
  isDocument,
  isNumber,
  isOperators,
  toNumber,
  typeNameOf,
} from '../values/value'

const ignoredOptions = ['background', 'dropDups', 'ns']
const optionsOfMongoDB = [
  '2dsphereIndexVersion',
  'bits',
  'bucketSize',
  'clustered',
  'coarsestIndexedLevel',
  'columnstoreProjection',
  'default_language',
  'finestIndexedLevel',
  'hidden',
  'language_override',
  'max',
  'min',
  'prepareUnique',
  'storageEngine',
  'textIndexVersion',
  'weights',
  'wildcardProjection',
]
const options = [
  'collation',
  'expireAfterSeconds',
  'key',
  'name',
  'partialFilterExpression',
  'sparse',
  'unique',
  'v',
]
const idIndexOptions = ['collation', 'key', 'name', 'ns', 'v']
const kindsOfMongoDB = ['2d', '2dsphere', 'columnstore', 'hashed', 'text']
const maxKeyFields = 32
const maxExpirySeconds = 2 ** 31 - 1

function cannotCreateIndex(message: string): CommandError {
  return new CommandError('CannotCreateIndex', message)
}

function checkDirection(field: string, direction: unknown): void {
  if (typeof direction === 'string') {
    if (kindsOfMongoDB.includes(direction)) throw unsupported(`the index type '${direction}' on '${field}'`)
    throw cannotCreateIndex(
      direction === ''
        ? 'Values in the index key pattern cannot be empty strings'
        : `Unknown index plugin '${direction}'`,
    )
  }
  if (!isNumber(direction)) {
    throw cannotCreateIndex(
      `Values in v:2 index key pattern cannot be of type ${typeNameOf(direction)}. Only numbers > 0, numbers < 0, and strings are allowed.`,
    )
  }
  const number = toNumber(direction)
  if (number === 0) throw cannotCreateIndex('Values in the index key pattern cannot be 0.')
  if (Number.isNaN(number)) throw cannotCreateIndex('Values in the index key pattern cannot be NaN.')
}

function checkField(field: string): void {
  if (field === '') throw cannotCreateIndex('Index keys cannot be an empty field.')
  const path = splitPath(field)
  if (path.includes('')) throw cannotCreateIndex('Index keys cannot contain an empty field.')
  if (path.at(-1) === '$**') throw unsupported(`the wildcard index key '${field}'`)
  if (
    path.some((name, depth) => name.startsWith('$') && !(depth > 0 && ['$db', '$id', '$ref'].includes(name)))
  ) {
    throw cannotCreateIndex("Index key contains an illegal field name: field name starts with '$'.")
  }
  if (field === '_fts') throw cannotCreateIndex("Index key contains an illegal field name: '_fts'")
}

function checkKey(key: unknown): Document {
  if (key === undefined) {
    throw new CommandError(
      'FailedToParse',
      "The 'key' field is a required property of an index specification",
    )
  }
  if (!isDocument(key)) {
    throw new CommandError('TypeMismatch', `The field 'key' must be an object, but got ${typeNameOf(key)}`)
  }
  const fields = fieldsOf(key)
  if (fields.length === 0) throw cannotCreateIndex('Index keys cannot be empty.')
  for (const [field, direction] of fields) {
    if (field !== '$**') checkDirection(field, direction)
    checkField(field)
  }
  if (fields.length > maxKeyFields) throw new CommandError('Location13103', 'too many compound keys')
  return key
}

function checkName(name: unknown): string {
  if (name === undefined) {
    throw new CommandError(
      'FailedToParse',
      "The 'name' field is a required property of an index specification",
    )
  }
  if (typeof name !== 'string') {
    throw new CommandError('TypeMismatch', `The field 'name' must be a string, but got ${typeNameOf(name)}`)
  }
  if (name === '') throw cannotCreateIndex('index name cannot be empty')
  if (name.includes('\0')) throw cannotCreateIndex('index name cannot contain NUL bytes')
  if (name === '*') throw new CommandError('BadValue', "The index name '*' is not valid.")
  return name
}

function readFlag(declared: Document, option: string): boolean {
  const value = declared[option]
  if (value === undefined) return false
  if (typeof value === 'boolean') return value
  if (isNumber(value)) return toNumber(value) !== 0
  throw new CommandError(
    'TypeMismatch',
    `The field '${option}' has value ${option}: ${String(value)}, which is not convertible to bool`,
  )
}

function readExpiry(seconds: unknown, key: Document): number | undefined {
  if (seconds === undefined) return undefined
  if (!isNumber(seconds)) throw cannotCreateIndex("TTL index 'expireAfterSeconds' option must be numeric")
  const number = toNumber(seconds)
  if (!(number >= 0 && number <= maxExpirySeconds)) {
    throw cannotCreateIndex(
      `TTL index 'expireAfterSeconds' option must be within an acceptable range, not ${number}`,
    )
  }
  if (Object.keys(key).length > 1) {
    throw cannotCreateIndex('TTL indexes are single-field indexes, compound indexes do not support TTL')
  }
  return Math.trunc(number)
}

const specialOperators = ['$expr', '$jsonSchema', '$text', '$where']
const partialOperators = ['$eq', '$in', '$gt', '$gte', '$lt', '$lte', '$exists', '$type']

function isPartialCondition(condition: unknown): boolean {
  if (!isOperators(condition)) return typeNameOf(condition) !== 'regex'
  return fieldsOf(condition).every(([name, operand]) => {
    if (name === '$exists') return operand === true || (isNumber(operand) && toNumber(operand) !== 0)
    const items: unknown[] = name === '$in' && Array.isArray(operand) ? operand : []
    return partialOperators.includes(name) && !items.some((item) => typeNameOf(item) === 'regex')
  })
}

function isPartialFilter(filter: Document): boolean {
  return fieldsOf(filter).every(([name, condition]) => {
    if (!name.startsWith('$')) return isPartialCondition(condition)
    const isLogical = name === '$and' || name === '$or'
    return (
      isLogical &&
      Array.isArray(condition) &&
      condition.every((part) => isDocument(part) && isPartialFilter(part))
    )
  })
}

function checkIsDocument(field: string, value: unknown): asserts value is Document {
  if (isDocument(value)) return
  throw new CommandError(
    'TypeMismatch',
    `The field '${field}' must be an object, but got ${typeNameOf(value)}`,
  )
}

function readPartialFilter(filter: unknown): Document | undefined {
  if (filter === undefined) return undefined
  checkIsDocument('partialFilterExpression', filter)
  const special = specialOperators.find((name) => name in filter)
  if (special !== undefined) {
    throw new CommandError('QueryFeatureNotAllowed', `${special} is not allowed in this context`)
  }
  const isPartial = isPartialFilter(filter)
  try {
    compileFilter(filter)
  } catch (error) {
    // Of what only MongoDB has, it refuses most in a partial filter, too.
    const isLeftOut = error instanceof CommandError && error.codeName === 'NotImplemented'
    if (isPartial || !isLeftOut) throw error
  }
  if (isPartial) return filter
  throw cannotCreateIndex(`Expression not supported in partial index: { ${fieldNames(filter).join(', ')} }`)
}

function readIndexCollation(collation: unknown): Document | undefined {
  if (collation === undefined) return undefined
  checkIsDocument('collation', collation)
  if (Object.keys(collation).length === 0) {
    throw new CommandError('BadValue', "The field 'collation' cannot be an empty object.")
  }
  return readCollation(collation)?.specification
}

function checkVersion(version: unknown): void {
  if (version === undefined) return
  if (!isNumber(version)) {
    throw new CommandError('TypeMismatch', `The field 'v' must be a number, but got ${typeNameOf(version)}`)
  }
  if (toNumber(version) === 2) return
  if (toNumber(version) === 1) throw unsupported('indexes of version 1')
  throw cannotCreateIndex(`Invalid index specification; cannot create an index with v=${toNumber(version)}`)
}

function checkOptionNames(declared: Document): void {
  for (const name of fieldNames(declared)) {
    if (options.includes(name) || ignoredOptions.includes(name)) continue
    if (optionsOfMongoDB.includes(name)) {
      if (declared[name] === false) continue
      throw unsupported(`the index option '${name}'`)
    }
    throw new CommandError(
      'InvalidIndexSpecificationOption',
      `The field '${name}' is not valid for an index specification.`,
    )
  }
}

/** Whether an index is declared on `_id` alone, which always exists. */
export function isIdKey(key: unknown): boolean {
  if (!isDocument(key) || Object.keys(key).join() !== '_id') return false
  const direction = key['_id']
  return isNumber(direction) && Math.abs(Math.trunc(toNumber(direction))) === 1
}

/** Throws for anything that the index on `_id` cannot have. */
export function checkIdIndex(declared: Document): void {
  const other = fieldNames(declared).find((name) => !idIndexOptions.includes(name))
  if (other !== undefined) {
    throw new CommandError(
      'InvalidIndexSpecificationOption',
      `The field '${other}' is not valid for an _id index specification.`,
    )
  }
  const { key, collation } = declared
  const direction = isDocument(key) ? key['_id'] : undefined
  if (!isNumber(direction) || toNumber(direction) !== 1) {
    throw new CommandError('BadValue', "The field 'key' for an _id index must be {_id: 1}")
  }
  if (readIndexCollation(collation)) {
    throw new CommandError('BadValue', 'The _id index must have the same collation as the collection.')
  }
}

/**
 * Checks and normalizes an index of `createIndexes`.
 * @throws `CannotCreateIndex` and other codes of MongoDB for what it refuses, `NotImplemented` for kinds of indexes and
 * options that only MongoDB has.
 * @see https://www.mongodb.com/docs/manual/reference/command/createIndexes/
 */
export function parseIndex(declared: Document): IndexSpecification {
  checkOptionNames(declared)
  const key = checkKey(declared['key'])
  const name = checkName(declared['name'])
  checkVersion(declared['v'])
  const unique = readFlag(declared, 'unique')
  const sparse = readFlag(declared, 'sparse')
  for (const option of ['background', 'dropDups']) readFlag(declared, option)
  const expireAfterSeconds = readExpiry(declared['expireAfterSeconds'], key)
  const partialFilterExpression = readPartialFilter(declared['partialFilterExpression'])
  const collation = readIndexCollation(declared['collation'])
  if (sparse && partialFilterExpression) {
    throw cannotCreateIndex('cannot mix "partialFilterExpression" and "sparse" options')
  }
  return {
    key,
    name,
    ...(unique ? { unique } : {}),
    ...(sparse ? { sparse } : {}),
    ...(partialFilterExpression ? { partialFilterExpression } : {}),
    ...(expireAfterSeconds === undefined ? {} : { expireAfterSeconds }),
    ...(collation ? { collation } : {}),
  }
}

/** What makes two indexes different indexes rather than two declarations of one. */
function isSameIndex(left: IndexSpecification, right: IndexSpecification): boolean {
  return (
    isSameValue(left.key, right.key) &&
    left.unique === right.unique &&
    left.sparse === right.sparse &&
    isSameValue(left.partialFilterExpression, right.partialFilterExpression) &&
    isSameValue(left.collation, right.collation)
  )
}

/**
 * Whether the requested index is there already.
 * Throws `IndexOptionsConflict` or `IndexKeySpecsConflict` when it clashes with an existing one.
 */
export function isExistingIndex(requested: IndexSpecification, existing: IndexSpecification): boolean {
  const isSame = isSameIndex(requested, existing)
  if (requested.name === existing.name && !isSame) {
    throw new CommandError(
      'IndexKeySpecsConflict',
      `An existing index has the same name as the requested index. Requested index: ${JSON.stringify(requested)}, existing index: ${JSON.stringify(existing)}`,
    )
  }
  if (!isSame) return false
  if (requested.name !== existing.name) {
    throw new CommandError(
      'IndexOptionsConflict',
      `Index already exists with a different name: ${existing.name}`,
    )
  }
  if (requested.expireAfterSeconds !== existing.expireAfterSeconds) {
    throw new CommandError(
      'IndexOptionsConflict',
      `An equivalent index already exists with the same name but different options. Requested index: ${JSON.stringify(requested)}, existing index: ${JSON.stringify(existing)}`,
    )
  }
  return true
}
