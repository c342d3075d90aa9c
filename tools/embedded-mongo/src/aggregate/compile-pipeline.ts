import { unsupported } from '../errors'
import { compileFilter } from '../query/compile-filter'
import { compileAddFields, compileUnset, type TransformDocument } from '../query/compile-projection'
import { compileSort } from '../query/sort-documents'
import { type Document, isDocument, isNumber } from '../values/value'
import { compileGroup, type Stage } from './group'
import { compileLookup, type FindInCollection } from './lookup'

function requireDocument(stage: string, specification: unknown): Document {
  if (isDocument(specification) && Object.keys(specification).length > 0) return specification
  throw unsupported(`${stage} of anything but an object`)
}

/** A limit, which is a whole number of at least 1. */
export function limitOf(specification: unknown): number {
  const limit = isNumber(specification) ? specification : 0
  if (Number.isInteger(limit) && limit > 0) return limit
  throw unsupported('$limit of anything but a positive number')
}

/** The stages that change one document at a time, in pipelines and in updates alike. */
const documentStages: Record<string, (specification: unknown) => TransformDocument> = {
  $addFields: (specification) => compileAddFields(requireDocument('$addFields', specification)),
  $set: (specification) => compileAddFields(requireDocument('$set', specification)),
  $unset: compileUnset,
}

/** The name and the specification of a stage, which is a document with exactly one field. */
export function readStage(stage: unknown): [name: string, specification: unknown] {
  const [entry, ...others] = isDocument(stage) ? Object.entries(stage) : []
  if (entry && others.length === 0) return entry
  throw unsupported('a stage that is not an object with one field')
}

export function compileDocumentStage(stage: unknown): TransformDocument {
  const [name, specification] = readStage(stage)
  const compile = Object.hasOwn(documentStages, name) ? documentStages[name] : undefined
  if (compile) return compile(specification)
  throw unsupported(`the stage '${name}'`)
}

function compileStage(stage: unknown, find: FindInCollection): Stage {
  const [name, specification] = readStage(stage)
  switch (name) {
    case '$group':
      return compileGroup(requireDocument(name, specification))
    case '$limit': {
      const limit = limitOf(specification)
      return (documents) => documents.slice(0, limit)
    }
    case '$lookup':
      return compileLookup(requireDocument(name, specification), find)
    case '$match': {
      const matches = compileFilter(requireDocument(name, specification))
      return (documents) => documents.filter(matches)
    }
    case '$sort':
      return compileSort(requireDocument(name, specification))
    default: {
      const transform = compileDocumentStage(stage)
      return (documents) => documents.map(transform)
    }
  }
}

/** Compiles an aggregation pipeline into a function over the documents of a collection. */
export function compilePipeline(stages: unknown[], find: FindInCollection): Stage {
  const compiled = stages.map((stage) => compileStage(stage, find))
  return (documents) => compiled.reduce((current, run) => run(current), documents)
}
