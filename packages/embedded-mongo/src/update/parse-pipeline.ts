import { CommandError } from '../errors'
import { compileAddFields, type TransformDocument } from '../query/compile-add-fields'
import { compileProjection, compileUnset } from '../query/compile-projection'
import { type Document, isDocument } from '../values/value'

function requireDocument(specification: unknown, stage: string): Document {
  if (isDocument(specification)) return specification
  throw new CommandError('FailedToParse', `${stage} specification must be an object`)
}

/** The stages that change one document at a time, in pipelines and in updates alike. */
export const documentStages: Record<string, (specification: unknown) => TransformDocument> = {
  $addFields: (specification) => compileAddFields(requireDocument(specification, '$addFields')),
  $set: (specification) => compileAddFields(requireDocument(specification, '$set')),
  $project: (specification) => {
    const fields = requireDocument(specification, '$project')
    if (Object.keys(fields).length > 0) return compileProjection(fields)
    throw new CommandError('FailedToParse', '$project specification must have at least one field')
  },
  $unset: compileUnset,
}

function parseStage(stage: unknown): TransformDocument {
  const [name = '', ...others] = isDocument(stage) ? Object.keys(stage) : []
  const compile = Object.hasOwn(documentStages, name) ? documentStages[name] : undefined
  if (!compile || others.length > 0 || !isDocument(stage)) {
    throw new CommandError(
      'InvalidOptions',
      `${name || 'this stage'} is not supported in a pipeline-style update`,
    )
  }
  return compile(stage[name])
}

/** Compiles an update given as a pipeline of `$set`, `$addFields`, `$unset` and `$project`. */
export function parsePipeline(stages: unknown[]): TransformDocument {
  const transforms = stages.map(parseStage)
  return (document) => transforms.reduce((current, transform) => transform(current), document)
}
