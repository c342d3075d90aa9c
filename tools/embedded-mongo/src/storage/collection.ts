import type { Document } from '../values/value'
import { keyOf } from '../values/value-key'
import {
  addToIndex,
  type CollectionIndex,
  createIndex,
  isUntouched,
  removeFromIndex,
} from './collection-index'
import type { IndexSpecification } from './effect'
import type { StoredDocument } from './sorted-entries'

/** One collection in memory. */
export interface Collection {
  readonly namespace: string
  /** By the key of `_id`, in the order of their insertion. */
  readonly records: Map<string, StoredDocument>
  /** By name, without the one on `_id`. */
  readonly indexes: Map<string, CollectionIndex>
  lastOrder: number
  /** The index on `_id`, built when a query needs `_id` in order for the first time. */
  idIndex: CollectionIndex | undefined
}

export const ID_INDEX: IndexSpecification = { name: '_id_', key: { _id: 1 } }

export function createCollection(namespace: string): Collection {
  return { namespace, records: new Map(), indexes: new Map(), lastOrder: 0, idIndex: undefined }
}

export const documentsOf = ({ records }: Collection): Document[] =>
  [...records.values()].map(({ document }) => document)

export const idKeyOf = (document: Document): string => keyOf(document['_id'])

/** An index filled with the documents there are. */
export function buildIndex({ records }: Collection, specification: IndexSpecification): CollectionIndex {
  const index = createIndex(specification)
  for (const record of records.values()) addToIndex(index, record)
  return index
}

/** The index on `_id` in order. */
export function idIndexOf(collection: Collection): CollectionIndex {
  return (collection.idIndex ??= buildIndex(collection, ID_INDEX))
}

const orderedIndexes = ({ indexes, idIndex }: Collection): CollectionIndex[] =>
  idIndex ? [...indexes.values(), idIndex] : [...indexes.values()]

/** The place of a document: that of the one with its `_id`, or a new one at the end, which the collection does not have yet. */
export function placeOf(collection: Collection, document: Document): StoredDocument {
  const id = idKeyOf(document)
  return collection.records.get(id) ?? { id, order: collection.lastOrder + 1, document }
}

/** Stores a document under its `_id` and keeps every index right; returns the one it takes the place of. */
export function putDocument(collection: Collection, document: Document): Document | undefined {
  const record = placeOf(collection, document)
  const previous = collection.records.has(record.id) ? record.document : undefined
  const changing = orderedIndexes(collection).filter(
    (index) => !previous || !isUntouched(index, previous, document),
  )
  if (previous) for (const index of changing) removeFromIndex(index, record)
  record.document = document
  collection.lastOrder = Math.max(collection.lastOrder, record.order)
  collection.records.set(record.id, record)
  for (const index of changing) addToIndex(index, record)
  return previous
}

export function removeDocument(collection: Collection, id: string): void {
  const record = collection.records.get(id)
  if (!record) return
  for (const index of orderedIndexes(collection)) removeFromIndex(index, record)
  collection.records.delete(id)
}
