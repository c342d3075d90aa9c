import { CommandError } from '../errors'
import { compileFindProjection } from '../query/compile-projection'
import { findDocuments, findMatches, type Found, type FindTrace } from '../storage/find-documents'
import { readCollation } from '../values/collation'
import { compareValues } from '../values/compare-values'
import { someAtPath, splitPath } from '../values/document-path'
import { type Document, isNumber, typeNameOf } from '../values/value'
import { createKeyOf, keyOf } from '../values/value-key'
import { nextChanges } from './change-streams'
import type { Command, CommandRequest } from './command'
import { countOption, namespaceOf, readFields, requireField } from './read-fields'

const findFields = {
  filter: 'document',
  sort: 'document',
  projection: 'document',
  hint: 'value',
  collation: 'document',
  skip: 'number',
  limit: 'number',
  batchSize: 'number',
  singleBatch: 'boolean',
  noCursorTimeout: 'boolean',
  allowDiskUse: 'boolean',
} as const

function isSortedByIndex([first]: FindTrace[]): boolean {
  return first?.plan?.kind === 'idLookup' || (first?.plan?.kind === 'indexScan' && first.plan.providesSort)
}

/** What a cursor reads next where it does not hold a copy of everything: the documents as they are by then. */
function seesLaterWrites(
  first: Found[],
  read: () => Found[],
  project: (found: Found) => Document,
): (position: number) => Document[] {
  let current = first
  return (position) => {
    const returned = current.slice(0, position)
    const keys = new Set(returned.map(({ document }) => keyOf(document['_id'])))
    current = [...returned, ...read().filter(({ document }) => !keys.has(keyOf(document['_id'])))]
    return current.map(project)
  }
}

const find: Command = (request) => {
  const options = readFields(request, findFields)
  const { filter = {}, sort, projection = {}, hint } = options
  const collation = readCollation(options.collation)
  const skip = countOption(options.skip, 'skip', 0)
  const limit = countOption(options.limit, 'limit', 0)
  const batchSize =
    options.batchSize === undefined ? undefined : countOption(options.batchSize, 'batchSize', 0)
  const project = compileFindProjection(projection, filter, collation)
  const namespace = namespaceOf(request)
  const collection = request.state.store.collections.get(namespace)
  const trace = request.trace ?? []
  const read = () => findMatches(collection, filter, { sort, skip, limit, hint, collation, trace })
  const projectFound = ({ document, match }: Found) => project(document, match)
  const found = read()
  // A sort in memory has its own copy of what it sorted.
  const isCopied = Object.keys(sort ?? {}).length > 0 && !isSortedByIndex(trace)
  return request.state.cursors.open({
    namespace,
    documents: found.map(projectFound),
    reread:
      request.state.likeProduction && !isCopied ? seesLaterWrites(found, read, projectFound) : undefined,
    batchSize,
    singleBatch: options.singleBatch,
    isLasting: options.noCursorTimeout,
  })
}

function countAll(request: CommandRequest, { skip, limit }: { skip: number; limit: number }): Document {
  const collection = request.state.store.collections.get(namespaceOf(request))
  const exact = collection?.documents.size ?? 0
  // MongoDB takes the number from metadata, which are off after a crash and beside writes.
  const size = exact > 0 && request.state.likeProduction ? exact + 1 : exact
  const n = Math.min(Math.max(0, size - skip), limit || size)
  request.trace?.push({
    namespace: collection?.namespace,
    filter: {},
    sort: {},
    skip,
    limit,
    plan: collection && { kind: 'recordCount' },
    matched: n,
    returned: n,
  })
  return { n }
}

const count: Command = (request) => {
  const options = readFields(request, {
    query: 'document',
    limit: 'number',
    skip: 'number',
    fields: 'value',
    hint: 'value',
    collation: 'document',
  })
  const skip = countOption(options.skip, 'skip', 0)
  // A negative limit counts as its opposite.
  const limit = Math.abs(Math.trunc(options.limit ?? 0))
  const collation = readCollation(options.collation)
  const collection = request.state.store.collections.get(namespaceOf(request))
  const { query = {}, hint } = options
  if (Object.keys(query).length === 0 && hint === undefined) return countAll(request, { skip, limit })
  const found = findDocuments(collection, query, { skip, limit, hint, collation, trace: request.trace })
  return { n: found.length }
}

const distinct: Command = (request) => {
  const options = readFields(request, { key: 'string', query: 'document', collation: 'document' })
  const key = requireField(options.key, 'distinct.key')
  if (key.includes('\0'))
    throw new CommandError('Location31032', 'Key field cannot contain an embedded null byte')
  const collation = readCollation(options.collation)
  const namespace = namespaceOf(request)
  const collection = request.state.store.collections.get(namespace)
  const keyOf = createKeyOf(collation)
  const values = new Map<string, unknown>()
  const path = splitPath(key)
  const found = findDocuments(collection, options.query ?? {}, { collation, trace: request.trace })
  for (const document of found) {
    someAtPath(document, path, (value, _position, isLeaf) => {
      for (const item of Array.isArray(value) && isLeaf ? value : [value]) {
        const itemKey = item === undefined ? undefined : keyOf(item)
        if (itemKey !== undefined && !values.has(itemKey)) values.set(itemKey, item)
      }
      return false
    })
  }
  const list = [...values.values()]
  // MongoDB reads the values from an index where there is one, and so in its order.
  const indexes = [...(collection?.indexes.values() ?? [])].map(({ specification }) => specification)
  const isIndexed = indexes.some((index) => Object.keys(index.key)[0] === key && !index.collation)
  return { values: isIndexed && !collation ? list.sort((left, right) => compareValues(left, right)) : list }
}

const getMore: Command = (request) => {
  const options = readFields(request, { collection: 'string', batchSize: 'number' })
  const id = request.body['getMore']
  if (!isNumber(id)) {
    throw new CommandError(
      'TypeMismatch',
      `BSON field 'getMore.getMore' is the wrong type '${typeNameOf(id)}', expected type 'long'`,
    )
  }
  const collection = requireField(options.collection, 'getMore.collection')
  const batchSize = countOption(options.batchSize, 'batchSize', Number.POSITIVE_INFINITY)
  const changes = nextChanges(request, batchSize || Number.POSITIVE_INFINITY)
  if (changes) return changes
  if (request.body['maxTimeMS'] !== undefined) {
    throw new CommandError('BadValue', 'cannot set maxTimeMS on getMore command for a non-awaitData cursor')
  }
  return request.state.cursors.next(
    Number(id),
    `${request.database}.${collection}`,
    batchSize || Number.POSITIVE_INFINITY,
  )
}

const killCursors: Command = (request) => {
  const options = readFields(request, { cursors: 'value' })
  const cursors = requireField(options.cursors, 'killCursors.cursors')
  if (!Array.isArray(cursors) || !cursors.every(isNumber)) {
    throw new CommandError('TypeMismatch', "BSON field 'killCursors.cursors' must be an array of long")
  }
  const { state } = request
  const killed = cursors.filter(
    (id) => state.cursors.kill(Number(id)) || state.changeStreams.kill(Number(id)),
  )
  const missing = cursors.filter((id) => !killed.includes(id))
  return { cursorsKilled: killed, cursorsNotFound: missing, cursorsAlive: [], cursorsUnknown: [] }
}

export const queryCommands = { find, count, distinct, getMore, killCursors } satisfies Record<string, Command>
