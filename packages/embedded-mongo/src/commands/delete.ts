import { CommandError } from '../errors'
import { findDocuments } from '../storage/find-documents'
import type { Document } from '../values/value'
import type { Command, CommandRequest } from './command'
import { namespaceOf, readDocumentFields, readFields } from './read-fields'
import { requireStatements, runStatements, withErrors } from './write-statements'

function deleteMatching(request: CommandRequest, statement: Document): number {
  const { q, limit } = readDocumentFields(statement, 'delete.deletes', {
    q: 'document',
    limit: 'number',
    hint: 'value',
  })
  if (!q) throw new CommandError('BadValue', "BSON field 'delete.deletes.q' is missing but a required field")
  if (limit !== 0 && limit !== 1)
    throw new CommandError('FailedToParse', 'The limit field in delete objects must be 0 or 1.')
  const collection = request.state.store.collections.get(namespaceOf(request))
  const documents = findDocuments(collection, q, { limit, trace: request.trace })
  // Taking a removal back would put the documents last in natural order.
  if (!collection || request.trace) return documents.length
  for (const [position, document] of documents.entries()) {
    const { namespace } = collection
    request.state.likeProduction?.interruptAt({ namespace, filter: q, position, count: documents.length })
    request.changes.remove(collection, document)
  }
  return documents.length
}

export const deleteCommand: Command = (request) => {
  const { deletes, ordered } = readFields(request, { deletes: 'documents', ordered: 'boolean' })
  let n = 0
  const writeErrors = runStatements(requireStatements(deletes), ordered, (statement) => {
    n += deleteMatching(request, statement)
  })
  return withErrors({ n }, writeErrors)
}
