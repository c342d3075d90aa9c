import { CommandError, unsupported } from '../errors'
import { compareValues } from '../values/compare-values'
import { indexedValues, type Path, splitPath } from '../values/document-path'
import { type Document, isDocument } from '../values/value'

interface SortField {
  path: Path
  direction: number
}

function parseSort(specification: Document): SortField[] {
  return Object.entries(specification).map(([field, direction]) => {
    if (field.startsWith('$')) throw unsupported(`sorting by '${field}'`)
    if (isDocument(direction)) throw unsupported(`${Object.keys(direction).join()} in a sort`)
    if (direction !== 1 && direction !== -1) {
      throw new CommandError(
        'BadValue',
        `$sort key ordering must be 1 (for ascending) or -1 (for descending): ${field}`,
      )
    }
    return { path: splitPath(field), direction }
  })
}

/** An array sorts by its smallest element when ascending, by its largest when descending. */
function sortKey(document: Document, field: SortField): unknown {
  const values = indexedValues(document, field.path)
  return values.reduce((best, value) => (compareValues(value, best) * field.direction < 0 ? value : best))
}

export type SortDocuments = (documents: Document[]) => Document[]

/**
 * Compiles a sort, stable and in BSON order; it returns a new array.
 * Throws `BadValue` for anything but fields with 1 or -1.
 */
export function compileSort(specification: Document): SortDocuments {
  const fields = parseSort(specification)
  if (fields.length === 0) return (documents) => documents
  return (documents) => {
    const rows = documents.map((document) => ({
      document,
      keys: fields.map((field) => sortKey(document, field)),
    }))
    rows.sort((left, right) => {
      for (const [index, field] of fields.entries()) {
        const order = compareValues(left.keys[index], right.keys[index])
        if (order !== 0) return order * field.direction
      }
      return 0
    })
    return rows.map((row) => row.document)
  }
}
