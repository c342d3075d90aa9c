import { CommandError } from '../errors'
import type { Collection } from '../storage/collection'
import { isSameValue } from '../values/compare-values'
import { type Document, isDocument } from '../values/value'
import type { Command, CommandRequest } from './command'
import { isExistingIndex, parseIndex } from './index-specification'
import { namespaceOf, readFields } from './read-fields'

const idIndex = { v: 2, key: { _id: 1 }, name: '_id_' }

function requireCollection(request: CommandRequest): Collection {
  const namespace = namespaceOf(request)
  const collection = request.state.store.collections.get(namespace)
  if (collection) return collection
  throw new CommandError('NamespaceNotFound', `ns does not exist: ${namespace}`)
}

function isIdIndex({ key }: Document): boolean {
  return isDocument(key) && Object.keys(key).join() === '_id'
}

const createIndexes: Command = (request) => {
  const { indexes = [] } = readFields(request, { indexes: 'documents', commitQuorum: 'value' })
  if (indexes.length === 0) throw new CommandError('BadValue', 'Must specify at least one index to create')
  const namespace = namespaceOf(request)
  const createdCollectionAutomatically = !request.state.store.collections.has(namespace)
  const collection = request.changes.ensureCollection(namespace)
  const before = collection.indexes.size
  for (const declared of indexes) {
    // The index on _id always exists.
    if (isIdIndex(declared)) continue
    const requested = parseIndex(declared)
    const existing = [...collection.indexes.values()].map((index) => index.specification)
    // Every one is asked, for a clash may come from any of them.
    const matches = existing.filter((specification) => isExistingIndex(requested, specification))
    if (matches.length === 0) request.changes.createIndex(collection, requested)
  }
  const counts = { numIndexesBefore: before + 1, numIndexesAfter: collection.indexes.size + 1 }
  if (before === collection.indexes.size) return { ...counts, note: 'all indexes already exist' }
  return { ...counts, createdCollectionAutomatically }
}

function namesToDrop(collection: Collection, wanted: unknown): string[] {
  if (wanted === '*') return [...collection.indexes.keys()]
  if (Array.isArray(wanted)) return wanted.flatMap((name) => namesToDrop(collection, name))
  if (wanted === '_id_') throw new CommandError('InvalidOptions', 'cannot drop _id index')
  if (typeof wanted === 'string') {
    if (collection.indexes.has(wanted)) return [wanted]
    throw new CommandError('IndexNotFound', `index not found with name [${wanted}]`)
  }
  const specifications = [...collection.indexes.values()].map((index) => index.specification)
  const match = specifications.find(({ key }) => isSameValue(key, wanted))
  if (match) return [match.name]
  throw new CommandError('IndexNotFound', `can't find index with key: ${JSON.stringify(wanted)}`)
}

const dropIndexes: Command = (request) => {
  const { index } = readFields(request, { index: 'value' })
  const collection = requireCollection(request)
  const nIndexesWas = collection.indexes.size + 1
  for (const name of namesToDrop(collection, index)) request.changes.dropIndex(collection, name)
  return { nIndexesWas }
}

const listIndexes: Command = (request) => {
  const { cursor } = readFields(request, { cursor: 'document' })
  const collection = requireCollection(request)
  const secondary = [...collection.indexes.values()].map(({ specification }) => ({ v: 2, ...specification }))
  const batchSize = cursor?.['batchSize']
  return request.state.cursors.open({
    namespace: collection.namespace,
    documents: [idIndex, ...secondary],
    batchSize: typeof batchSize === 'number' ? batchSize : undefined,
  })
}

export const indexCommands: Record<string, Command> = { createIndexes, dropIndexes, listIndexes }
