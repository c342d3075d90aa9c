import { CommandError, unsupported } from '../errors'
import { compileFilter } from '../query/compile-filter'
import type { IndexSpecification } from '../storage/effect'
import { isSameValue } from '../values/compare-values'
import type { Document } from '../values/value'
import { readDocumentFields } from './read-fields'

const indexFields = {
  name: 'string',
  key: 'document',
  unique: 'boolean',
  sparse: 'boolean',
  expireAfterSeconds: 'number',
  partialFilterExpression: 'document',
  background: 'boolean',
  v: 'number',
  ns: 'string',
} as const

function checkKey(key: Document | undefined): Document {
  const fields = Object.entries(key ?? {})
  if (!key || fields.length === 0) throw new CommandError('CannotCreateIndex', 'Index keys cannot be empty.')
  for (const [field, direction] of fields) {
    if (typeof direction !== 'number' || direction === 0)
      throw unsupported(`the index type '${String(direction)}' on '${field}'`)
    if (field.includes('$')) throw unsupported(`the index key '${field}'`)
  }
  return key
}

function checkExpiry(seconds: number, key: Document): void {
  if (Object.keys(key).length > 1) {
    throw new CommandError(
      'CannotCreateIndex',
      'TTL indexes are single-field indexes, compound indexes do not support TTL',
    )
  }
  if (seconds < 0)
    throw new CommandError('CannotCreateIndex', 'TTL index expireAfterSeconds must be at least 0')
}

/** Checks and normalizes an index of `createIndexes`. Throws for kinds of indexes that are not supported. */
export function parseIndex(declared: Document): IndexSpecification {
  const fields = readDocumentFields(declared, 'createIndexes.indexes', indexFields)
  const { name, unique, sparse, expireAfterSeconds, partialFilterExpression } = fields
  const key = checkKey(fields.key)
  if (!name)
    throw new CommandError(
      'FailedToParse',
      "The 'name' field is a required property of an index specification",
    )
  if (expireAfterSeconds !== undefined) checkExpiry(expireAfterSeconds, key)
  if (partialFilterExpression) compileFilter(partialFilterExpression)
  return {
    key,
    name,
    ...(unique ? { unique: true } : {}),
    ...(sparse ? { sparse: true } : {}),
    ...(partialFilterExpression ? { partialFilterExpression } : {}),
    ...(expireAfterSeconds === undefined ? {} : { expireAfterSeconds }),
  }
}

/** What makes two indexes different indexes rather than two declarations of one. */
function isSameIndex(left: IndexSpecification, right: IndexSpecification): boolean {
  return (
    isSameValue(left.key, right.key) &&
    left.unique === right.unique &&
    left.sparse === right.sparse &&
    isSameValue(left.partialFilterExpression, right.partialFilterExpression)
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
