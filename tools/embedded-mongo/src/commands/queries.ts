import { unsupported } from '../errors'
import { compileProjection } from '../query/compile-projection'
import { findDocuments } from '../storage/find-documents'
import { someAtPath, splitPath } from '../values/document-path'
import { isNumber } from '../values/value'
import { keyOf } from '../values/value-key'
import type { Command } from './command'
import { namespaceOf, readFields, requireField } from './read-fields'

const find: Command = (request) => {
  const options = readFields(request, {
    filter: 'document',
    sort: 'document',
    projection: 'document',
    hint: 'value',
    skip: 'number',
    limit: 'number',
    batchSize: 'number',
    singleBatch: 'boolean',
    allowDiskUse: 'boolean',
  })
  const { filter = {}, projection = {}, batchSize, singleBatch } = options
  const namespace = namespaceOf(request)
  const project = compileProjection(projection)
  const documents = findDocuments(request.state.store.collections.get(namespace), filter, options)
  return request.state.cursors.open({
    namespace,
    documents: documents.map(project),
    batchSize,
    singleBatch,
  })
}

const count: Command = (request) => {
  const { query = {}, ...options } = readFields(request, {
    query: 'document',
    limit: 'number',
    skip: 'number',
    hint: 'value',
  })
  const collection = request.state.store.collections.get(namespaceOf(request))
  return { n: findDocuments(collection, query, options).length }
}

const distinct: Command = (request) => {
  const { key, query = {} } = readFields(request, { key: 'string', query: 'document' })
  const path = splitPath(requireField(key, 'distinct.key'))
  const values = new Map<string, unknown>()
  for (const document of findDocuments(request.state.store.collections.get(namespaceOf(request)), query))
    someAtPath(document, path, (value, isLeaf) => {
      for (const item of Array.isArray(value) && isLeaf ? (value as unknown[]) : [value])
        if (item !== undefined && !values.has(keyOf(item))) values.set(keyOf(item), item)
      return false
    })
  return { values: [...values.values()] }
}

const getMore: Command = (request) => {
  const { body, database, state } = request
  const { collection, batchSize } = readFields(request, { collection: 'string', batchSize: 'number' })
  const namespace = `${database}.${requireField(collection, 'getMore.collection')}`
  return state.cursors.next(Number(body['getMore']), namespace, batchSize || Infinity)
}

const killCursors: Command = (request) => {
  const { cursors } = readFields(request, { cursors: 'value' })
  if (!Array.isArray(cursors) || !cursors.every(isNumber)) throw unsupported('killCursors without their ids')
  const killed = cursors.filter((id) => request.state.cursors.kill(Number(id)))
  const missing = cursors.filter((id) => !killed.includes(id))
  return { cursorsKilled: killed, cursorsNotFound: missing, cursorsAlive: [], cursorsUnknown: [] }
}

export const queryCommands: Record<string, Command> = { find, count, distinct, getMore, killCursors }
