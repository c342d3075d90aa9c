import { BSONRegExp } from 'bson'
import { CommandError } from '../errors'
import { splitPath } from '../values/document-path'
import { type Document, fieldsOf, isDocument, isOperators } from '../values/value'
import { applyChange } from './apply-change'
import { ChangedPaths } from './path-conflicts'

function onlyValueOf(condition: unknown): unknown {
  if (condition instanceof BSONRegExp) return undefined
  if (!isOperators(condition)) return condition
  if ('$eq' in condition) return condition['$eq']
  const list = condition['$in']
  return Array.isArray(list) && list.length === 1 ? onlyValueOf(list[0]) : undefined
}

function equalities(filter: Document): [string, unknown][] {
  return fieldsOf(filter).flatMap(([field, condition]): [string, unknown][] => {
    if (field === '$and' && Array.isArray(condition)) return condition.filter(isDocument).flatMap(equalities)
    if (field === '$or' && Array.isArray(condition) && condition.length === 1)
      return condition.filter(isDocument).flatMap(equalities)
    const value = field.startsWith('$') ? undefined : onlyValueOf(condition)
    return value === undefined ? [] : [[field, value]]
  })
}

function matchedTwice(field: string, other: string): CommandError {
  const which =
    field === other ? `path '${field}' is matched twice` : `both paths '${other}' and '${field}' are matched`
  return new CommandError('NotSingleValueField', `cannot infer query fields to set, ${which}`)
}

/**
 * The document an upsert starts from: the fields its filter fixes by equality.
 * @throws `NotSingleValueField` when the filter fixes a field twice.
 * @see https://www.mongodb.com/docs/manual/reference/method/db.collection.updateOne/#upsert-with-dotted-_id-query
 */
export function upsertSeed(filter: Document): Document {
  const seed: Document = {}
  const changed = new ChangedPaths()
  for (const [field, value] of equalities(filter)) {
    const path = splitPath(field)
    const conflict = changed.add(path)
    if (conflict !== undefined) throw matchedTwice(field, conflict)
    applyChange(seed, path, () => value)
  }
  return seed
}

/** What an upsert with a replacement starts from: the filter's `_id`, which it has to fix as a whole. */
export function replacementSeed(filter: Document): Document {
  const found = equalities(filter)
  const partial = found.find(([field]) => field.startsWith('_id.'))
  if (partial) {
    throw new CommandError(
      'NotExactValueField',
      `field at '_id' must be exactly specified, field at sub-path '${partial[0]}' found`,
    )
  }
  const ids = found.filter(([field]) => field === '_id')
  if (ids.length > 1) throw matchedTwice('_id', '_id')
  return ids[0] ? { _id: ids[0][1] } : {}
}
