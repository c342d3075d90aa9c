import type { Document } from '../values/value'
import { keyOf } from '../values/value-key'
import { addToIndex, type CollectionIndex, isUntouched, removeFromIndex } from './collection-index'

/** One collection in memory. Documents keep the order of their insertion. */
export interface Collection {
  readonly namespace: string
  /** By the key of `_id`. */
  readonly documents: Map<string, Document>
  /** By name, without the one on `_id`. */
  readonly indexes: Map<string, CollectionIndex>
}

export function createCollection(namespace: string): Collection {
  return { namespace, documents: new Map(), indexes: new Map() }
}

export function idKeyOf(document: Document): string {
  return keyOf(document['_id'])
}

/** Stores a document under its `_id` and keeps every index right; returns the one it takes the place of. */
export function putDocument(collection: Collection, document: Document): Document | undefined {
  const id = idKeyOf(document)
  const previous = collection.documents.get(id)
  for (const index of collection.indexes.values()) {
    if (previous && isUntouched(index, previous, document)) continue
    if (previous) removeFromIndex(index, id, previous)
    addToIndex(index, id, document)
  }
  collection.documents.set(id, document)
  return previous
}

export function removeDocument(collection: Collection, id: string): void {
  const document = collection.documents.get(id)
  if (!document) return
  for (const index of collection.indexes.values()) removeFromIndex(index, id, document)
  collection.documents.delete(id)
}

/** Fills an index with the documents there are and adds it to the collection. */
export function attachIndex(collection: Collection, index: CollectionIndex): void {
  for (const [id, document] of collection.documents) addToIndex(index, id, document)
  collection.indexes.set(index.specification.name, index)
}
