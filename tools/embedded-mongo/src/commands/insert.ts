import { withIdFirst } from '../update/apply-update'
import type { Command } from './command'
import { namespaceOf, readFields } from './read-fields'
import { requireStatements, runStatements, withErrors } from './write-statements'

export const insert: Command = (request) => {
  const { documents, ordered } = readFields(request, {
    documents: 'documents',
    ordered: 'boolean',
    bypassDocumentValidation: 'boolean',
  })
  const statements = requireStatements(documents, 'insert.documents')
  const collection = request.changes.ensureCollection(namespaceOf(request))
  let n = 0
  const writeErrors = runStatements(statements, ordered, (document) => {
    request.changes.insert(collection, withIdFirst(document))
    n++
  })
  return withErrors({ n }, writeErrors)
}
