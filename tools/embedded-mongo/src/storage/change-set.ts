import { calculateObjectSize } from 'bson'
import { CommandError, unsupported } from '../errors'
import { type Document, kindOf } from '../values/value'
import {
  buildIndex,
  type Collection,
  createCollection,
  ID_INDEX,
  idKeyOf,
  placeOf,
  putDocument,
  removeDocument,
} from './collection'
import { findDuplicate } from './collection-index'
import { duplicateKeyError } from './duplicate-key'
import type { Effect, IndexSpecification } from './effect'
import type { Store } from './store'

export const maxDocumentBytes = 16 * 1024 * 1024
const FEW_DOCUMENTS = 8

/**
 * The changes of one command: applied to memory at once, written to the journal in one line at the end,
 * taken back together when the command fails or the journal cannot be written.
 */
export class ChangeSet {
  private readonly effects: Effect[] = []
  private readonly undoSteps: (() => void)[] = []

  constructor(private readonly store: Store) {}

  /** Resolves when the changes are durable; rejects, with memory as it was before, when they cannot be. */
  async commit(): Promise<void> {
    if (this.effects.length > 0) await this.store.journal.append(this.effects, () => this.undo())
  }

  undo(): void {
    for (const step of this.undoSteps.splice(0).toReversed()) step()
  }

  /** The collection of a namespace, made when it does not exist. */
  ensureCollection(namespace: string): Collection {
    const existing = this.store.collections.get(namespace)
    if (existing) return existing
    const collection = createCollection(namespace)
    this.store.collections.set(namespace, collection)
    this.record({ kind: 'create', namespace }, () => this.store.collections.delete(namespace))
    return collection
  }

  dropCollection(collection: Collection): void {
    const { namespace } = collection
    this.store.collections.delete(namespace)
    this.record({ kind: 'drop', namespace }, () => this.store.collections.set(namespace, collection))
  }

  /** Throws `DuplicateKey` when `_id` is taken or a unique index is violated. */
  insert(collection: Collection, document: Document): void {
    if (collection.records.has(idKeyOf(document)))
      throw duplicateKeyError(collection.namespace, ID_INDEX, [document['_id']])
    this.put(collection, document)
  }

  /** Stores a document in place of the one with its `_id`, if there is one. Throws `DuplicateKey` when a unique index is violated. */
  put(collection: Collection, document: Document): void {
    const { memory, memoryForMany } = this.store
    ;(this.effects.length < FEW_DOCUMENTS ? memory : memoryForMany).assertRoom()
    assertStorable(document)
    const { namespace } = collection
    const place = placeOf(collection, document)
    for (const index of collection.indexes.values()) {
      const values = findDuplicate(index, place, document)
      if (values) throw duplicateKeyError(namespace, index.specification, values)
    }
    const previous = putDocument(collection, document)
    this.record({ kind: 'put', namespace, document }, () => {
      if (previous) putDocument(collection, previous)
      else removeDocument(collection, place.id)
    })
  }

  remove(collection: Collection, document: Document): void {
    removeDocument(collection, idKeyOf(document))
    const { namespace } = collection
    this.record({ kind: 'delete', namespace, id: document['_id'] }, () => putDocument(collection, document))
  }

  /** Throws `DuplicateKey` when the index is unique and the documents are not. */
  createIndex(collection: Collection, specification: IndexSpecification): void {
    const { namespace, records, indexes } = collection
    const index = buildIndex(collection, specification)
    for (const record of specification.unique ? records.values() : []) {
      const values = findDuplicate(index, record, record.document)
      if (values) throw duplicateKeyError(namespace, specification, values)
    }
    indexes.set(specification.name, index)
    this.record({ kind: 'createIndex', namespace, specification }, () => indexes.delete(specification.name))
  }

  private record(effect: Effect, undo: () => void): void {
    this.effects.push(effect)
    this.undoSteps.push(undo)
  }
}

/** The size of a document in bytes. Throws `BSONObjectTooLarge` above 16 MB. */
export function sizeWithinLimit(document: Document): number {
  const size = calculateObjectSize(document)
  if (size <= maxDocumentBytes) return size
  throw new CommandError(
    'BSONObjectTooLarge',
    `Size of document is ${size} bytes, exceeds the maximum of ${maxDocumentBytes}`,
  )
}

function assertStorable(document: Document): void {
  sizeWithinLimit(document)
  const kind = kindOf(document['_id'])
  if (kind === 'array' || kind === 'regex') throw unsupported(`an _id of type ${kind}`)
}
