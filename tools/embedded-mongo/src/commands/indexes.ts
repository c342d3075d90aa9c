import { CommandError, unsupported } from '../errors'
import { compileFilter } from '../query/compile-filter'
import { ID_INDEX } from '../storage/collection'
import type { IndexSpecification } from '../storage/effect'
import { isSameValue } from '../values/compare-values'
import { splitFieldPath } from '../values/document-path'
import { type Document, isNumber } from '../values/value'
import type { Command } from './command'
import { batchSizeOf, namespaceOf, readDocumentFields, readFields, requireField } from './read-fields'

/** Checks an index of `createIndexes`. */
function parseIndex(declared: Document): IndexSpecification {
  const options = readDocumentFields(declared, 'createIndexes.indexes', {
    key: 'document',
    name: 'string',
    v: 'number',
    // Without a meaning since MongoDB 4.2.
    background: 'boolean',
    unique: 'boolean',
    sparse: 'boolean',
    partialFilterExpression: 'document',
    expireAfterSeconds: 'number',
  })
  const { unique, sparse, partialFilterExpression, expireAfterSeconds } = options
  const key = requireField(options.key, 'createIndexes.indexes.key')
  for (const [field, direction] of Object.entries(key)) {
    splitFieldPath(field)
    if (!isNumber(direction) || Math.abs(direction) !== 1)
      throw unsupported(`an index on '${field}' by anything but 1 or -1`)
  }
  if (sparse && partialFilterExpression) throw unsupported('an index that is sparse and partial')
  if (expireAfterSeconds !== undefined && Object.keys(key).length > 1)
    throw unsupported("'expireAfterSeconds' of an index on several fields")
  if (partialFilterExpression) compileFilter(partialFilterExpression)
  return {
    key,
    name: requireField(options.name, 'createIndexes.indexes.name'),
    ...(unique && { unique }),
    ...(sparse && { sparse }),
    ...(partialFilterExpression && { partialFilterExpression }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
  }
}

/** Whether the requested index is there already. Throws when it clashes with an existing one. */
function isExistingIndex(requested: IndexSpecification, existing: IndexSpecification): boolean {
  const clash = () => `: ${JSON.stringify(requested)}, existing index: ${JSON.stringify(existing)}`
  const isSame = [...new Set([...Object.keys(requested), ...Object.keys(existing)])].every((option) => {
    const [left, right] = [requested, existing].map((index) => (index as unknown as Document)[option])
    return ['name', 'expireAfterSeconds'].includes(option) || isSameValue(left, right)
  })
  if (!isSame && requested.name === existing.name)
    throw new CommandError(
      'IndexKeySpecsConflict',
      `An existing index has the same name as the requested index${clash()}`,
    )
  if (
    isSame &&
    (requested.name !== existing.name || requested.expireAfterSeconds !== existing.expireAfterSeconds)
  )
    throw new CommandError('IndexOptionsConflict', `Index already exists with different options${clash()}`)
  return isSame
}

const createIndexes: Command = (request) => {
  const { indexes } = readFields(request, { indexes: 'documents' })
  const createdCollectionAutomatically = !request.state.store.collections.has(namespaceOf(request))
  const collection = request.changes.ensureCollection(namespaceOf(request))
  const before = collection.indexes.size
  for (const declared of requireField(indexes, 'createIndexes.indexes')) {
    const requested = parseIndex(declared)
    const existing = [ID_INDEX, ...[...collection.indexes.values()].map((index) => index.specification)]
    // Every one is asked, for a clash may come from any of them.
    const matches = existing.filter((specification) => isExistingIndex(requested, specification))
    if (matches.length === 0) request.changes.createIndex(collection, requested)
  }
  return {
    numIndexesBefore: before + 1,
    numIndexesAfter: collection.indexes.size + 1,
    createdCollectionAutomatically,
  }
}

const listIndexes: Command = (request) => {
  const { cursor } = readFields(request, { cursor: 'document' })
  const namespace = namespaceOf(request)
  const collection = request.state.store.collections.get(namespace)
  if (!collection) throw new CommandError('NamespaceNotFound', `ns does not exist: ${namespace}`)
  const specifications = [
    ID_INDEX,
    ...[...collection.indexes.values()].map(({ specification }) => specification),
  ]
  return request.state.cursors.open({
    namespace,
    documents: specifications.map((specification) => ({ v: 2, ...specification })),
    batchSize: batchSizeOf('listIndexes', cursor),
  })
}

export const indexCommands: Record<string, Command> = { createIndexes, listIndexes }
