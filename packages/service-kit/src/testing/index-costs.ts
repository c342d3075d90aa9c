import { isDeepStrictEqual } from 'node:util'

/** Costs that grow with the number of documents. */
export type QueryCost = 'reads everything' | 'sorts in memory'

type Fields = Readonly<Record<string, unknown>>

/** An index as `listIndexes` describes it. */
export interface Index {
  key: Fields
  sparse?: boolean
  partialFilterExpression?: Fields
}

export interface Search {
  filter: Fields
  /** Fields with 1 or -1, in order; empty: unsorted. */
  sort: readonly (readonly [field: string, direction: number])[]
  /** The search has a limit. */
  isLimited: boolean
}

/** A condition on a field that an index can bound. */
type Condition = 'equality' | 'range'

const RANGES = new Set(['$gt', '$gte', '$lt', '$lte', '$regex'])

/**
 * The costs of a search with these indexes, independent of any planner: by the rule that an index serves equalities, then the
 * sort, then ranges. A search reads everything if no index begins with a field that the filter bounds, and sorts in memory if no
 * index has the fields of the sort after those of equalities.
 * @param indexes all indexes of the collection, including that of `_id`
 * @see https://www.mongodb.com/docs/manual/tutorial/equality-sort-range-guideline/
 */
export function costsByIndexes(
  { filter, sort, isLimited }: Search,
  indexes: readonly Index[],
): Set<QueryCost> {
  // At most one document, or any first documents.
  if (isKnownById(filter) || (isLimited && sort.length === 0 && isEmpty(filter))) return new Set()
  const branches = branchesOf(filter)
  const served = branches.map((branch) => {
    const conditions = conditionsOf(branch)
    return indexes
      .filter((index) => isUsable(index, branch, conditions))
      .map(({ key }) => ({
        isBounded: isBoundedBy(key, conditions),
        isSorted: isSortedBy(key, conditions, sort),
      }))
  })
  const costs = new Set<QueryCost>()
  const readsSome = ({ isBounded, isSorted }: { isBounded: boolean; isSorted: boolean }) =>
    isBounded || (isLimited && isSorted && sort.length > 0)
  if (!served.every((options) => options.some(readsSome))) costs.add('reads everything')
  const isSearchedInOrder = served.every((options) =>
    options.some((option) => option.isSorted && (costs.size > 0 || readsSome(option))),
  )
  if (sort.length > 0 && !isSearchedInOrder) costs.add('sorts in memory')
  return costs
}

const isEmpty = (filter: Fields): boolean =>
  Object.entries(filter).every(
    ([field, value]) => field === '$and' && (value as Fields[]).every((part) => isEmpty(part)),
  )

function isKnownById({ _id: id, $and }: Fields): boolean {
  if (Array.isArray($and) && ($and as Fields[]).some(isKnownById)) return true
  return id !== undefined && id !== null && (!isPlain(id) || '$eq' in id)
}

/** The filter, or for a top-level `$or` one filter per branch, combined with everything beside the `$or`. */
function branchesOf(filter: Fields): Fields[] {
  const { $or, $and, ...rest } = filter
  const all = [rest, ...(Array.isArray($and) ? ($and as Fields[]) : [])]
  const flat: Fields = { $and: all }
  if (!Array.isArray($or)) return [flat]
  const isBoundBeside = conditionsOf(flat).size > 0
  const branches = ($or as Fields[]).map((branch): Fields => ({ $and: [...all, branch] }))
  // The fields beside an $or may serve it as well as its branches.
  return isBoundBeside ? [flat] : branches
}

function conditionsOf(filter: Fields): Map<string, Condition> {
  const conditions = new Map<string, Condition>()
  const add = (field: string, condition: Condition | undefined) => {
    if (condition && conditions.get(field) !== 'equality') conditions.set(field, condition)
  }
  for (const [field, value] of Object.entries(filter)) {
    if (field === '$and') {
      for (const part of value as Fields[])
        for (const [name, condition] of conditionsOf(part)) add(name, condition)
    } else if (!field.startsWith('$')) {
      add(field, conditionOf(value))
      const { $elemMatch } = isPlain(value) ? value : {}
      if (isPlain($elemMatch))
        for (const [name, condition] of conditionsOf($elemMatch)) add(`${field}.${name}`, condition)
    }
  }
  return conditions
}

function conditionOf(value: unknown): Condition | undefined {
  if (value instanceof RegExp) return value.source.startsWith('^') ? 'range' : undefined
  if (!isPlain(value) || !Object.keys(value).some((name) => name.startsWith('$'))) return 'equality'
  if ('$eq' in value || '$in' in value) return 'equality'
  return Object.keys(value).some((name) => RANGES.has(name)) ? 'range' : undefined
}

/** A sparse or partial index is usable if the filter excludes all documents that it lacks. */
function isUsable(
  { key, sparse, partialFilterExpression = {} }: Index,
  filter: Fields,
  conditions: Map<string, Condition>,
): boolean {
  const isThere = Object.keys(key).some((field) => conditions.has(field) && !isAsked(filter, field, null))
  if (sparse && !isThere) return false
  return Object.entries(partialFilterExpression).every(([field, value]) => isAsked(filter, field, value))
}

const isAsked = (filter: Fields, field: string, value: unknown): boolean =>
  isDeepStrictEqual(filter[field], value) ||
  (Array.isArray(filter.$and) && (filter.$and as Fields[]).some((part) => isAsked(part, field, value)))

function isBoundedBy(key: Fields, conditions: Map<string, Condition>): boolean {
  const [first = ''] = Object.keys(key)
  return conditions.has(first)
}

function isSortedBy(key: Fields, conditions: Map<string, Condition>, sort: Search['sort']): boolean {
  const isEqual = (field: string) => conditions.get(field) === 'equality'
  const wanted = sort.filter(([field]) => !isEqual(field))
  const fields = Object.entries(key) as [string, number][]
  let factor = 0
  let matched = 0
  for (const [field, direction] of fields) {
    const next = wanted[matched]
    if (!next) return true
    if (field === next[0] && (factor === 0 || direction * factor === next[1])) {
      factor = direction * next[1]
      matched++
    } else if (!isEqual(field)) return false
  }
  return matched === wanted.length
}

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
