import { CommandError } from '../errors'
import { compileExpression, evaluateFor } from '../expressions/compile-expression'
import type { Evaluate } from '../expressions/expression'
import type { Collation } from '../values/collation'
import { type Path, splitFieldPath } from '../values/document-path'
import {
  type Document,
  fieldsOf,
  getField,
  isDocument,
  isOperators,
  removeField,
  setField,
} from '../values/value'

interface ComputedField {
  path: Path
  evaluate: Evaluate
}

export type TransformDocument = (document: Document) => Document

/** A copy of `container` with the value at the path; `undefined` removes. Arrays get it in every element. */
export function withValueAt(container: unknown, path: Path, value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (Array.isArray(container)) return container.map((element) => withValueAt(element, path, value))
  const copy: Document = isDocument(container) ? { ...container } : {}
  const inner = withValueAt(getField(copy, name), rest, value)
  if (inner === undefined) removeField(copy, name)
  else setField(copy, name, inner)
  return copy
}

function flatten(specification: Document, prefix: Path, collation: Collation | undefined): ComputedField[] {
  return fieldsOf(specification).flatMap(([field, value]) => {
    const path = [...prefix, ...splitFieldPath(field)]
    if (!isDocument(value) || isOperators(value)) {
      return [{ path, evaluate: compileExpression(value, collation) }]
    }
    if (Object.keys(value).length === 0) {
      throw new CommandError(
        'Location51270',
        `An empty sub-projection is not a valid value. Found empty object at path ${path.join('.')}`,
      )
    }
    return flatten(value, path, collation)
  })
}

/** @throws `Location31249` or `Location31250` when one path is another or leads through it. */
export function assertNoPathCollision(paths: readonly Path[]): void {
  const ends = new Set<string>()
  const parents = new Set<string>()
  for (const path of paths) {
    const prefixes = path.map((_name, depth) => path.slice(0, depth + 1).join('.'))
    const whole = path.join('.')
    const blocked = prefixes.slice(0, -1).findIndex((prefix) => ends.has(prefix))
    if (blocked >= 0) {
      const rest = path.slice(blocked + 1).join('.')
      throw new CommandError('Location31249', `Path collision at ${whole} remaining portion ${rest}`)
    }
    if (ends.has(whole) || parents.has(whole)) {
      throw new CommandError('Location31250', `Path collision at ${whole}`)
    }
    ends.add(whole)
    for (const prefix of prefixes.slice(0, -1)) parents.add(prefix)
  }
}

/** Compiles `$addFields` / `$set`: every field is computed from the document as it came in. */
export function compileAddFields(specification: Document, collation?: Collation): TransformDocument {
  if (Object.keys(specification).length === 0) {
    throw new CommandError('Location40177', '$addFields specification must have at least one field')
  }
  const fields = flatten(specification, [], collation)
  assertNoPathCollision(fields.map(({ path }) => path))
  return (document) =>
    fields.reduce((result, { path, evaluate }) => {
      // A document stays a document: only an empty path could replace it.
      return withValueAt(result, path, evaluateFor(document, evaluate)) as Document
    }, document)
}
