import { CommandError, unsupported } from '../errors'
import type { Collation } from '../values/collation'
import { compareValues } from '../values/compare-values'
import { indexKeys, type Path, splitFieldPath } from '../values/document-path'
import { type Document, fieldsOf, isDocument, isNumber, toNumber, typeNameOf } from '../values/value'

const maxFields = 32

interface SortField {
  path: Path
  direction: number
}

function parseField([field, direction]: [string, unknown]): SortField {
  if (isDocument(direction)) {
    const [operator = ''] = Object.keys(direction)
    if (operator === '$meta') throw unsupported('$meta in a sort')
    throw new CommandError('Location17312', '$meta is the only expression supported by $sort right now')
  }
  if (!isNumber(direction)) {
    throw new CommandError(
      'Location15974',
      `Illegal key in $sort specification: ${field}: ${typeNameOf(direction)}`,
    )
  }
  const whole = Math.trunc(toNumber(direction))
  if (whole !== 1 && whole !== -1) {
    throw new CommandError(
      'Location15975',
      '$sort key ordering must be 1 (for ascending) or -1 (for descending)',
    )
  }
  return { path: splitFieldPath(field), direction: whole }
}

function parseSort(specification: Document): SortField[] {
  const fields = fieldsOf(specification).map(parseField)
  if (fields.length > maxFields) throw new CommandError('Location13103', 'too many compound keys')
  return fields
}

function keysFor(document: Document, paths: Path[]): unknown[][] {
  try {
    return indexKeys(document, paths)
  } catch (error) {
    if (!(error instanceof CommandError) || error.codeName !== 'CannotIndexParallelArrays') throw error
    throw new CommandError('BadValue', 'cannot sort with keys that are parallel arrays')
  }
}

export type SortDocuments = (documents: Document[]) => Document[]

/**
 * Compiles a sort, stable and in BSON order; it returns a new array. A document with arrays sorts by the first of the
 * keys that an index over the same fields would have for it.
 * @throws like MongoDB for anything but fields with 1 or -1, and for documents with parallel arrays.
 * @see https://www.mongodb.com/docs/manual/reference/method/cursor.sort/
 */
export function compileSort(specification: Document, collation?: Collation): SortDocuments {
  const fields = parseSort(specification)
  if (fields.length === 0) return (documents) => documents
  const paths = fields.map(({ path }) => path)
  const compareKeys = (left: unknown[], right: unknown[]): number => {
    for (let at = 0; at < fields.length; at++) {
      const order = compareValues(left[at], right[at], collation)
      if (order !== 0) return order * (fields[at]?.direction ?? 1)
    }
    return 0
  }
  const firstKey = (document: Document): unknown[] =>
    keysFor(document, paths).reduce((best, key) => (compareKeys(key, best) < 0 ? key : best))
  return (documents) => {
    const rows = documents.map((document) => ({ document, key: firstKey(document) }))
    rows.sort((left, right) => compareKeys(left.key, right.key))
    return rows.map((row) => row.document)
  }
}
