import { CommandError, unsupported } from '../errors'
import { stagesOfMongoDB } from '../mongodb-names'
import { compileFilter } from '../query/compile-filter'
import { compileSort } from '../query/sort-documents'
import { documentStages, readStage } from '../update/parse-pipeline'
import { type Document, isDocument, isNumber, toNumber, typeNameOf } from '../values/value'
import { compileGroup } from './group'
import { compileLookup } from './lookup'
import type { Stage, StageContext } from './stage'

type CompileStage = (specification: unknown, context: StageContext) => Stage

function requireCount(specification: unknown, stage: string, codeName: `Location${number}`): number {
  const count = isNumber(specification) ? toNumber(specification) : undefined
  if (count !== undefined && Number.isSafeInteger(count) && count >= 0) return count
  throw new CommandError(
    codeName,
    `invalid argument to ${stage} stage: Expected a non-negative integer, but found ${count ?? typeNameOf(specification)}`,
  )
}

function compileSortStage(specification: unknown, { collation }: StageContext): Stage {
  if (!isDocument(specification)) {
    throw new CommandError('Location15973', 'the $sort key specification must be an object')
  }
  if (Object.keys(specification).length === 0) {
    throw new CommandError('Location15976', '$sort stage must have at least one sort key')
  }
  return compileSort(specification, collation)
}

const compileStage: Record<string, CompileStage> = {
  ...Object.fromEntries(
    Object.entries(documentStages).map(([name, compile]): [string, CompileStage] => [
      name,
      (specification, { collation }) => {
        const transform = compile(specification, collation)
        return (documents) => documents.map((document) => transform(document))
      },
    ]),
  ),
  $group: compileGroup,
  $limit: (specification) => {
    const limit = requireCount(specification, '$limit', 'Location5107201')
    if (limit === 0) throw new CommandError('Location15958', 'the limit must be positive')
    return (documents) => documents.slice(0, limit)
  },
  $lookup: compileLookup,
  $match: (specification, { collation }) => {
    if (!isDocument(specification)) {
      throw new CommandError('Location15959', 'the match filter must be an expression in an object')
    }
    const matches = compileFilter(specification, collation)
    return (documents) => documents.filter((document) => matches(document))
  },
  $skip: (specification) => {
    const skip = requireCount(specification, '$skip', 'Location5107200')
    return (documents) => documents.slice(skip)
  },
  $sort: compileSortStage,
}

/**
 * Compiles an aggregation pipeline into a function over the documents of a collection.
 * @throws `Location40324` for an unknown stage, `NotImplemented` for one that only MongoDB has.
 */
export function compilePipeline(stages: unknown[], context: StageContext): Stage {
  const compiled = stages.map((stage) => {
    const [name, specification] = readStage(stage)
    const compile = Object.hasOwn(compileStage, name) ? compileStage[name] : undefined
    if (compile) return compile(specification, context)
    if (stagesOfMongoDB.has(name)) throw unsupported(`the aggregation stage '${name}'`)
    throw new CommandError('Location40324', `Unrecognized pipeline stage name: '${name}'`)
  })
  return (documents: Document[]) => compiled.reduce((current, run) => run(current), documents)
}
