import { CommandError } from '../errors'
import { findDocuments } from '../storage/find-documents'
import { readCollation } from '../values/collation'
import type { Document } from '../values/value'
import type { Command, CommandRequest } from './command'
import { namespaceOf, readDocumentFields, readFields, requireField } from './read-fields'
import { requireStatements, runStatements, withErrors } from './write-statements'

function deleteMatching(request: CommandRequest, statement: Document): number {
  const { q, limit, hint, collation } = readDocumentFields(statement, 'delete.deletes', {
    q: 'document',
    limit: 'number',
    hint: 'value',
    collation: 'document',
  })
  const filter = requireField(q, 'delete.deletes.q')
  const most = requireField(limit, 'delete.deletes.limit')
  if (most !== 0 && most !== 1) {
    throw new CommandError('FailedToParse', `The limit field in delete objects must be 0 or 1. Got ${most}`)
  }
  const collection = request.state.store.collections.get(namespaceOf(request))
  const documents = findDocuments(collection, filter, {
    limit: most,
    hint,
    collation: readCollation(collation),
    trace: request.trace,
  })
  // Taking a removal back would put the documents last in natural order.
  if (!collection || request.trace) return documents.length
  for (const [position, document] of documents.entries()) {
    const { namespace } = collection
    request.state.likeProduction?.interruptAt({ namespace, filter, position, count: documents.length })
    request.changes.remove(collection, document)
  }
  return documents.length
}

export const deleteCommand: Command = (request) => {
  const { deletes, ordered } = readFields(request, {
    deletes: 'documents',
    ordered: 'boolean',
  })
  let n = 0
  const writeErrors = runStatements(requireStatements(deletes, 'delete.deletes'), ordered, (statement) => {
    n += deleteMatching(request, statement)
  })
  return withErrors({ n }, writeErrors)
}
