import { CommandError, unsupported } from '../errors'
import { compileFilter, type Matcher } from '../query/compile-filter'
import { indexedValues, type Path, someAtPath, splitPath } from '../values/document-path'
import { compareValues } from '../values/compare-values'
import { type Document, getField } from '../values/value'
import { keyOf } from '../values/value-key'
import type { IndexSpecification } from './effect'
import { SortedEntries } from './sorted-entries'

/** An index in memory: its keys in order and, when unique, the document of each key. */
export interface CollectionIndex {
  readonly specification: IndexSpecification
  readonly paths: Path[]
  /** 1 or -1 for each field. */
  readonly directions: number[]
  readonly entries: SortedEntries
  /** For each field, whether a document ever had several values there. */
  readonly multikey: boolean[]
  /** The id of the one document with a whole key; only for unique indexes. */
  readonly byWholeKey: Map<string, string> | undefined
  readonly includes: Matcher
}

/** A document as indexes refer to it. */
export interface RecordKey {
  /** The key of `_id`. */
  id: string
  /** Grows with each insertion. */
  recordId: number
}

export function createIndex(specification: IndexSpecification): CollectionIndex {
  const paths = Object.keys(specification.key).map(splitPath)
  const partial = specification.partialFilterExpression
  const matchesPartial = partial && compileFilter(partial)
  const directions = Object.values(specification.key).map((direction) => (Number(direction) < 0 ? -1 : 1))
  return {
    specification,
    paths,
    directions,
    entries: new SortedEntries((left, right) => {
      for (let field = 0; field < directions.length; field++) {
        const order = compareValues(left.values[field], right.values[field])
        if (order !== 0) return order * (directions[field] ?? 1)
      }
      return left.recordId - right.recordId
    }),
    multikey: paths.map(() => false),
    byWholeKey: specification.unique ? new Map() : undefined,
    includes: (document) => {
      if (matchesPartial && !matchesPartial(document)) return false
      return !specification.sparse || paths.some((path) => hasPath(document, path))
    },
  }
}

function hasPath(document: Document, path: Path): boolean {
  return someAtPath(document, path, (value) => value !== undefined)
}

/** One list of values per indexed field; several fields with many values each cannot be combined. */
function fieldValues(index: CollectionIndex, document: Document): unknown[][] {
  const lists = index.paths.map((path) => indexedValues(document, path))
  const multiple = index.paths.filter((_path, field) => (lists[field]?.length ?? 0) > 1)
  if (multiple.length < 2) return lists
  const roots = new Set(multiple.map((path) => path[0]))
  if (roots.size > 1) {
    throw new CommandError(
      'CannotIndexParallelArrays',
      `cannot index parallel arrays [${[...roots].join('] [')}]`,
    )
  }
  if (index.byWholeKey) throw unsupported('a unique index over several fields of one array')
  return lists
}

function combinations(lists: unknown[][]): unknown[][] {
  if (lists.every((values) => values.length === 1)) return [lists.map(([value]) => value)]
  return lists.reduce<unknown[][]>(
    (heads, values) => heads.flatMap((head) => values.map((value) => [...head, value])),
    [[]],
  )
}

/** The keys of a document, none when the index leaves the document out. */
function keysOf(index: CollectionIndex, document: Document): unknown[][] {
  if (!index.includes(document)) return []
  const lists = fieldValues(index, document)
  for (const [field, values] of lists.entries()) if (values.length > 1) index.multikey[field] = true
  return combinations(lists)
}

/** Whether a document keeps its place in an index; sure only when the fields themselves were left alone. */
export function isUntouched(
  { specification, paths }: CollectionIndex,
  before: Document,
  after: Document,
): boolean {
  if (specification.partialFilterExpression) return false
  return paths.every(([name = '']) => getField(before, name) === getField(after, name))
}

export function addToIndex(index: CollectionIndex, { id, recordId }: RecordKey, document: Document): void {
  for (const values of keysOf(index, document)) {
    index.entries.add({ values, id, recordId })
    index.byWholeKey?.set(keyOf(values), id)
  }
}

export function removeFromIndex(
  index: CollectionIndex,
  { id, recordId }: RecordKey,
  document: Document,
): void {
  for (const values of keysOf(index, document)) {
    index.entries.remove({ values, id, recordId })
    index.byWholeKey?.delete(keyOf(values))
  }
}

/** The values of a key that another document already has in a unique index, undefined when there is none. */
export function findDuplicate(index: CollectionIndex, id: string, document: Document): unknown[] | undefined {
  const { byWholeKey } = index
  if (!byWholeKey) {
    // Refuses what cannot be indexed.
    if (index.includes(document)) fieldValues(index, document)
    return undefined
  }
  return keysOf(index, document).find((values) => {
    const holder = byWholeKey.get(keyOf(values))
    return holder !== undefined && holder !== id
  })
}
