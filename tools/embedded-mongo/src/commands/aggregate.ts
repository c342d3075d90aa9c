import { compilePipeline, limitOf, readStage } from '../aggregate/compile-pipeline'
import { unsupported } from '../errors'
import { findDocuments } from '../storage/find-documents'
import { type Document, isDocument } from '../values/value'
import type { Command } from './command'
import { batchSizeOf, namespaceFor, namespaceOf, readFields } from './read-fields'

/** The leading `$match`es, `$sort` and `$limit` go through the indexes; the stages after them see only what they found. */
function splitPipeline(pipeline: unknown[]) {
  const stages = pipeline.map(readStage)
  const filters: Document[] = []
  let sort: Document = {}
  let limit = 0
  const isNext = (name: string): boolean => stages[0]?.[0] === name
  while (isNext('$match')) {
    const filter = stages.shift()?.[1]
    if (!isDocument(filter)) throw unsupported('$match of anything but an object')
    filters.push(filter)
  }
  if (isNext('$sort') && isDocument(stages[0]?.[1])) sort = stages.shift()?.[1] as Document
  if (isNext('$limit')) limit = limitOf(stages.shift()?.[1])
  return {
    filter: filters.length > 1 ? { $and: filters } : (filters[0] ?? {}),
    sort,
    limit,
    stages: pipeline.slice(pipeline.length - stages.length),
  }
}

export const aggregate: Command = (request) => {
  const { pipeline, cursor, hint } = readFields(request, {
    pipeline: 'documents',
    cursor: 'document',
    hint: 'value',
    allowDiskUse: 'boolean',
  })
  if (!pipeline || !cursor) throw unsupported('aggregate without a pipeline and a cursor')
  const { collections } = request.state.store
  const { filter, sort, limit, stages } = splitPipeline(pipeline)
  const run = compilePipeline(stages, (collection, condition) =>
    findDocuments(collections.get(namespaceFor(request, collection)), condition),
  )
  const namespace = namespaceOf(request)
  return request.state.cursors.open({
    namespace,
    documents: run(findDocuments(collections.get(namespace), filter, { sort, limit, hint })),
    batchSize: batchSizeOf('aggregate', cursor),
  })
}
