import { CommandError, unsupported } from '../errors'
import { stagesOfMongoDB } from '../mongodb-names'
import { compileAddFields, type TransformDocument } from '../query/compile-add-fields'
import { compileProjection, compileUnset } from '../query/compile-projection'
import type { Collation } from '../values/collation'
import { type Document, isDocument, typeNameOf } from '../values/value'

type CompileDocumentStage = (specification: unknown, collation: Collation | undefined) => TransformDocument

function compileSet(stage: string): CompileDocumentStage {
  return (specification, collation) => {
    if (isDocument(specification)) return compileAddFields(specification, collation)
    throw new CommandError(
      'Location40272',
      `${stage} specification stage must be an object, got ${typeNameOf(specification)}`,
    )
  }
}

/** The stages that change one document at a time, in pipelines and in updates alike. */
export const documentStages: Record<string, CompileDocumentStage> = {
  $addFields: compileSet('$addFields'),
  $set: compileSet('$set'),
  $project: (specification, collation) => {
    if (!isDocument(specification)) {
      throw new CommandError('Location15969', '$project specification must be an object')
    }
    if (Object.keys(specification).length > 0) return compileProjection(specification, collation)
    throw new CommandError('Location51272', 'projection specification must have at least one field')
  },
  $unset: compileUnset,
}

const updateStagesOfMongoDB = ['$replaceRoot', '$replaceWith']

/** The name and the specification of a stage, which is a document with exactly one field. */
export function readStage(stage: unknown): [name: string, specification: unknown] {
  if (!isDocument(stage)) {
    throw new CommandError('TypeMismatch', "Each element of the 'pipeline' array must be an object")
  }
  const [name = '', ...others] = Object.keys(stage)
  if (name === '' || others.length > 0) {
    throw new CommandError(
      'Location40323',
      'A pipeline stage specification object must contain exactly one field.',
    )
  }
  return [name, stage[name]]
}

function parseStage(stage: unknown, collation: Collation | undefined): TransformDocument {
  const [name, specification] = readStage(stage)
  const compile = Object.hasOwn(documentStages, name) ? documentStages[name] : undefined
  if (compile) return compile(specification, collation)
  if (updateStagesOfMongoDB.includes(name)) throw unsupported(`the stage '${name}' in an update`)
  if (stagesOfMongoDB.has(name)) {
    throw new CommandError('InvalidOptions', `${name} is not allowed to be used within an update`)
  }
  throw new CommandError('Location40324', `Unrecognized pipeline stage name: '${name}'`)
}

/** Compiles an update given as a pipeline of `$set`, `$addFields`, `$unset` and `$project`. */
export function parsePipeline(
  stages: unknown[],
  collation: Collation | undefined,
): (document: Document) => Document {
  const transforms = stages.map((stage) => parseStage(stage, collation))
  return (document) => transforms.reduce((current, transform) => transform(current), document)
}
