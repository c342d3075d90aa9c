import { unsupported } from '../errors'
import { compareValues } from '../values/compare-values'
import { indexKeys, splitFieldPath } from '../values/document-path'
import { type Document, isNumber } from '../values/value'

function directionOf(field: string, value: unknown): number {
  const direction = isNumber(value) ? value : 0
  if (direction === 1 || direction === -1) return direction
  throw unsupported(`a sort of '${field}' by anything but 1 or -1`)
}

/**
 * Compiles a sort, stable and in BSON order; it returns a new array. A document with an array sorts by the first of the keys
 * that an index over the same fields would have for it.
 * @see https://www.mongodb.com/docs/manual/reference/method/cursor.sort/
 */
export function compileSort(specification: Document): (documents: Document[]) => Document[] {
  const fields = Object.entries(specification)
  const directions = fields.map(([field, direction]) => directionOf(field, direction))
  const paths = fields.map(([field]) => splitFieldPath(field))
  const compareKeys = (left: unknown[], right: unknown[]): number => {
    for (const [at, direction] of directions.entries()) {
      const order = compareValues(left[at], right[at])
      if (order !== 0) return order * direction
    }
    return 0
  }
  const firstKey = (document: Document): unknown[] =>
    indexKeys(document, paths).reduce((best, key) => (compareKeys(key, best) < 0 ? key : best))
  return (documents) =>
    documents
      .map((document) => ({ document, key: firstKey(document) }))
      .sort((left, right) => compareKeys(left.key, right.key))
      .map(({ document }) => document)
}
