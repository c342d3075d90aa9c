import { CommandError } from '../errors'
import { withValueAt } from '../query/compile-add-fields'
import { type Path, splitPath } from '../values/document-path'
import { type Document, getField, isDocument, isNullish } from '../values/value'
import type { Stage } from './stage'

interface Unwind {
  path: Path
  indexField?: Path
  keepsEmpty: boolean
}

function parse(specification: unknown): Unwind {
  const options: Document = isDocument(specification) ? specification : { path: specification }
  const { path, includeArrayIndex, preserveNullAndEmptyArrays = false, ...rest } = options
  const other = Object.keys(rest)[0]
  if (other !== undefined)
    throw new CommandError('FailedToParse', `unrecognized option to $unwind stage: ${other}`)
  if (typeof path !== 'string' || !/^\$[^$]/.test(path)) {
    throw new CommandError('FailedToParse', "path option to $unwind stage should be prefixed with a '$'")
  }
  return {
    path: splitPath(path.slice(1)),
    indexField: typeof includeArrayIndex === 'string' ? splitPath(includeArrayIndex) : undefined,
    keepsEmpty: preserveNullAndEmptyArrays === true,
  }
}

function valueAt(document: Document, path: Path): unknown {
  return path.reduce<unknown>(
    (value, name) => (isDocument(value) ? getField(value, name) : undefined),
    document,
  )
}

function place(document: Document, unwind: Unwind, at: { value: unknown; index: number | null }): Document {
  const { path, indexField } = unwind
  const spread = valueAt(document, path) === at.value ? document : withValueAt(document, path, at.value)
  // The root of a document stays a document.
  return (indexField ? withValueAt(spread, indexField, at.index) : spread) as Document
}

function spread(document: Document, unwind: Unwind): Document[] {
  const value = valueAt(document, unwind.path)
  if (Array.isArray(value) && value.length > 0) {
    return value.map((element, index) => place(document, unwind, { value: element, index }))
  }
  const isEmpty = isNullish(value) || Array.isArray(value)
  if (isEmpty && !unwind.keepsEmpty) return []
  return [place(document, unwind, { value: Array.isArray(value) ? undefined : value, index: null })]
}

/** Compiles `$unwind`: one document per element of an array. */
export function compileUnwind(specification: unknown): Stage {
  const unwind = parse(specification)
  return (documents) => documents.flatMap((document) => spread(document, unwind))
}
