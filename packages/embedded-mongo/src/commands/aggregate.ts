import { compilePipeline } from '../aggregate/compile-pipeline'
import { CommandError, unsupported } from '../errors'
import { findDocuments } from '../storage/find-documents'
import { type Document, isDocument } from '../values/value'
import type { Command, CommandRequest } from './command'
import { countOption } from './queries'
import { namespaceFor, namespaceOf, readFields } from './read-fields'

/** A leading `$match` goes through the indexes; the stages after it see only what it found. */
function splitLeadingMatch(pipeline: unknown[]): { filter: Document; stages: unknown[] } {
  const [first, ...rest] = pipeline
  const filter = isDocument(first) && Object.keys(first).join() === '$match' ? first['$match'] : undefined
  return isDocument(filter) ? { filter, stages: rest } : { filter: {}, stages: pipeline }
}

function findIn(request: CommandRequest) {
  return (collection: string, filter: Document): Document[] =>
    findDocuments(request.state.store.collections.get(namespaceFor(request, collection)), filter)
}

export const aggregate: Command = (request) => {
  const { pipeline, cursor } = readFields(request, {
    pipeline: 'value',
    cursor: 'document',
    allowDiskUse: 'boolean',
    bypassDocumentValidation: 'boolean',
  })
  if (typeof request.body['aggregate'] !== 'string') throw unsupported('aggregation on a whole database')
  if (!Array.isArray(pipeline)) throw new CommandError('TypeMismatch', "'pipeline' must be an array")
  if (!cursor) throw new CommandError('FailedToParse', "The 'cursor' option is required")
  const batchSize = cursor['batchSize']
  const { filter, stages } = splitLeadingMatch(pipeline)
  const run = compilePipeline(stages, findIn(request))
  const namespace = namespaceOf(request)
  return request.state.cursors.open({
    namespace,
    documents: run(findDocuments(request.state.store.collections.get(namespace), filter)),
    batchSize: batchSize === undefined ? undefined : countOption(Number(batchSize), 'batchSize', 0),
  })
}
