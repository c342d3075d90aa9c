import { CommandError, unsupported } from '../errors'
import { compileFilter, type Matcher } from '../query/compile-filter'
import { indexedValues, type Path, someAtPath, splitPath } from '../values/document-path'
import { type Document, getField } from '../values/value'
import { keyOf } from '../values/value-key'
import { Buckets } from './buckets'
import type { IndexSpecification } from './effect'

/** An index in memory: documents by the value of its first field and, when unique, by the whole key. */
export interface CollectionIndex {
  readonly specification: IndexSpecification
  readonly paths: Path[]
  /** Ids of documents by the key of the first field. */
  readonly byFirstField: Buckets
  /** The id of the one document with a whole key; only for unique indexes. */
  readonly byWholeKey: Map<string, string> | undefined
  readonly includes: Matcher
}

interface IndexEntry {
  key: string
  values: unknown[]
}

export function createIndex(specification: IndexSpecification): CollectionIndex {
  const paths = Object.keys(specification.key).map(splitPath)
  const partial = specification.partialFilterExpression
  const matchesPartial = partial && compileFilter(partial)
  return {
    specification,
    paths,
    byFirstField: new Buckets(),
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

function wholeKeys(lists: unknown[][]): IndexEntry[] {
  const combinations = lists.reduce<unknown[][]>(
    (heads, values) => heads.flatMap((head) => values.map((value) => [...head, value])),
    [[]],
  )
  return combinations.map((values) => ({ key: keyOf(values), values }))
}

/** What an index has to know about a document; undefined when the index leaves the document out. */
function entriesOf(
  index: CollectionIndex,
  document: Document,
): { first: string[]; whole: IndexEntry[] } | undefined {
  if (!index.includes(document)) return undefined
  const lists = fieldValues(index, document)
  const first = new Set((lists[0] ?? []).map(keyOf))
  return { first: [...first], whole: index.byWholeKey ? wholeKeys(lists) : [] }
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

export function addToIndex(index: CollectionIndex, id: string, document: Document): void {
  const entries = entriesOf(index, document)
  for (const key of entries?.first ?? []) index.byFirstField.add(key, id)
  for (const { key } of entries?.whole ?? []) index.byWholeKey?.set(key, id)
}

export function removeFromIndex(index: CollectionIndex, id: string, document: Document): void {
  const entries = entriesOf(index, document)
  for (const key of entries?.first ?? []) index.byFirstField.remove(key, id)
  for (const { key } of entries?.whole ?? []) index.byWholeKey?.delete(key)
}

/** The values of a key that another document already has in a unique index, undefined when there is none. */
export function findDuplicate(index: CollectionIndex, id: string, document: Document): unknown[] | undefined {
  const entries = entriesOf(index, document)
  const taken = entries?.whole.find(({ key }) => {
    const holder = index.byWholeKey?.get(key)
    return holder !== undefined && holder !== id
  })
  return taken?.values
}
