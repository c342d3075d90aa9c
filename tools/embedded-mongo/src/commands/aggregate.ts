import { compilePipeline } from '../aggregate/compile-pipeline'
import { CommandError, unsupported } from '../errors'
import { findDocuments } from '../storage/find-documents'
import { readStage } from '../update/parse-pipeline'
import { type Collation, readCollation } from '../values/collation'
import { type Document, isDocument, typeNameOf } from '../values/value'
import { isChangeStream, openChangeStream } from './change-streams'
import type { Command, CommandRequest } from './command'
import { batchSizeOf, namespaceFor, namespaceOf, readFields, requireField } from './read-fields'

interface SplitPipeline {
  filter: Document
  sort: Document
  limit: number
  stages: unknown[]
}

/** A leading `$match`, `$sort` and `$limit` go through the indexes; the stages after them see only what they found. */
function splitPipeline(pipeline: unknown[]): SplitPipeline {
  const stages = [...pipeline]
  const operandOf = (name: string): unknown => {
    const [first, operand] = stages[0] === undefined ? [] : readStage(stages[0])
    return first === name ? operand : undefined
  }
  const takeDocument = (name: string): Document => {
    const operand = operandOf(name)
    // What is none, and an empty sort, are left to the stage, which refuses them.
    if (!isDocument(operand) || (name === '$sort' && Object.keys(operand).length === 0)) return {}
    stages.shift()
    return operand
  }
  const filter = takeDocument('$match')
  const sort = takeDocument('$sort')
  const operand = operandOf('$limit')
  // A limit that is none is left to the stage, which refuses it.
  const limit = Number.isInteger(operand) && Number(operand) > 0 ? Number(operand) : 0
  return { filter, sort, limit, stages: limit > 0 ? stages.slice(1) : stages }
}

function findIn(request: CommandRequest, collation: Collation | undefined) {
  return (collection: string, filter: Document): Document[] =>
    findDocuments(request.state.store.collections.get(namespaceFor(request, collection)), filter, {
      collation,
      trace: request.trace,
    })
}

export const aggregate: Command = (request) => {
  const options = readFields(request, {
    pipeline: 'value',
    cursor: 'document',
    allowDiskUse: 'boolean',
    bypassDocumentValidation: 'boolean',
    collation: 'document',
    hint: 'value',
  })
  const { pipeline: declared } = options
  if (Array.isArray(declared) && isChangeStream(declared)) return openChangeStream(request, declared)
  if (typeof request.body['aggregate'] !== 'string') throw unsupported('aggregation on a whole database')
  const pipeline = requireField(declared, 'aggregate.pipeline')
  if (!Array.isArray(pipeline)) {
    throw new CommandError(
      'TypeMismatch',
      `BSON field 'aggregate.pipeline' is the wrong type '${typeNameOf(pipeline)}', expected type 'array'`,
    )
  }
  if (!options.cursor) {
    throw new CommandError(
      'FailedToParse',
      "The 'cursor' option is required, except for aggregate with the explain argument",
    )
  }
  const collation = readCollation(options.collation)
  const { filter, sort, limit, stages } = splitPipeline(pipeline)
  const run = compilePipeline(stages, { find: findIn(request, collation), collation })
  const namespace = namespaceOf(request)
  const collection = request.state.store.collections.get(namespace)
  const found = findDocuments(collection, filter, {
    sort,
    limit,
    hint: options.hint,
    collation,
    trace: request.trace,
  })
  return request.state.cursors.open({
    namespace,
    documents: run(found),
    batchSize: batchSizeOf('aggregate', options.cursor),
  })
}
