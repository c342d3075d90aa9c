import { isVisibleTo } from '../auth/authorize'
import { compileFilter } from '../query/compile-filter'
import type { Collection } from '../storage/collection'
import type { Document } from '../values/value'
import type { Command, CommandRequest } from './command'
import { batchSizeOf, namespaceOf, readFields } from './read-fields'

function collectionsOf({ database, state }: CommandRequest): Collection[] {
  return [...state.store.collections.values()].filter(({ namespace }) => namespace.startsWith(`${database}.`))
}

const create: Command = (request) => {
  readFields(request, {})
  // One that exists has the same options, namely none, which MongoDB accepts since 7.0.
  request.changes.ensureCollection(namespaceOf(request))
  return {}
}

const drop: Command = (request) => {
  readFields(request, {})
  const namespace = namespaceOf(request)
  const collection = request.state.store.collections.get(namespace)
  if (!collection) return {}
  const nIndexesWas = collection.indexes.size + 1
  request.changes.dropCollection(collection)
  return { ns: namespace, nIndexesWas }
}

const dropDatabase: Command = (request) => {
  readFields(request, {})
  const collections = collectionsOf(request)
  for (const collection of collections) request.changes.dropCollection(collection)
  return collections.length > 0 ? { dropped: request.database } : {}
}

function describe({ database }: CommandRequest, { namespace }: Collection): Document {
  const name = namespace.slice(database.length + 1)
  const idIndex = { v: 2, key: { _id: 1 }, name: '_id_' }
  return { name, type: 'collection', options: {}, info: { readOnly: false }, idIndex }
}

const listCollections: Command = (request) => {
  const {
    filter = {},
    nameOnly,
    cursor,
  } = readFields(request, {
    filter: 'document',
    nameOnly: 'boolean',
    authorizedCollections: 'boolean',
    cursor: 'document',
  })
  const matches = compileFilter(filter)
  const described = collectionsOf(request)
    .map((collection) => describe(request, collection))
    .filter((entry) => matches(entry))
  return request.state.cursors.open({
    namespace: `${request.database}.$cmd.listCollections`,
    documents: nameOnly ? described.map(({ name, type }) => ({ name, type })) : described,
    batchSize: batchSizeOf('listCollections', cursor),
  })
}

const listDatabases: Command = (request) => {
  const { filter = {}, nameOnly } = readFields(request, {
    filter: 'document',
    nameOnly: 'boolean',
    authorizedDatabases: 'boolean',
  })
  const names = new Set(
    [...request.state.store.collections.keys()].map((namespace) => namespace.split('.')[0] ?? ''),
  )
  const matches = compileFilter(filter)
  // Sizes would cost a pass over all data and nothing here needs them.
  const databases = [...names]
    .filter(isVisibleTo(request))
    .sort()
    .map((name) => ({ name, sizeOnDisk: 0, empty: false }))
  const listed = databases.filter((entry) => matches(entry))
  if (nameOnly) return { databases: listed.map(({ name }) => ({ name })) }
  return { databases: listed, totalSize: 0, totalSizeMb: 0 }
}

export const collectionCommands: Record<string, Command> = {
  create,
  drop,
  dropDatabase,
  listCollections,
  listDatabases,
}
