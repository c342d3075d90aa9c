import { unsupported } from '../errors'
import { compileFilter } from '../query/compile-filter'
import { compileSort } from '../query/sort-documents'
import { isSameValue } from '../values/compare-values'
import type { Document } from '../values/value'
import { keyOf } from '../values/value-key'
import type { Collection } from './collection'
import { locateRange, type Plan, planQuery } from './plan-query'
import type { StoredDocument } from './sorted-entries'

export interface FindOptions {
  sort?: Document | undefined
  skip?: number | undefined
  /** 0 or absent: all. */
  limit?: number | undefined
  /** The key of the index to use, of which only that on `_id` is known. */
  hint?: unknown
}

function* recordsOf({ records }: Collection, plan: Plan): Generator<StoredDocument> {
  if (plan.kind === 'everything') return yield* records.values()
  if (plan.kind === 'ids') {
    for (const id of plan.ids) {
      const record = records.get(keyOf(id))
      if (record) yield record
    }
    return
  }
  const seen = new Set<StoredDocument>()
  const { index, ranges, isReversed } = plan.scan
  for (const range of ranges)
    for (const { record } of index.entries.scan(locateRange(index, range), isReversed)) {
      if (seen.has(record)) continue
      seen.add(record)
      yield record
    }
}

/**
 * The documents that pass a filter, through indexes where they bound the search (`planQuery`), sorted, from `skip`
 * on and at most `limit`. Without an index and a sort they come in the order of their insertion.
 */
export function findDocuments(
  collection: Collection | undefined,
  filter: Document,
  { sort = {}, skip = 0, limit = 0, hint }: FindOptions = {},
): Document[] {
  const matches = compileFilter(filter)
  const sortDocuments = compileSort(sort)
  const isById = isSameValue(hint, { _id: 1 })
  if (hint !== undefined && !isById) throw unsupported('a hint for another index than { _id: 1 }')
  if (!collection) return []
  const enough = limit === 0 ? Infinity : skip + limit
  const plan = planQuery(collection, { filter, sort, isById })
  const isSortedLater = Object.keys(sort).length > 0 && !plan.isSorted
  const matching: Document[] = []
  for (const { document } of recordsOf(collection, plan)) {
    if (!matches(document)) continue
    matching.push(document)
    if (matching.length === enough && !isSortedLater) break
  }
  return (isSortedLater ? sortDocuments(matching) : matching).slice(skip, enough)
}
