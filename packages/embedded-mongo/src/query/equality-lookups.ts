import { type Document, isDocument, kindOf } from '../values/value'

// For these kinds a document that matches always has the value itself among its index keys.
const lookupKinds = new Set(['string', 'number', 'boolean', 'objectId', 'date', 'binary'])

function lookupValues(condition: unknown): unknown[] | undefined {
  if (!isDocument(condition)) return lookupKinds.has(kindOf(condition)) ? [condition] : undefined
  if (!Object.keys(condition)[0]?.startsWith('$')) return undefined
  if ('$eq' in condition) return lookupValues(condition['$eq'])
  const list = condition['$in']
  return Array.isArray(list) && list.every((value) => lookupKinds.has(kindOf(value))) ? list : undefined
}

function lookupEntries(filter: Document): [string, unknown[]][] {
  return Object.entries(filter).flatMap(([field, condition]): [string, unknown[]][] => {
    if (field === '$and' && Array.isArray(condition))
      return condition.filter(isDocument).flatMap(lookupEntries)
    const values = field.startsWith('$') ? undefined : lookupValues(condition)
    return values ? [[field, values]] : []
  })
}

/**
 * The fields a filter fixes to one of a few values, which an index can look up.
 * Every document that passes the filter has one of the values at each of these paths.
 */
export function equalityLookups(filter: Document): Map<string, unknown[]> {
  return new Map(lookupEntries(filter))
}
