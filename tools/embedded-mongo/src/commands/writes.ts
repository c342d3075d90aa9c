import { CommandError, unsupported } from '../errors'
import { findDocuments } from '../storage/find-documents'
import { applyUpdate, withIdFirst } from '../update/apply-update'
import { parseUpdate, type Update } from '../update/parse-update'
import { upsertSeed } from '../update/upsert-seed'
import { isSameBson } from '../values/bson'
import type { Document } from '../values/value'
import type { Command, CommandRequest } from './command'
import { namespaceOf, readDocumentFields, readFields, requireField } from './read-fields'

/** Updates one found document; answers the document as it is afterwards. */
export function updateOne(request: CommandRequest, update: Update, document: Document): Document {
  const result = applyUpdate(update, document, false)
  // A write that changes nothing is no write: it must not count, nor cost a place in the journal.
  if (isSameBson(document, result)) return document
  request.changes.put(request.changes.ensureCollection(namespaceOf(request)), result)
  return result
}

/** Inserts what an upsert makes of its filter and update. */
export function insertUpsert(request: CommandRequest, update: Update, filter: Document): Document {
  const document = withIdFirst(applyUpdate(update, upsertSeed(filter), true))
  request.changes.insert(request.changes.ensureCollection(namespaceOf(request)), document)
  return document
}

/**
 * Runs the statements of a write command in order and adds what failed to the reply, with each failure's index.
 * An ordered command stops at its first failure. Errors other than `CommandError` are passed on.
 */
function runStatements(
  statements: Document[],
  isOrdered: boolean,
  run: (statement: Document, index: number) => void,
): { writeErrors?: Document[] } {
  const writeErrors: Document[] = []
  for (const [index, statement] of statements.entries()) {
    try {
      run(statement, index)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      writeErrors.push({ index, code: error.code, errmsg: error.message, ...error.details })
      if (isOrdered) break
    }
  }
  return writeErrors.length > 0 ? { writeErrors } : {}
}

const insert: Command = (request) => {
  const { documents, ordered = true } = readFields(request, {
    documents: 'documents',
    ordered: 'boolean',
    bypassDocumentValidation: 'boolean',
  })
  const collection = request.changes.ensureCollection(namespaceOf(request))
  let n = 0
  const errors = runStatements(requireField(documents, 'insert.documents'), ordered, (document) => {
    request.changes.insert(collection, withIdFirst(document))
    n++
  })
  return { n, ...errors }
}

const update: Command = (request) => {
  const { updates, ordered = true } = readFields(request, {
    updates: 'documents',
    ordered: 'boolean',
    bypassDocumentValidation: 'boolean',
  })
  let [n, nModified] = [0, 0]
  const upserted: Document[] = []
  const errors = runStatements(requireField(updates, 'update.updates'), ordered, (statement, index) => {
    const { q, u, multi, upsert, arrayFilters } = readDocumentFields(statement, 'update.updates', {
      q: 'document',
      u: 'value',
      multi: 'boolean',
      upsert: 'boolean',
      arrayFilters: 'documents',
    })
    const filter = requireField(q, 'update.updates.q')
    const parsed = parseUpdate(u, arrayFilters)
    if (multi && parsed.kind === 'replacement') throw unsupported('a replacement of several documents')
    // An upsert before this statement may have made the collection.
    const collection = request.state.store.collections.get(namespaceOf(request))
    const matching = findDocuments(collection, filter, { limit: multi ? 0 : 1 })
    for (const document of matching) {
      if (updateOne(request, parsed, document) !== document) nModified++
      n++
    }
    if (matching.length > 0 || !upsert) return
    upserted.push({ index, _id: insertUpsert(request, parsed, filter)['_id'] })
    n++
  })
  return { n, nModified, ...(upserted.length > 0 && { upserted }), ...errors }
}

const deleteCommand: Command = (request) => {
  const { deletes, ordered = true } = readFields(request, { deletes: 'documents', ordered: 'boolean' })
  const collection = request.state.store.collections.get(namespaceOf(request))
  let n = 0
  const errors = runStatements(requireField(deletes, 'delete.deletes'), ordered, (statement) => {
    const { q, limit } = readDocumentFields(statement, 'delete.deletes', { q: 'document', limit: 'number' })
    const most = requireField(limit, 'delete.deletes.limit')
    if (most > 1) throw unsupported(`a deletion of at most ${most} documents`)
    for (const document of findDocuments(collection, requireField(q, 'delete.deletes.q'), { limit: most })) {
      if (collection) request.changes.remove(collection, document)
      n++
    }
  })
  return { n, ...errors }
}

export const writeCommands: Record<string, Command> = { insert, update, delete: deleteCommand }
