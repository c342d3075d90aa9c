import { compileFilter, type Matcher } from '../query/compile-filter'
import { compareValues } from '../values/compare-values'
import { indexKeys, type Path, someAtPath, splitPath } from '../values/document-path'
import { type Document, getField } from '../values/value'
import type { IndexSpecification } from './effect'
import { type IndexEntry, SortedEntries, type StoredDocument } from './sorted-entries'

/** An index in memory: its keys in order. */
export interface CollectionIndex {
  readonly specification: IndexSpecification
  readonly paths: Path[]
  /** 1 or -1 for each field. */
  readonly directions: number[]
  readonly entries: SortedEntries
  /** For each field, whether a document ever had several values there. */
  readonly multikey: boolean[]
  readonly includes: Matcher
}

export function createIndex(specification: IndexSpecification): CollectionIndex {
  const { key, partialFilterExpression, sparse } = specification
  const paths = Object.keys(key).map(splitPath)
  const directions = Object.values(key).map((direction) => (Number(direction) < 0 ? -1 : 1))
  const matchesPartial = compileFilter(partialFilterExpression ?? {})
  const hasPath = (document: Document, path: Path) =>
    someAtPath(document, path, (value) => value !== undefined)
  return {
    specification,
    paths,
    directions,
    entries: new SortedEntries(
      (left, right) =>
        compareKeys(directions, left.values, right.values) || left.record.order - right.record.order,
    ),
    multikey: paths.map(() => false),
    includes: (document) =>
      matchesPartial(document) && (!sparse || paths.some((path) => hasPath(document, path))),
  }
}

function compareKeys(directions: number[], left: unknown[], right: unknown[]): number {
  for (const [field, direction] of directions.entries()) {
    const order = compareValues(left[field], right[field])
    if (order !== 0) return order * direction
  }
  return 0
}

function entriesOf(index: CollectionIndex, record: StoredDocument, document: Document): IndexEntry[] {
  if (!index.includes(document)) return []
  const keys = indexKeys(document, index.paths)
  if (keys.length > 1)
    for (const field of index.paths.keys())
      index.multikey[field] ||= keys.some((values) => values[field] !== keys[0]?.[field])
  return keys.map((values) => ({ values, record }))
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

export function addToIndex(index: CollectionIndex, record: StoredDocument): void {
  for (const entry of entriesOf(index, record, record.document)) index.entries.add(entry)
}

export function removeFromIndex(index: CollectionIndex, record: StoredDocument): void {
  for (const entry of entriesOf(index, record, record.document)) index.entries.remove(entry)
}

/** The values of a key that another document already has in a unique index, undefined when there is none. */
export function findDuplicate(
  index: CollectionIndex,
  record: StoredDocument,
  document: Document,
): unknown[] | undefined {
  // Also where nothing has to be unique, it refuses what cannot be indexed.
  const entries = entriesOf(index, record, document)
  if (!index.specification.unique) return undefined
  return entries.find(({ values }) => {
    const holders = index.entries.scan((entry) => compareKeys(index.directions, entry.values, values))
    for (const holder of holders) return holder.record.id !== record.id
    return false
  })?.values
}
