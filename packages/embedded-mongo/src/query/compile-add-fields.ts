import { CommandError } from '../errors'
import { compileExpression, evaluateFor } from '../expressions/compile-expression'
import type { Evaluate } from '../expressions/expression'
import { type Path, splitPath } from '../values/document-path'
import { type Document, getField, isDocument, setField } from '../values/value'

export interface ComputedField {
  path: Path
  evaluate: Evaluate
}

export type TransformDocument = (document: Document) => Document

export function isExpressionObject(value: unknown): value is Document {
  return isDocument(value) && (Object.keys(value)[0] ?? '').startsWith('$')
}

/** Splits a dotted field name of a projection. Throws for names MongoDB refuses there. */
export function splitFieldName(field: string): Path {
  const path = splitPath(field)
  if (path.includes(''))
    throw new CommandError('FailedToParse', `FieldPath '${field}' must not have empty names`)
  const dollar = path.find((name) => name.startsWith('$'))
  if (dollar !== undefined)
    throw new CommandError('FailedToParse', `FieldPath field names may not start with '$': ${dollar}`)
  return path
}

/** A copy of `container` with the value at the path; `undefined` removes. Arrays get it in every element. */
export function withValueAt(container: unknown, path: Path, value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (Array.isArray(container)) return container.map((element) => withValueAt(element, path, value))
  const copy: Document = isDocument(container) ? { ...container } : {}
  const inner = withValueAt(getField(copy, name), rest, value)
  if (inner === undefined) delete copy[name]
  else setField(copy, name, inner)
  return copy
}

/** Sets each field to what its expression makes of `root`; a missing result removes the field. */
export function applyComputed(target: Document, fields: ComputedField[], root: Document): Document {
  return fields.reduce((result, { path, evaluate }) => {
    // A document stays a document: only an empty path could replace it.
    return withValueAt(result, path, evaluateFor(root, evaluate)) as Document
  }, target)
}

function flatten(specification: Document, prefix: Path): ComputedField[] {
  return Object.entries(specification).flatMap(([field, value]) => {
    const path = [...prefix, ...splitFieldName(field)]
    if (!isDocument(value) || isExpressionObject(value)) return [{ path, evaluate: compileExpression(value) }]
    if (Object.keys(value).length === 0)
      throw new CommandError('FailedToParse', 'an empty object is not a valid value')
    return flatten(value, path)
  })
}

/** Compiles `$addFields` / `$set`: every field is computed from the document as it came in. */
export function compileAddFields(specification: Document): TransformDocument {
  if (Object.keys(specification).length === 0) {
    throw new CommandError('FailedToParse', '$addFields specification must have at least one field')
  }
  const fields = flatten(specification, [])
  return (document) => applyComputed(document, fields, document)
}
