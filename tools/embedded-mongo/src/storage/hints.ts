import { CommandError, unsupported } from '../errors'
import { isSameValue } from '../values/compare-values'
import { type Document, isDocument, isNumber, toNumber } from '../values/value'
import { type Collection, idIndexOf } from './collection'
import type { CollectionIndex } from './collection-index'

/** What a command says about how its documents are to be found. */
export type Hint = { kind: 'index'; index: CollectionIndex } | { kind: 'scan'; isReversed: boolean }

function naturalDirection(value: unknown): boolean {
  const direction = isNumber(value) ? toNumber(value) : 0
  if (Math.abs(direction) === 1) return direction === -1
  throw new CommandError('BadValue', '$natural cannot be set to a value other than -1 or 1.')
}

/** A sort by `$natural`, which asks for a scan of the collection. Throws `BadValue` beside other fields. */
export function readNaturalSort(sort: Document): Hint | undefined {
  if (!('$natural' in sort)) return undefined
  if (Object.keys(sort).length > 1) {
    throw new CommandError('BadValue', '$natural sort cannot be combined with other fields')
  }
  return { kind: 'scan', isReversed: naturalDirection(sort['$natural']) }
}

function findIndex(hint: string | Document, collection: Collection): CollectionIndex {
  if (hint === '_id_' || isSameValue(hint, { _id: 1 })) return idIndexOf(collection)
  const index = [...collection.indexes.values()].find(
    ({ specification }) => specification.name === hint || isSameValue(specification.key, hint),
  )
  if (index) return index
  throw new CommandError(
    'BadValue',
    'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
  )
}

/**
 * Reads a hint: the name or the key of an index, or a natural order.
 * @throws `BadValue` when the collection has no such index.
 * @see https://www.mongodb.com/docs/manual/reference/method/cursor.hint/
 */
export function readHint(hint: unknown, collection: Collection | undefined): Hint | undefined {
  if (hint === undefined) return undefined
  if (typeof hint !== 'string' && !isDocument(hint)) {
    throw new CommandError('FailedToParse', 'Hint must be a string or an object')
  }
  if (isDocument(hint)) {
    if (Object.keys(hint).length === 0) return undefined
    if ('$natural' in hint) return { kind: 'scan', isReversed: naturalDirection(hint['$natural']) }
  }
  if (!collection) return undefined
  const index = findIndex(hint, collection)
  if (index.specification.partialFilterExpression || index.collation) {
    throw unsupported('a hint for an index that is partial or has a collation')
  }
  return { kind: 'index', index }
}
