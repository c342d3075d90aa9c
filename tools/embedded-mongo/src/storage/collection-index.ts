import { compileFilter, type Matcher } from '../query/compile-filter'
import { type Collation, readCollation } from '../values/collation'
import { compareValues } from '../values/compare-values'
import { indexKeys, type Path, someAtPath, splitPath } from '../values/document-path'
import { type Document, getField } from '../values/value'
import { createKeyOf } from '../values/value-key'
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
  readonly collation: Collation | undefined
  /** The key of a value as the collation compares it. */
  readonly keyOf: (value: unknown) => string
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
  const collation = specification.collation && readDeclaredCollation(specification.collation)
  const matchesPartial = partial && compileFilter(partial, collation)
  const directions = Object.values(specification.key).map((direction) => (Number(direction) < 0 ? -1 : 1))
  return {
    specification,
    paths,
    directions,
    entries: new SortedEntries((left, right) => {
      for (let field = 0; field < directions.length; field++) {
        const order = compareValues(left.values[field], right.values[field], collation)
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
    collation,
    keyOf: createKeyOf(collation),
  }
}

/** The version is what this server adds to a declared collation. */
function readDeclaredCollation(specification: Document): Collation | undefined {
  return readCollation(
    Object.fromEntries(Object.entries(specification).filter(([name]) => name !== 'version')),
  )
}

function hasPath(document: Document, path: Path): boolean {
  return someAtPath(document, path, (value) => value !== undefined)
}

/** The keys of a document, none when the index leaves the document out. */
function keysOf(index: CollectionIndex, document: Document): unknown[][] {
  if (!index.includes(document)) return []
  const keys = indexKeys(document, index.paths)
  if (keys.length === 1) return keys
  for (const field of index.paths.keys()) {
    const first = keys[0]?.[field]
    if (!index.multikey[field] && keys.some((values) => values[field] !== first)) index.multikey[field] = true
  }
  return keys
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
    index.byWholeKey?.set(index.keyOf(values), id)
  }
}

export function removeFromIndex(
  index: CollectionIndex,
  { id, recordId }: RecordKey,
  document: Document,
): void {
  for (const values of keysOf(index, document)) {
    index.entries.remove({ values, id, recordId })
    index.byWholeKey?.delete(index.keyOf(values))
  }
}

/** The values of a key that another document already has in a unique index, undefined when there is none. */
export function findDuplicate(index: CollectionIndex, id: string, document: Document): unknown[] | undefined {
  const { byWholeKey } = index
  if (!byWholeKey) {
    // Refuses what cannot be indexed.
    keysOf(index, document)
    return undefined
  }
  return keysOf(index, document).find((values) => {
    const holder = byWholeKey.get(index.keyOf(values))
    return holder !== undefined && holder !== id
  })
}
