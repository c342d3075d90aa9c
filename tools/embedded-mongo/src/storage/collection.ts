import type { Document } from '../values/value'
import { keyOf } from '../values/value-key'
import {
  addToIndex,
  type CollectionIndex,
  createIndex,
  isUntouched,
  type RecordKey,
  removeFromIndex,
} from './collection-index'

/** One collection in memory. Documents keep the order of their insertion. */
export interface Collection {
  readonly namespace: string
  /** By the key of `_id`. */
  readonly documents: Map<string, Document>
  /** By name, without the one on `_id`. */
  readonly indexes: Map<string, CollectionIndex>
  /** The order of insertion, by the key of `_id`. */
  readonly recordIds: Map<string, number>
  lastRecordId: number
  /** The index on `_id`, built when a query needs `_id` in order for the first time. */
  idIndex: CollectionIndex | undefined
}

export function createCollection(namespace: string): Collection {
  return {
    namespace,
    documents: new Map(),
    indexes: new Map(),
    recordIds: new Map(),
    lastRecordId: 0,
    idIndex: undefined,
  }
}

/** How indexes of the collection refer to a document. */
export function recordKey(collection: Collection, id: string): RecordKey {
  const recordId = collection.recordIds.get(id) ?? ++collection.lastRecordId
  collection.recordIds.set(id, recordId)
  return { id, recordId }
}

/** The index on `_id` in order. */
export function idIndexOf(collection: Collection): CollectionIndex {
  if (collection.idIndex) return collection.idIndex
  const index = createIndex({ name: '_id_', key: { _id: 1 } })
  for (const [id, document] of collection.documents) addToIndex(index, recordKey(collection, id), document)
  collection.idIndex = index
  return index
}

function orderedIndexes({ indexes, idIndex }: Collection): CollectionIndex[] {
  return idIndex ? [...indexes.values(), idIndex] : [...indexes.values()]
}

export function idKeyOf(document: Document): string {
  return keyOf(document['_id'])
}

/** Stores a document under its `_id` and keeps every index right; returns the one it takes the place of. */
export function putDocument(collection: Collection, document: Document): Document | undefined {
  const id = idKeyOf(document)
  const previous = collection.documents.get(id)
  const key = recordKey(collection, id)
  for (const index of orderedIndexes(collection)) {
    if (previous && isUntouched(index, previous, document)) continue
    if (previous) removeFromIndex(index, key, previous)
    addToIndex(index, key, document)
  }
  collection.documents.set(id, document)
  return previous
}

export function removeDocument(collection: Collection, id: string): void {
  const document = collection.documents.get(id)
  if (!document) return
  const key = recordKey(collection, id)
  for (const index of orderedIndexes(collection)) removeFromIndex(index, key, document)
  collection.documents.delete(id)
  collection.recordIds.delete(id)
}

/** Fills an index with the documents there are and adds it to the collection. */
export function attachIndex(collection: Collection, index: CollectionIndex): void {
  for (const [id, document] of collection.documents) addToIndex(index, recordKey(collection, id), document)
  collection.indexes.set(index.specification.name, index)
}
