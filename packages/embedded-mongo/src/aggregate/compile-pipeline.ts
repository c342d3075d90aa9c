import { CommandError, unsupported } from '../errors'
import { compileFilter } from '../query/compile-filter'
import { compileSort } from '../query/sort-documents'
import { documentStages } from '../update/parse-pipeline'
import { type Document, isDocument } from '../values/value'
import { compileGroup } from './group'
import { compileLookup } from './lookup'
import type { FindInCollection, Stage } from './stage'
import { compileUnwind } from './unwind'

type CompileStage = (specification: unknown, find: FindInCollection) => Stage

function requireDocument(specification: unknown, stage: string): Document {
  if (isDocument(specification)) return specification
  throw new CommandError('FailedToParse', `the ${stage} specification must be an object`)
}

function requireCount(specification: unknown, stage: string, least: number): number {
  if (Number.isInteger(specification) && Number(specification) >= least) return Number(specification)
  throw new CommandError(
    'FailedToParse',
    `invalid argument to ${stage} stage: expected a whole number of at least ${least}`,
  )
}

function compileCount(specification: unknown): Stage {
  if (typeof specification !== 'string' || !/^[^$.]+$/.test(specification)) {
    throw new CommandError('FailedToParse', 'the count field must be a non-empty string without $ and .')
  }
  return (documents) => (documents.length === 0 ? [] : [{ [specification]: documents.length }])
}

function compileFacet(specification: unknown, find: FindInCollection): Stage {
  const facets = Object.entries(requireDocument(specification, '$facet')).map(([name, stages]) => {
    if (!Array.isArray(stages))
      throw new CommandError('FailedToParse', `arguments to $facet must be arrays, ${name} is not`)
    if (stages.some((stage) => isDocument(stage) && '$facet' in stage)) {
      throw new CommandError('FailedToParse', '$facet is not allowed to be used within a $facet stage')
    }
    return { name, run: compilePipeline(stages, find) }
  })
  return (documents) => [Object.fromEntries(facets.map(({ name, run }) => [name, run(documents)]))]
}

const compileStage: Record<string, CompileStage> = {
  ...Object.fromEntries(
    Object.entries(documentStages).map(([name, compile]): [string, CompileStage] => [
      name,
      (specification) => {
        const transform = compile(specification)
        return (documents) => documents.map(transform)
      },
    ]),
  ),
  $count: compileCount,
  $facet: compileFacet,
  $group: compileGroup,
  $limit: (specification) => {
    const limit = requireCount(specification, '$limit', 1)
    return (documents) => documents.slice(0, limit)
  },
  $lookup: compileLookup,
  $match: (specification) => {
    const matches = compileFilter(requireDocument(specification, '$match'))
    return (documents) => documents.filter((document) => matches(document))
  },
  $skip: (specification) => {
    const skip = requireCount(specification, '$skip', 0)
    return (documents) => documents.slice(skip)
  },
  $sort: (specification) => compileSort(requireDocument(specification, '$sort')),
  $unwind: compileUnwind,
}

/**
 * Compiles an aggregation pipeline into a function over the documents of a collection.
 * Throws for a stage that is not supported, naming it.
 */
export function compilePipeline(stages: unknown[], find: FindInCollection): Stage {
  const compiled = stages.map((stage) => {
    const [name = '', ...others] = isDocument(stage) ? Object.keys(stage) : []
    if (!isDocument(stage) || others.length > 0) {
      throw new CommandError(
        'FailedToParse',
        'A pipeline stage specification object must contain exactly one field.',
      )
    }
    const compile = Object.hasOwn(compileStage, name) ? compileStage[name] : undefined
    if (!compile) throw unsupported(`the aggregation stage '${name}'`)
    return compile(stage[name], find)
  })
  return (documents) => compiled.reduce((current, run) => run(current), documents)
}
