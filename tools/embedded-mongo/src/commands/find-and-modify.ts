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

function remove({ changes }: CommandRequest, namespace: string, found: Document | undefined): Outcome {
  if (found) changes.remove(changes.ensureCollection(namespace), found)
  return { value: found ?? null, lastErrorObject: { n: found ? 1 : 0 } }
}

function modify(
  request: CommandRequest,
  update: Update,
  { query = {}, upsert = false, new: isNew = false }: Fields<typeof fields>,
  found: Document | undefined,
): Outcome {
  if (found) {
    const after = updateOne(request, update, found)
    return { value: isNew ? after : found, lastErrorObject: { n: 1, updatedExisting: true } }
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
  if (options.remove && (update !== undefined || options.upsert || options.new))
    throw unsupported('findAndModify with remove and what an update has')
  const namespace = namespaceOf(request)
  const parsed = options.remove ? undefined : parseUpdate(update, arrayFilters)
  const project = compileProjection(options.fields ?? {})
  const [found] = findDocuments(request.state.store.collections.get(namespace), query, { sort, limit: 1 })
  const { value, lastErrorObject } = parsed
    ? modify(request, parsed, options, found)
    : remove(request, namespace, found)
  return { value: value && project(value), lastErrorObject }
}
