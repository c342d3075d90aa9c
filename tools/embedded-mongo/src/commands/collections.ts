import { compileFilter } from '../query/compile-filter'
import { type Collection, ID_INDEX } from '../storage/collection'
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
  request.changes.dropCollection(collection)
  return { ns: namespace, nIndexesWas: collection.indexes.size + 1 }
}

const dropDatabase: Command = (request) => {
  readFields(request, {})
  const collections = collectionsOf(request)
  for (const collection of collections) request.changes.dropCollection(collection)
  return collections.length > 0 ? { dropped: request.database } : {}
}

const listCollections: Command = (request) => {
  const options = readFields(request, {
    filter: 'document',
    nameOnly: 'boolean',
    authorizedCollections: 'boolean',
    cursor: 'document',
  })
  const described = collectionsOf(request)
    .map(({ namespace }) => ({
      name: namespace.slice(request.database.length + 1),
      type: 'collection',
      options: {},
      info: { readOnly: false },
      idIndex: { v: 2, ...ID_INDEX },
    }))
    .filter(compileFilter(options.filter ?? {}))
  return request.state.cursors.open({
    namespace: `${request.database}.$cmd.listCollections`,
    documents: options.nameOnly ? described.map(({ name, type }) => ({ name, type })) : described,
    batchSize: batchSizeOf('listCollections', options.cursor),
  })
}

const listDatabases: Command = (request) => {
  const { filter = {}, nameOnly } = readFields(request, {
    filter: 'document',
    nameOnly: 'boolean',
    authorizedDatabases: 'boolean',
  })
  const namespaces = [...request.state.store.collections.keys()]
  const names = new Set(namespaces.map((namespace) => namespace.slice(0, namespace.indexOf('.'))))
  // Sizes would cost a pass over all data and nothing here needs them.
  const databases = [...names].sort().map((name) => ({ name, sizeOnDisk: 0, empty: false }))
  const listed = databases.filter(compileFilter(filter))
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
