import { unsupported } from '../errors'
import { compileProjection } from '../query/compile-projection'
import { findDocuments } from '../storage/find-documents'
import { parseUpdate, type Update } from '../update/parse-update'
import type { Document } from '../values/value'
import type { Command, CommandRequest } from './command'
import { type Fields, namespaceOf, readFields } from './read-fields'
import { insertUpsert, updateOne } from './writes'

const fields = {
  query: 'document',
  sort: 'document',
  remove: 'boolean',
  update: 'value',
  new: 'boolean',
  fields: 'document',
  upsert: 'boolean',
  arrayFilters: 'documents',
  bypassDocumentValidation: 'boolean',
} as const

interface Outcome {
  value: Document | null
  lastErrorObject: Document
}

function modify(
  request: CommandRequest,
  update: Update,
  { query = {}, upsert = false, new: isNew = false }: Fields<typeof fields>,
  existing: Document | undefined,
): Outcome {
  if (existing) {
    const after = updateOne(request, update, existing)
    return { value: isNew ? after : existing, lastErrorObject: { n: 1, updatedExisting: true } }
  }
  if (!upsert) return { value: null, lastErrorObject: { n: 0, updatedExisting: false } }
  const inserted = insertUpsert(request, update, query)
  return {
    value: isNew ? inserted : null,
    lastErrorObject: { n: 1, updatedExisting: false, upserted: inserted['_id'] },
  }
}

export const findAndModify: Command = (request) => {
  const options = readFields(request, fields)
  const { query = {}, sort, update, arrayFilters } = options
  if (options.remove) throw unsupported('findAndModify with remove')
  const parsed = parseUpdate(update, arrayFilters)
  const project = compileProjection(options.fields ?? {})
  const collection = request.state.store.collections.get(namespaceOf(request))
  const [existing] = findDocuments(collection, query, { sort, limit: 1 })
  const { value, lastErrorObject } = modify(request, parsed, options, existing)
  return { value: value && project(value), lastErrorObject }
}
