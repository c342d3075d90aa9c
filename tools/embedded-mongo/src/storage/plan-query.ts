import {
  allValues,
  type Bounds,
  conjuncts,
  type FieldCondition,
  fieldConditions,
  type Interval,
  isInside,
  narrow,
  positionAt,
} from '../query/index-bounds'
import { type Collation, isSameCollation } from '../values/collation'
import { compareValues, isSameValue } from '../values/compare-values'
import { type Document, isDocument, type Kind, kindOf } from '../values/value'
import { type Collection, idIndexOf } from './collection'
import type { CollectionIndex } from './collection-index'
import type { Hint } from './hints'
import type { IndexEntry, Locate } from './sorted-entries'

export interface Query {
  filter: Document
  /** Empty: in the order that the plan finds them. */
  sort: Document
  /** How many documents the caller takes, 0 for all. */
  limit: number
  /** How strings compare; only indexes with the same collation are of use. */
  collation: Collation | undefined
}

/** What a plan really did, counted while it runs. */
export interface Examined {
  keys: number
  documents: number
}

export interface IndexScan {
  kind: 'indexScan'
  index: CollectionIndex
  /** For each field of the index. */
  bounds: Bounds[]
  /** Every combination of values of the leading fields, and the interval of the field after them. */
  ranges: Interval[][]
  isReversed: boolean
  /** The first field by which the results of several ranges are merged into one order; absent: one after the other. */
  mergedFrom: number | undefined
  providesSort: boolean
  examined: Examined
}

export type Plan =
  | { kind: 'collectionScan'; isReversed: boolean; providesSort: false; examined: Examined }
  | { kind: 'idLookup'; value: unknown; providesSort: true; examined: Examined }
  | IndexScan
  | { kind: 'or'; branches: IndexScan[]; providesSort: false; examined: Examined }

interface Candidate {
  plan: IndexScan
  /** About how many keys it examines. */
  cost: number
  /** At most this many documents pass the filter. */
  matches: number
}

// As many as MongoDB scans one beside the other in order to merge them (internalQueryMaxScansToExplode).
const maxMergedRanges = 200
const maxRanges = 1000

const untouched = (): Examined => ({ keys: 0, documents: 0 })

export function locateRange({ directions, collation }: CollectionIndex, range: Interval[]): Locate {
  return ({ values }) => {
    for (const [field, interval] of range.entries()) {
      const position = positionAt(interval, values[field], collation)
      if (position !== 0) return position * (directions[field] ?? 1)
    }
    return 0
  }
}

/** Whether a partial or sparse index has every document that passes the filter. */
function holdsAllMatches(
  { specification }: CollectionIndex,
  filter: Document,
  conditions: FieldCondition[],
): boolean {
  const needs = (field: string) =>
    conditions.some((condition) => condition.field === field && condition.needsField)
  if (specification.sparse && !Object.keys(specification.key).some(needs)) return false
  if (!specification.partialFilterExpression) return true
  const given = conjuncts(filter)
  return conjuncts(specification.partialFilterExpression).every(([field, condition]) => {
    if (isDocument(condition) && isSameValue(condition, { $exists: true }) && needs(field)) return true
    const wanted = isDocument(condition) && '$eq' in condition ? condition['$eq'] : condition
    return given.some(
      ([name, value]) =>
        name === field &&
        (isSameValue(value, condition) || isSameValue(value, wanted) || isSameValue(value, { $eq: wanted })),
    )
  })
}

/** The field from which on an index returns documents in the order of the sort; undefined when it does not. */
function sortedFrom(
  index: CollectionIndex,
  bounds: Bounds[],
  sort: Document,
): { field: number; isReversed: boolean } | undefined {
  const names = Object.keys(index.specification.key)
  const isPinned = (field: number) =>
    bounds[field]?.arePoints === true && bounds[field].intervals.length === 1 && !index.multikey[field]
  let field = 0
  let start: number | undefined
  let factor: number | undefined
  for (const [name, direction] of Object.entries(sort)) {
    const position = names.indexOf(name)
    if (position >= 0 && isPinned(position)) continue
    while (field < names.length && names[field] !== name) {
      if (start === undefined ? !bounds[field]?.arePoints : !isPinned(field)) return undefined
      field += 1
    }
    if (field === names.length || index.multikey[field]) return undefined
    const wanted = Number(direction) * (index.directions[field] ?? 1)
    if (factor !== undefined && factor !== wanted) return undefined
    factor = wanted
    start ??= field
    field += 1
  }
  return { field: start ?? names.length, isReversed: factor === -1 }
}

/** The combinations of the leading fields' values, in the order of the index, as long as there are not too many. */
function combineRanges({ directions }: CollectionIndex, bounds: Bounds[], length: number): Interval[][] {
  let ranges: Interval[][] = [[]]
  for (const [field, { intervals, arePoints }] of bounds.slice(0, length).entries()) {
    const inOrder = directions[field] === -1 ? intervals.toReversed() : intervals
    if (ranges.length * inOrder.length > maxRanges && field > 0) break
    ranges = ranges.flatMap((range) => inOrder.map((interval) => [...range, interval]))
    if (!arePoints) break
  }
  return ranges
}

/** The bounds of one field in the order in which the index has them. */
function boundsFor(index: CollectionIndex, field: number, conditions: FieldCondition[]): Bounds | undefined {
  const { collation } = index
  const name = Object.keys(index.specification.key)[field]
  const own = conditions.filter((condition) => condition.field === name).map(({ bounds }) => bounds)
  if (!collation) return narrow(own, index.multikey[field] === true)
  // Intersections compare by bytes.
  const bounds = narrow(own, true)
  if (!bounds?.arePoints) return bounds
  const intervals = bounds.intervals.toSorted((left, right) =>
    compareValues(left.low?.value, right.low?.value, collation),
  )
  return { intervals, arePoints: true }
}

function planIndexScan(
  index: CollectionIndex,
  { sort, filter }: Query,
  conditions: FieldCondition[],
  isHinted = false,
): { plan: IndexScan; matches: number } | undefined {
  // A hint for a sparse index leaves out the documents that are not in it.
  if (!isHinted && !holdsAllMatches(index, filter, conditions)) return undefined
  const names = Object.keys(index.specification.key)
  const narrowed = names.map((_name, field) => boundsFor(index, field, conditions))
  const isBoundedMultikey = (field: number) => index.multikey[field] === true && narrowed[field] !== undefined
  // Two conditions on one array may be met by different elements, which a key, being of one element, does not show.
  const given = narrowed.map((bounds, field) => {
    const isSecond =
      isBoundedMultikey(field) && narrowed.slice(0, field).some((_, other) => isBoundedMultikey(other))
    return isSecond ? undefined : bounds
  })
  const bounds = given.map((fieldBounds) => fieldBounds ?? allValues)
  const sorted = Object.keys(sort).length > 0 ? sortedFrom(index, bounds, sort) : undefined
  // MongoDB uses a partial index that holds all matches only for a condition on its first field, too.
  if (!given[0] && !sorted && !isHinted) return undefined
  const isOneOrder = sorted && bounds.slice(0, sorted.field).every(({ intervals }) => intervals.length === 1)
  const merged = sorted && !isOneOrder ? combineRanges(index, bounds, sorted.field + 1) : undefined
  const canMerge =
    merged !== undefined &&
    merged.length <= maxMergedRanges &&
    merged.every((range) => range.length > (sorted?.field ?? 0))
  const ranges = canMerge ? merged : combineRanges(index, bounds, names.length)
  const providesSort = sorted !== undefined && (isOneOrder === true || canMerge)
  const isReversed = providesSort && sorted.isReversed
  const plan: IndexScan = {
    kind: 'indexScan',
    index,
    bounds,
    ranges: isReversed ? ranges.toReversed() : ranges,
    isReversed,
    mergedFrom: providesSort && canMerge ? sorted.field : undefined,
    providesSort,
    examined: untouched(),
  }
  const matches = ranges.reduce((sum, range) => sum + index.entries.count(locateRange(index, range)), 0)
  return given[0] || providesSort || isHinted ? { plan, matches } : undefined
}

// A collation does not matter to these.
const bytewiseKinds = new Set<Kind>(['number', 'objectId', 'date', 'binary', 'boolean', 'null'])

function isOnId(filter: Document): boolean {
  return Object.keys(filter).join() === '_id'
}

function idPoint(query: Query, conditions: FieldCondition[]): { value: unknown } | undefined {
  const [condition] = conditions
  const [interval] = condition?.bounds.intervals ?? []
  const isPoint = condition?.bounds.arePoints && condition.bounds.intervals.length === 1
  const point = isOnId(query.filter) && conditions.length === 1 && isPoint ? interval?.low : undefined
  const isComparedByBytes = !query.collation || bytewiseKinds.has(kindOf(point?.value))
  return isComparedByBytes ? point : undefined
}

function candidateIndexes(
  collection: Collection,
  query: Query,
  conditions: FieldCondition[],
): CollectionIndex[] {
  const needsIds = conditions.some(({ field }) => field === '_id') || Object.keys(query.sort)[0] === '_id'
  const all = needsIds
    ? [...collection.indexes.values(), idIndexOf(collection)]
    : [...collection.indexes.values()]
  return all.filter((index) => isSameCollation(index.collation, query.collation))
}

function cheapestScan(collection: Collection, query: Query): Candidate | undefined {
  const conditions = fieldConditions(query.filter)
  const plans = candidateIndexes(collection, query, conditions).flatMap(
    (index) => planIndexScan(index, query, conditions) ?? [],
  )
  const mostMatches = Math.min(collection.documents.size, ...plans.map(({ matches }) => matches))
  return plans
    .map((candidate) => ({ ...candidate, cost: costOf(candidate, query, mostMatches) }))
    .reduce<Candidate | undefined>((best, next) => (best && !isBetter(next, best) ? best : next), undefined)
}

/** A scan in the order of the sort ends at the limit; any other has to read everything and sort it. */
function costOf(candidate: { plan: IndexScan; matches: number }, query: Query, mostMatches: number): number {
  const { plan, matches } = candidate
  if (Object.keys(query.sort).length === 0) return matches
  if (!plan.providesSort) return matches * 2
  return query.limit > 0 && mostMatches > 0
    ? Math.min(matches, (query.limit * matches) / mostMatches)
    : matches
}

function isBetter(left: Candidate, right: Candidate): boolean {
  if (left.cost !== right.cost) return left.cost < right.cost
  if (left.plan.providesSort !== right.plan.providesSort) return left.plan.providesSort
  return boundedFields(left.plan) > boundedFields(right.plan)
}

function boundedFields({ bounds }: IndexScan): number {
  return bounds.filter((fieldBounds) => fieldBounds !== allValues).length
}

/** One scan per branch of an `$or`, when every branch has an index. */
function planOr(collection: Collection, query: Query): { branches: IndexScan[]; cost: number } | undefined {
  const alternatives = conjuncts(query.filter).find(([name]) => name === '$or')?.[1]
  if (!Array.isArray(alternatives)) return undefined
  const branches = alternatives.map((branch) => {
    if (!isDocument(branch)) return undefined
    return cheapestScan(collection, { filter: branch, sort: {}, limit: 0, collation: query.collation })
  })
  const found = branches.filter((branch) => branch !== undefined)
  if (found.length < branches.length) return undefined
  const cost = found.reduce((sum, branch) => sum + branch.cost, 0)
  return { branches: found.map(({ plan }) => plan), cost }
}

/**
 * Chooses how to find what a filter asks for: by indexes whose bounds the filter's conditions are, in the order of
 * the sort where an index has it, otherwise by looking at every document. As MongoDB does, it scans the whole
 * collection only when no index has bounds for it.
 * @see https://www.mongodb.com/docs/manual/tutorial/equality-sort-range-guideline/
 */
export function planQuery(collection: Collection, query: Query, hint?: Hint): Plan {
  if (hint?.kind === 'scan') return scanCollection(hint.isReversed)
  if (hint) {
    const hinted = planIndexScan(hint.index, query, fieldConditions(query.filter), true)
    return hinted?.plan ?? scanCollection(false)
  }
  const point = idPoint(query, fieldConditions(query.filter))
  if (point) return { kind: 'idLookup', value: point.value, providesSort: true, examined: untouched() }
  const scan = cheapestScan(collection, query)
  const isBounded = scan && scan.plan.bounds[0] !== allValues
  const or = isBounded ? undefined : planOr(collection, query)
  if (or && (!scan || or.cost <= scan.cost)) {
    return { kind: 'or', branches: or.branches, providesSort: false, examined: untouched() }
  }
  return scan?.plan ?? scanCollection(false)
}

function scanCollection(isReversed: boolean): Plan {
  return { kind: 'collectionScan', isReversed, providesSort: false, examined: untouched() }
}

/** Whether the fields after those of the ranges are inside their bounds, too. */
export function isKeyInside({ bounds, index }: IndexScan, { values }: IndexEntry): boolean {
  return bounds.every(
    (fieldBounds, field) =>
      fieldBounds === allValues || isInside(fieldBounds, values[field], index.collation),
  )
}

/** Orders entries by an index's fields from one on. */
export function compareFrom(
  { index: { directions, collation }, isReversed }: IndexScan,
  firstField: number,
): (left: IndexEntry, right: IndexEntry) => number {
  return (left, right) => {
    for (let field = firstField; field < directions.length; field++) {
      const order =
        compareValues(left.values[field], right.values[field], collation) * (directions[field] ?? 1)
      if (order !== 0) return isReversed ? -order : order
    }
    return 0
  }
}
