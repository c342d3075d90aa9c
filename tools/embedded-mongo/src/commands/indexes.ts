import { CommandError } from '../errors'
import type { Collection } from '../storage/collection'
import { isSameValue } from '../values/compare-values'
import { isDocument } from '../values/value'
import type { Command, CommandRequest } from './command'
import { checkIdIndex, isExistingIndex, isIdKey, parseIndex } from './index-specification'
import { batchSizeOf, namespaceOf, readFields, requireField } from './read-fields'

const idIndex = { v: 2, key: { _id: 1 }, name: '_id_' }
const maxIndexes = 64

function requireCollection(request: CommandRequest): Collection {
  const namespace = namespaceOf(request)
  const collection = request.state.store.collections.get(namespace)
  if (collection) return collection
  throw new CommandError('NamespaceNotFound', `ns does not exist: ${namespace}`)
}

function assertRoom(collection: Collection): void {
  // The one on `_id` counts.
  if (collection.indexes.size + 1 < maxIndexes) return
  throw new CommandError('CannotCreateIndex', `add index fails, too many indexes for ${collection.namespace}`)
}

const createIndexes: Command = (request) => {
  const { indexes } = readFields(request, { indexes: 'documents' })
  const declarations = requireField(indexes, 'createIndexes.indexes')
  if (declarations.length === 0) {
    throw new CommandError('BadValue', 'Must specify at least one index to create')
  }
  const namespace = namespaceOf(request)
  const createdCollectionAutomatically = !request.state.store.collections.has(namespace)
  const collection = request.changes.ensureCollection(namespace)
  const before = collection.indexes.size
  for (const declared of declarations) {
    if (isIdKey(declared['key'])) {
      checkIdIndex(declared)
      continue
    }
    const requested = parseIndex(declared)
    if (requested.name === '_id_') {
      throw new CommandError('BadValue', "The index name '_id_' is reserved for the _id index")
    }
    const existing = [...collection.indexes.values()].map((index) => index.specification)
    // Every one is asked, for a clash may come from any of them.
    const matches = existing.filter((specification) => isExistingIndex(requested, specification))
    if (matches.length > 0) continue
    assertRoom(collection)
    request.changes.createIndex(collection, requested)
  }
  const counts = { numIndexesBefore: before + 1, numIndexesAfter: collection.indexes.size + 1 }
  if (before === collection.indexes.size) return { ...counts, note: 'all indexes already exist' }
  return { ...counts, createdCollectionAutomatically }
}

function nameToDrop(collection: Collection, name: string): string {
  if (name === '_id_') throw new CommandError('InvalidOptions', 'cannot drop _id index')
  if (collection.indexes.has(name)) return name
  throw new CommandError('IndexNotFound', `index not found with name [${name}]`)
}

function namesToDrop(collection: Collection, wanted: unknown): string[] {
  if (wanted === '*') return [...collection.indexes.keys()]
  if (typeof wanted === 'string') return [nameToDrop(collection, wanted)]
  if (Array.isArray(wanted)) {
    return wanted.map((name) => {
      if (typeof name === 'string') return nameToDrop(collection, name)
      throw new CommandError('TypeMismatch', "'index' must be a string, an object, or an array of strings")
    })
  }
  if (!isDocument(wanted)) {
    throw new CommandError('TypeMismatch', "'index' must be a string, an object, or an array of strings")
  }
  if (isIdKey(wanted)) throw new CommandError('InvalidOptions', 'cannot drop _id index')
  const matches = [...collection.indexes.values()].filter(({ specification }) =>
    isSameValue(specification.key, wanted),
  )
  if (matches.length > 1) {
    throw new CommandError(
      'AmbiguousIndexKeyPattern',
      `${matches.length} indexes found for key: ${JSON.stringify(wanted)}, identify by name instead.`,
    )
  }
  if (matches[0]) return [matches[0].specification.name]
  throw new CommandError('IndexNotFound', `can't find index with key: ${JSON.stringify(wanted)}`)
}

const dropIndexes: Command = (request) => {
  const { index } = readFields(request, { index: 'value' })
  const wanted = requireField(index, 'dropIndexes.index')
  const collection = requireCollection(request)
  const nIndexesWas = collection.indexes.size + 1
  for (const name of namesToDrop(collection, wanted)) request.changes.dropIndex(collection, name)
  return { nIndexesWas }
}

const listIndexes: Command = (request) => {
  const { cursor } = readFields(request, { cursor: 'document' })
  const collection = requireCollection(request)
  const secondary = [...collection.indexes.values()].map(({ specification }) => ({ v: 2, ...specification }))
  return request.state.cursors.open({
    namespace: collection.namespace,
    documents: [idIndex, ...secondary],
    batchSize: batchSizeOf('listIndexes', cursor),
  })
}

export const indexCommands: Record<string, Command> = { createIndexes, dropIndexes, listIndexes }
