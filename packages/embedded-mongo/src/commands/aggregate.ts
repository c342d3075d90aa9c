import { compilePipeline } from '../aggregate/compile-pipeline'
import { CommandError, unsupported } from '../errors'
import { findDocuments } from '../storage/find-documents'
import { type Document, isDocument } from '../values/value'
import { isChangeStream, openChangeStream } from './change-streams'
import type { Command, CommandRequest } from './command'
import { countOption } from './queries'
import { namespaceFor, namespaceOf, readFields } from './read-fields'

interface SplitPipeline {
  filter: Document
  sort: Document
  limit: number
  stages: unknown[]
}

function operandOf(stage: unknown, name: string): unknown {
  return isDocument(stage) && Object.keys(stage).join() === name ? stage[name] : undefined
}

/** A leading `$match`, `$sort` and `$limit` go through the indexes; the stages after them see only what they found. */
function splitPipeline(pipeline: unknown[]): SplitPipeline {
  const stages = [...pipeline]
  const takeDocument = (name: string) => {
    const operand = operandOf(stages[0], name)
    if (!isDocument(operand)) return {}
    stages.shift()
    return operand
  }
  const filter = takeDocument('$match')
  const sort = takeDocument('$sort')
  const operand = operandOf(stages[0], '$limit')
  // A limit that is none is left to the stage, which refuses it.
  const limit = Number.isInteger(operand) && Number(operand) > 0 ? Number(operand) : 0
  return { filter, sort, limit, stages: limit > 0 ? stages.slice(1) : stages }
}

function findIn(request: CommandRequest) {
  return (collection: string, filter: Document): Document[] =>
    findDocuments(request.state.store.collections.get(namespaceFor(request, collection)), filter, {
      trace: request.trace,
    })
}

export const aggregate: Command = (request) => {
  const { pipeline, cursor } = readFields(request, {
    pipeline: 'value',
    cursor: 'document',
    allowDiskUse: 'boolean',
    bypassDocumentValidation: 'boolean',
  })
  if (Array.isArray(pipeline) && isChangeStream(pipeline)) return openChangeStream(request, pipeline)
  if (typeof request.body['aggregate'] !== 'string') throw unsupported('aggregation on a whole database')
  if (!Array.isArray(pipeline)) throw new CommandError('TypeMismatch', "'pipeline' must be an array")
  if (!cursor) throw new CommandError('FailedToParse', "The 'cursor' option is required")
  const batchSize = cursor['batchSize']
  const { filter, sort, limit, stages } = splitPipeline(pipeline)
  const run = compilePipeline(stages, findIn(request))
  const namespace = namespaceOf(request)
  const collection = request.state.store.collections.get(namespace)
  const found = findDocuments(collection, filter, { sort, limit, trace: request.trace })
  return request.state.cursors.open({
    namespace,
    documents: run(found),
    batchSize: batchSize === undefined ? undefined : countOption(Number(batchSize), 'batchSize', 0),
  })
}
