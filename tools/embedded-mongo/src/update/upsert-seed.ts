import { BSONRegExp } from 'bson'
import { conjuncts } from '../query/index-bounds'
import { splitPath } from '../values/document-path'
import { type Document, isOperators } from '../values/value'
import { applyChange } from './apply-change'
import { assertApart } from './parse-update'

function onlyValueOf(condition: unknown): unknown {
  if (condition instanceof BSONRegExp) return undefined
  if (!isOperators(condition)) return condition
  const list = condition['$in']
  return '$eq' in condition
    ? condition['$eq']
    : Array.isArray(list) && list.length === 1
      ? list[0]
      : undefined
}

/**
 * The document an upsert starts from: the fields its filter fixes by equality.
 * @see https://www.mongodb.com/docs/manual/reference/method/db.collection.updateOne/#upsert-with-dotted-_id-query
 */
export function upsertSeed(filter: Document): Document {
  const fixed = conjuncts(filter).flatMap(([field, condition]) => {
    const value = field.startsWith('$') ? undefined : onlyValueOf(condition)
    return value === undefined ? [] : [{ path: splitPath(field), value }]
  })
  assertApart(fixed.map(({ path }) => path))
  const seed: Document = {}
  for (const { path, value } of fixed) applyChange(seed, path, () => value)
  return seed
}
