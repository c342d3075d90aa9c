import { compileFilter } from '../query/compile-filter'
import { equalityLookups } from '../query/equality-lookups'
import type { ArrayMatch } from '../query/field-test'
import type { Document } from '../values/value'
import { keyOf } from '../values/value-key'
import type { Collection } from './collection'
import type { CollectionIndex } from './collection-index'

interface Lookup {
  cost: number
  ids: () => Iterable<string>
}

function lookupById(collection: Collection, values: unknown[]): Lookup {
  const ids = values.map(keyOf).filter((id) => collection.documents.has(id))
  return { cost: ids.length, ids: () => ids }
}

function lookupByIndex(index: CollectionIndex, lookups: Map<string, unknown[]>): Lookup | undefined {
  const { specification, paths, byFirstField, byWholeKey } = index
  if (specification.partialFilterExpression) return undefined
  const fields = Object.keys(specification.key).map((field) => lookups.get(field))
  if (byWholeKey && paths.length > 1 && fields.every((values) => values?.length === 1)) {
    const id = byWholeKey.get(keyOf(fields.flat()))
    return { cost: 0, ids: () => (id === undefined ? [] : [id]) }
  }
  const keys = fields[0]?.map(keyOf)
  if (!keys) return undefined
  return {
    cost: keys.reduce((sum, key) => sum + byFirstField.count(key), 0),
    ids: () => keys.flatMap((key) => [...byFirstField.get(key)]),
  }
}

function cheapest(collection: Collection, filter: Document): Lookup | undefined {
  const lookups = equalityLookups(filter)
  if (lookups.size === 0) return undefined
  const idValues = lookups.get('_id')
  const candidates = [...collection.indexes.values()].map((index) => lookupByIndex(index, lookups))
  if (idValues) candidates.push(lookupById(collection, idValues))
  return candidates.reduce(
    (best, next) => (next && (!best || next.cost < best.cost) ? next : best),
    undefined,
  )
}

function candidates(collection: Collection, filter: Document): Iterable<Document> {
  const lookup = cheapest(collection, filter)
  if (!lookup) return collection.documents.values()
  const documents = [...new Set(lookup.ids())].map((id) => collection.documents.get(id))
  return documents.filter((document) => document !== undefined)
}

export interface Found {
  document: Document
  match: ArrayMatch
}

/**
 * The documents that pass a filter, through an index where one fixes the value. Natural order without an index.
 * `limit` 0 means all.
 */
export function findMatches(collection: Collection | undefined, filter: Document, limit: number): Found[] {
  const matches = compileFilter(filter)
  const found: Found[] = []
  if (!collection) return found
  for (const document of candidates(collection, filter)) {
    const match: ArrayMatch = {}
    if (!matches(document, match)) continue
    found.push({ document, match })
    if (found.length === limit) break
  }
  return found
}

export function findDocuments(collection: Collection | undefined, filter: Document, limit = 0): Document[] {
  return findMatches(collection, filter, limit).map(({ document }) => document)
}
