import { CommandError } from '../errors'
import { type Document, kindOf } from '../values/value'
import {
  type Collection,
  createCollection,
  idKeyOf,
  putDocument,
  recordKey,
  removeDocument,
} from './collection'
import { addToIndex, type CollectionIndex, createIndex, findDuplicate } from './collection-index'
import { sizeWithinLimit } from './document-size'
import { duplicateKeyError } from './duplicate-key'
import type { Effect, IndexSpecification } from './effect'
import type { Store } from './store'

const FEW_DOCUMENTS = 8

/** What a command did to a document, or that it dropped a collection, for those who follow changes. */
export interface DocumentChange {
  operationType: 'insert' | 'update' | 'delete' | 'drop'
  namespace: string
  id?: unknown
}

/**
 * The changes of one command: applied to memory at once, written to the journal as one frame at the end,
 * taken back together when the command fails or the journal cannot be written.
 */
export class ChangeSet {
  private readonly effects: Effect[] = []
  readonly documentChanges: DocumentChange[] = []
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
    return this.store.collections.get(namespace) ?? this.createCollection(namespace)
  }

  createCollection(namespace: string): Collection {
    const collection = createCollection(namespace)
    this.store.collections.set(namespace, collection)
    this.record({ kind: 'create', namespace }, () => this.store.collections.delete(namespace))
    return collection
  }

  dropCollection(collection: Collection): void {
    const { namespace } = collection
    this.store.collections.delete(namespace)
    this.documentChanges.push({ operationType: 'drop', namespace })
    this.record({ kind: 'drop', namespace }, () => this.store.collections.set(namespace, collection))
  }

  /** Throws `DuplicateKey` when `_id` is taken or a unique index is violated. */
  insert(collection: Collection, document: Document): void {
    if (collection.documents.has(idKeyOf(document))) {
      const index = { name: '_id_', key: { _id: 1 } }
      throw duplicateKeyError({ namespace: collection.namespace, index, values: [document['_id']] })
    }
    this.put(collection, document)
  }

  /** Replaces the document with the same `_id`. Throws `DuplicateKey` when a unique index is violated. */
  replace(collection: Collection, document: Document): void {
    this.put(collection, document)
  }

  remove(collection: Collection, document: Document): void {
    removeDocument(collection, idKeyOf(document))
    const { namespace } = collection
    this.documentChanges.push({ operationType: 'delete', namespace, id: document['_id'] })
    this.record({ kind: 'delete', namespace, id: document['_id'] }, () => putDocument(collection, document))
  }

  /** Throws `DuplicateKey` when the index is unique and the documents are not. */
  createIndex(collection: Collection, specification: IndexSpecification): void {
    const { namespace } = collection
    collection.indexes.set(specification.name, buildIndex(collection, specification))
    this.record({ kind: 'createIndex', namespace, specification }, () =>
      collection.indexes.delete(specification.name),
    )
  }

  dropIndex(collection: Collection, name: string): void {
    const index = collection.indexes.get(name)
    if (!index) return
    collection.indexes.delete(name)
    const { namespace } = collection
    this.record({ kind: 'dropIndex', namespace, name }, () => collection.indexes.set(name, index))
  }

  private put(collection: Collection, document: Document): void {
    const { memory, memoryForMany } = this.store
    ;(this.documentChanges.length < FEW_DOCUMENTS ? memory : memoryForMany).assertRoom()
    assertStorable(document)
    const { namespace } = collection
    const id = idKeyOf(document)
    for (const index of collection.indexes.values()) {
      const values = findDuplicate(index, id, document)
      if (values) throw duplicateKeyError({ namespace, index: index.specification, values })
    }
    const previous = putDocument(collection, document)
    this.documentChanges.push({
      operationType: previous ? 'update' : 'insert',
      namespace,
      id: document['_id'],
    })
    this.record({ kind: 'put', namespace, document }, () => {
      if (previous) putDocument(collection, previous)
      else removeDocument(collection, id)
    })
  }

  private record(effect: Effect, undo: () => void): void {
    this.effects.push(effect)
    this.undoSteps.push(undo)
  }
}

function assertStorable(document: Document): void {
  sizeWithinLimit(document)
  const kind = kindOf(document['_id'])
  if (kind === 'array' || kind === 'regex') {
    throw new CommandError('InvalidIdField', `The '_id' value cannot be of type ${kind}`)
  }
}

function buildIndex(collection: Collection, specification: IndexSpecification): CollectionIndex {
  const index = createIndex(specification)
  for (const [id, document] of collection.documents) {
    const values = findDuplicate(index, id, document)
    if (values) throw duplicateKeyError({ namespace: collection.namespace, index: specification, values })
    addToIndex(index, recordKey(collection, id), document)
  }
  return index
}
