import {
  conjuncts,
  type FieldCondition,
  fieldConditions,
  type Interval,
  narrow,
  positionAt,
} from '../query/index-bounds'
import { isSameValue } from '../values/compare-values'
import { type Document } from '../values/value'
import { type Collection, idIndexOf } from './collection'
import type { CollectionIndex } from './collection-index'
import type { Locate } from './sorted-entries'

export interface Query {
  filter: Document
  /** Empty: in the order that the plan finds them. */
  sort: Document
  /** Only the index on `_id` may be used. */
  isById: boolean
}

interface IndexScan {
  index: CollectionIndex
  /** Stretches of the index, in its order: an interval for each of its leading fields. */
  ranges: Interval[][]
  isReversed: boolean
  isSorted: boolean
  /** How well it serves: fields with given values count first, then a range, then the order of the sort. */
  rank: number
}

/** A way to find candidates for a filter, which still have to be compared with it. */
export type Plan =
  | { kind: 'ids'; ids: unknown[]; isSorted: boolean }
  | { kind: 'scan'; scan: IndexScan; isSorted: boolean }
  | { kind: 'everything'; isSorted: false }

const maxRanges = 1000
const everything: Interval = {}

export const locateRange =
  ({ directions }: CollectionIndex, range: Interval[]): Locate =>
  ({ values }) => {
    for (const [field, interval] of range.entries()) {
      const position = positionAt(interval, values[field])
      if (position !== 0) return position * (directions[field] ?? 1)
    }
    return 0
  }

/** Whether a partial or sparse index has every document that passes the filter. */
function holdsAllMatches(
  { specification }: CollectionIndex,
  filter: Document,
  conditions: FieldCondition[],
): boolean {
  const { key, sparse, partialFilterExpression } = specification
  const needs = (name: string) => conditions.some(({ field, needsField }) => field === name && needsField)
  if (sparse && !Object.keys(key).some(needs)) return false
  const filterParts = conjuncts(filter)
  return conjuncts(partialFilterExpression ?? {}).every(([field, wanted]) =>
    filterParts.some(
      ([name, condition]) =>
        name === field && (isSameValue(condition, wanted) || isSameValue(condition, { $eq: wanted })),
    ),
  )
}

type FieldBounds = ReturnType<typeof narrow>

/** 1 or -1 for an index that has the order of the sort, forwards or backwards; 0 for any other. */
function orderOf(
  { specification, directions, multikey }: CollectionIndex,
  bounds: FieldBounds[],
  sort: Document,
): number {
  const names = Object.keys(specification.key)
  const isOneValue = (field: number) =>
    bounds[field]?.arePoints === true && bounds[field].intervals.length === 1 && !multikey[field]
  let field = 0
  let factor = 0
  for (const [name, direction] of Object.entries(sort)) {
    if (isOneValue(names.indexOf(name))) continue
    while (names[field] !== name && isOneValue(field)) field++
    const wanted = Number(direction) * (directions[field] ?? 0)
    if (names[field] !== name || multikey[field] || (factor !== 0 && factor !== wanted)) return 0
    factor = wanted
    field++
  }
  return factor || 1
}

/** The combinations of the values of the leading fields, in the order of the index, as long as there are not too many. */
function combineRanges({ directions }: CollectionIndex, bounds: FieldBounds[]): Interval[][] {
  let ranges: Interval[][] = [[]]
  for (const [field, fieldBounds] of bounds.entries()) {
    const { intervals, arePoints } = fieldBounds ?? { intervals: [everything], arePoints: false }
    if (field > 0 && ranges.length * intervals.length > maxRanges) break
    const inOrder = directions[field] === -1 ? intervals.toReversed() : intervals
    ranges = ranges.flatMap((range) => inOrder.map((interval) => [...range, interval]))
    if (!arePoints) break
  }
  return ranges
}

function planScan(
  index: CollectionIndex,
  { filter, sort }: Query,
  conditions: FieldCondition[],
): IndexScan[] {
  if (!holdsAllMatches(index, filter, conditions)) return []
  const bounds = Object.keys(index.specification.key).map((name, field) =>
    narrow(
      conditions.filter((condition) => condition.field === name),
      index.multikey[field] === true,
    ),
  )
  const order = Object.keys(sort).length > 0 ? orderOf(index, bounds, sort) : 0
  if (bounds[0] === undefined && order === 0) return []
  const inOrder = combineRanges(index, bounds)
  const isReversed = order === -1
  const fields = bounds.findIndex((fieldBounds) => fieldBounds?.arePoints !== true)
  const points = fields === -1 ? bounds.length : fields
  return [
    {
      index,
      ranges: isReversed ? inOrder.toReversed() : inOrder,
      isReversed,
      isSorted: order !== 0,
      rank: 4 * points + 2 * Number(bounds[points] !== undefined) + Number(order !== 0),
    },
  ]
}

function bestScan(collection: Collection, query: Query): IndexScan | undefined {
  const conditions = fieldConditions(query.filter)
  const needsIds = conditions.some(({ field }) => field === '_id') || Object.keys(query.sort)[0] === '_id'
  const own = query.isById ? [] : [...collection.indexes.values()]
  const indexes = needsIds ? [...own, idIndexOf(collection)] : own
  return indexes
    .flatMap((index) => planScan(index, query, conditions))
    .toSorted((left, right) => right.rank - left.rank)[0]
}

/**
 * Chooses the index with the most fields whose values are given, then one that bounds the next field, then one that has the order
 * of the sort; looks at every document only when no index serves.
 * @see https://www.mongodb.com/docs/manual/tutorial/equality-sort-range-guideline/
 */
export function planQuery(collection: Collection, query: Query): Plan {
  const ids = fieldConditions(query.filter).find(
    ({ field, arePoints }) => field === '_id' && arePoints,
  )?.intervals
  if (ids) return { kind: 'ids', ids: ids.map(({ low }) => low?.value), isSorted: ids.length < 2 }
  const scan = bestScan(collection, query)
  if (scan) return { kind: 'scan', scan, isSorted: scan.isSorted }
  return { kind: 'everything', isSorted: false }
}
