import { checkDeadline } from '../deadline'
import { compileFilter } from '../query/compile-filter'
import type { ArrayMatch } from '../query/field-test'
import { compileSort } from '../query/sort-documents'
import type { Collation } from '../values/collation'
import type { Document } from '../values/value'
import { keyOf } from '../values/value-key'
import type { Collection } from './collection'
import { compareFrom, type IndexScan, isKeyInside, locateRange, type Plan, planQuery } from './plan-query'
import { readHint, readNaturalSort } from './hints'
import type { IndexEntry } from './sorted-entries'

export interface Found {
  document: Document
  match: ArrayMatch
}

export interface FindOptions {
  sort?: Document
  skip?: number
  /** 0 or absent: all. */
  limit?: number
  /** The name or the key of an index, or a natural order. */
  hint?: unknown
  collation?: Collation | undefined
  /** Receives how the documents were found, for `explain`. */
  trace?: FindTrace[]
}

/** How documents were found. */
export interface FindTrace {
  namespace: string | undefined
  filter: Document
  sort: Document
  skip: number
  limit: number
  /** Absent when there is no such collection; `recordCount`: the collection knows how many documents it has. */
  plan: Plan | { kind: 'recordCount' } | undefined
  /** How many passed the filter, before any sort in memory, skip and limit. */
  matched: number
  returned: number
}

// Reading the clock costs about as much as looking at a document.
const deadlineInterval = 256

function* mergeInOrder(scan: IndexScan, firstField: number): Generator<IndexEntry> {
  const compare = compareFrom(scan, firstField)
  const streams = scan.ranges.map((range) =>
    scan.index.entries.scan(locateRange(scan.index, range), scan.isReversed),
  )
  const heads = streams.map((stream) => stream.next())
  for (;;) {
    let first = -1
    for (const [at, head] of heads.entries()) {
      const best = heads[first]
      if (!head.done && (!best || best.done || compare(head.value, best.value) < 0)) first = at
    }
    const head = heads[first]
    const stream = streams[first]
    if (!head || head.done || !stream) return
    yield head.value
    heads[first] = stream.next()
  }
}

function* entriesInTurn({ index, ranges, isReversed }: IndexScan): Generator<IndexEntry> {
  for (const range of ranges) yield* index.entries.scan(locateRange(index, range), isReversed)
}

function* idsOf(scan: IndexScan): Generator<string> {
  const entries = scan.mergedFrom === undefined ? entriesInTurn(scan) : mergeInOrder(scan, scan.mergedFrom)
  for (const entry of entries) {
    scan.examined.keys += 1
    if (isKeyInside(scan, entry)) yield entry.id
  }
}

function* distinctIds(scans: IndexScan[]): Generator<string> {
  const seen = new Set<string>()
  for (const scan of scans) {
    for (const id of idsOf(scan)) {
      if (seen.has(id)) continue
      seen.add(id)
      yield id
    }
  }
}

function idsOfPlan(collection: Collection, plan: Plan): Iterable<string> {
  if (plan.kind === 'collectionScan') {
    const ids = collection.documents.keys()
    return plan.isReversed ? [...ids].reverse() : ids
  }
  if (plan.kind === 'idLookup') return [keyOf(plan.value)]
  return distinctIds(plan.kind === 'or' ? plan.branches : [plan])
}

function* candidates(collection: Collection, plan: Plan): Generator<Document> {
  for (const id of idsOfPlan(collection, plan)) {
    const document = collection.documents.get(id)
    if (!document) continue
    if (plan.kind === 'idLookup') plan.examined.keys += 1
    plan.examined.documents += 1
    yield document
  }
}

/**
 * The documents that pass a filter, through indexes where they bound the search (`planQuery`), sorted, from `skip`
 * on and at most `limit`. Without an index and a sort they come in natural order.
 */
export function findMatches(
  collection: Collection | undefined,
  filter: Document,
  { sort: declaredSort = {}, skip = 0, limit = 0, hint, collation, trace }: FindOptions = {},
): Found[] {
  const matches = compileFilter(filter, collation)
  const natural = readNaturalSort(declaredSort)
  const sort = natural ? {} : declaredSort
  const sortFound = compileSort(sort, collation)
  const hinted = readHint(hint, collection)
  const enough = limit === 0 ? 0 : skip + limit
  const plan =
    collection && planQuery(collection, { filter, sort, limit: enough, collation }, natural ?? hinted)
  const isSortedLater = Object.keys(sort).length > 0 && plan?.providesSort === false
  const found: Found[] = []
  let examined = 0
  for (const document of collection && plan ? candidates(collection, plan) : []) {
    examined += 1
    if (examined % deadlineInterval === 0) checkDeadline()
    const match: ArrayMatch = {}
    if (!matches(document, match)) continue
    found.push({ document, match })
    if (found.length === enough && !isSortedLater) break
  }
  checkDeadline()
  const sorted = isSortedLater ? sortBy(sortFound, found) : found
  const returned = sorted.slice(skip, limit === 0 ? undefined : enough)
  const { length } = returned
  trace?.push({
    namespace: collection?.namespace,
    filter,
    sort,
    skip,
    limit,
    plan,
    matched: found.length,
    returned: length,
  })
  return returned
}

function sortBy(sortDocuments: (documents: Document[]) => Document[], found: Found[]): Found[] {
  const byDocument = new Map(found.map((item) => [item.document, item]))
  return sortDocuments(found.map(({ document }) => document)).flatMap(
    (document) => byDocument.get(document) ?? [],
  )
}

export function findDocuments(
  collection: Collection | undefined,
  filter: Document,
  options: FindOptions = {},
): Document[] {
  return findMatches(collection, filter, options).map(({ document }) => document)
}
