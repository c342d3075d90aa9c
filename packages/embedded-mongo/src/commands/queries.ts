import { CommandError } from '../errors'
import { compileProjection } from '../query/compile-projection'
import { findDocuments, type FindTrace } from '../storage/find-documents'
import { someAtPath, splitPath } from '../values/document-path'
import type { Document } from '../values/value'
import { keyOf } from '../values/value-key'
import { nextChanges } from './change-streams'
import type { Command, CommandRequest } from './command'
import { namespaceOf, readFields } from './read-fields'

/** A whole number of at least 0; `absent` when it was not given. */
export function countOption(value: number | undefined, name: string, absent: number): number {
  if (value === undefined) return absent
  if (Number.isInteger(value) && value >= 0) return value
  throw new CommandError('BadValue', `BSON field '${name}' value must be >= 0, actual value '${value}'`)
}

const findFields = {
  filter: 'document',
  sort: 'document',
  projection: 'document',
  skip: 'number',
  limit: 'number',
  batchSize: 'number',
  singleBatch: 'boolean',
  noCursorTimeout: 'boolean',
  allowDiskUse: 'boolean',
} as const

interface Selection {
  filter?: Document
  sort?: Document
  skip: number
  limit: number
}

function select(request: CommandRequest, { filter = {}, sort = {}, skip, limit }: Selection): Document[] {
  const collection = request.state.store.collections.get(namespaceOf(request))
  return findDocuments(collection, filter, { sort, skip, limit, trace: request.trace })
}

function isSortedByIndex([first]: FindTrace[]): boolean {
  return first?.plan?.kind === 'idLookup' || (first?.plan?.kind === 'indexScan' && first.plan.providesSort)
}

/** What a cursor reads next where it does not hold a copy of everything: the documents as they are by then. */
function seesLaterWrites(
  first: Document[],
  read: () => Document[],
  project: (document: Document) => Document,
): (position: number) => Document[] {
  let documents = first
  return (position) => {
    const returned = documents.slice(0, position)
    const keys = new Set(returned.map((document) => keyOf(document['_id'])))
    documents = [...returned, ...read().filter((document) => !keys.has(keyOf(document['_id'])))]
    return documents.map(project)
  }
}

const find: Command = (request) => {
  const options = readFields(request, findFields)
  const skip = countOption(options.skip, 'skip', 0)
  const limit = countOption(options.limit, 'limit', 0)
  const project = compileProjection(options.projection ?? {})
  const trace = request.trace ?? []
  const read = () =>
    select({ ...request, trace }, { filter: options.filter, sort: options.sort, skip, limit })
  const found = read()
  // A sort in memory has its own copy of what it sorted.
  const isCopied = Object.keys(options.sort ?? {}).length > 0 && !isSortedByIndex(trace)
  return request.state.cursors.open({
    namespace: namespaceOf(request),
    documents: found.map(project),
    reread: request.state.likeProduction && !isCopied ? seesLaterWrites(found, read, project) : undefined,
    batchSize: options.batchSize === undefined ? undefined : countOption(options.batchSize, 'batchSize', 0),
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
  const options = readFields(request, { query: 'document', limit: 'number', skip: 'number', fields: 'value' })
  const skip = countOption(options.skip, 'skip', 0)
  const limit = Math.abs(options.limit ?? 0)
  if (Object.keys(options.query ?? {}).length === 0) return countAll(request, { skip, limit })
  return { n: select(request, { filter: options.query, skip, limit }).length }
}

const distinct: Command = (request) => {
  const { key = '', query = {} } = readFields(request, { key: 'string', query: 'document' })
  const collection = request.state.store.collections.get(namespaceOf(request))
  const values = new Map<string, unknown>()
  for (const document of findDocuments(collection, query, { trace: request.trace })) {
    someAtPath(document, splitPath(key), (value) => {
      for (const item of Array.isArray(value) ? value : [value]) {
        if (item !== undefined) values.set(keyOf(item), values.get(keyOf(item)) ?? item)
      }
      return false
    })
  }
  return { values: [...values.values()] }
}

const getMore: Command = (request) => {
  const options = readFields(request, { collection: 'string', batchSize: 'number' })
  const id = Number(request.body['getMore'])
  const batchSize = countOption(options.batchSize, 'batchSize', Number.POSITIVE_INFINITY)
  const changes = nextChanges(request, batchSize || Number.POSITIVE_INFINITY)
  if (changes) return changes
  return request.state.cursors.next(
    id,
    `${request.database}.${options.collection}`,
    batchSize || Number.POSITIVE_INFINITY,
  )
}

const killCursors: Command = (request) => {
  const { cursors } = readFields(request, { cursors: 'value' })
  const ids: unknown[] = Array.isArray(cursors) ? cursors : []
  const killed = ids.filter(
    (id) => request.state.cursors.kill(Number(id)) || request.state.changeStreams.kill(Number(id)),
  )
  const missing = ids.filter((id) => !killed.includes(id))
  return { cursorsKilled: killed, cursorsNotFound: missing, cursorsAlive: [], cursorsUnknown: [] }
}

export const queryCommands = { find, count, distinct, getMore, killCursors } satisfies Record<string, Command>
