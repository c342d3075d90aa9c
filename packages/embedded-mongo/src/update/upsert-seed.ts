import { BSONRegExp } from 'bson'
import { CommandError } from '../errors'
import { splitPath } from '../values/document-path'
import { type Document, isDocument } from '../values/value'
import { applyChange } from './apply-change'

function onlyValueOf(condition: unknown): unknown {
  if (condition instanceof BSONRegExp) return undefined
  if (!isDocument(condition) || !Object.keys(condition)[0]?.startsWith('$')) return condition
  if ('$eq' in condition) return condition['$eq']
  const list = condition['$in'] ?? condition['$all']
  return Array.isArray(list) && list.length === 1 ? onlyValueOf(list[0]) : undefined
}

function equalities(filter: Document): [string, unknown][] {
  return Object.entries(filter).flatMap(([field, condition]): [string, unknown][] => {
    if (field === '$and' && Array.isArray(condition)) return condition.filter(isDocument).flatMap(equalities)
    if (field === '$or' && Array.isArray(condition) && condition.length === 1)
      return condition.filter(isDocument).flatMap(equalities)
    const value = field.startsWith('$') ? undefined : onlyValueOf(condition)
    return value === undefined ? [] : [[field, value]]
  })
}

/** The document an upsert starts from: the fields its filter fixes by equality. */
export function upsertSeed(filter: Document): Document {
  const seed: Document = {}
  for (const [field, value] of equalities(filter)) {
    applyChange(seed, splitPath(field), (current) => {
      if (current === undefined) return value
      throw new CommandError(
        'NotSingleValueField',
        `cannot infer query fields to set, path '${field}' is matched twice`,
      )
    })
  }
  return seed
}
