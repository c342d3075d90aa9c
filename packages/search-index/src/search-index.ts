import { lowerBound } from './binary-search'
import { compareKeys, naturalKey } from './natural-order'
import { createTextIndex, type TextMatches } from './text-index'

/** What the index knows of a document. */
export interface SearchDocument<Field extends string, Column extends string> {
  texts: Record<Field, string>
  /** The one category that filters select by. */
  category: string
  /** What filters and orders look at; null where it is unknown. */
  numbers: Record<Column, number | null>
}

/** What documents must have, all of it. An unknown number is in no range. */
export interface SearchFilter<Column extends string> {
  /** Any of these; all categories if empty. */
  categories: readonly string[]
  /** Both ends included. */
  ranges: readonly { of: Column; least: number; most: number }[]
}

/** Unknown numbers come last in both directions, ties are in the natural order of ids. */
export interface SearchOrder<Column extends string> {
  by: Column
  isAscending: boolean
}

export interface Selection<Field extends string, Column extends string> {
  text?: string
  /** Where the text is looked for; in all fields unless said otherwise. */
  fields?: readonly Field[]
  filter?: SearchFilter<Column>
  /** Without one the best match of the text comes first, or the first id. */
  order?: SearchOrder<Column>
  size: number
}

export interface ScoredIds {
  /** The best first. */
  matches: { id: string; score: number }[]
  /** 0 when every word matches as typed, more the more had to be ignored, infinite without a match. */
  looseness: number
}

export interface SearchIndex<Field extends string, Column extends string> {
  /** Adds or replaces a document; `undefined` removes it. */
  set(id: string, document: SearchDocument<Field, Column> | undefined): void
  /** Replaces one number of every document. */
  setColumn(column: Column, valueOf: (id: string) => number | null): void
  /** The ids of the first `size` documents of a selection. */
  select(selection: Selection<Field, Column>): string[]
  /** How many documents a selection has. */
  count(selection: Pick<Selection<Field, Column>, 'text' | 'filter'>): number
  /** The best matches of a text in some of the fields. */
  match(text: string, fields: readonly Field[], size: number): ScoredIds
}

interface Match {
  number: number
  score: number
}

/** A part of an order. */
interface Slice {
  numbers: readonly number[]
  from: number
  to: number
}

/** Documents in one order. */
interface Sorted {
  numbers: number[]
  /** Added, removed or perhaps elsewhere since the numbers were sorted. */
  moved: Set<number>
}

// Moving more than this share of all documents one by one takes longer than sorting all of them again.
const MAX_MOVED_SHARE = 1 / 100
// Sorting a document takes about as long as testing so many.
const SORTING_COST = 4

/**
 * An index in memory. Each document has a number: its index in one typed array for each column.
 * @param options.fields the texts of a document and how much a match in each counts; at most 4
 * @param options.columns the numbers of a document
 */
export function createSearchIndex<Field extends string, Column extends string>(options: {
  fields: Record<Field, number>
  columns: readonly Column[]
}): SearchIndex<Field, Column> {
  const fields = Object.keys(options.fields) as Field[]
  const weightsOf = (wanted: readonly Field[]) =>
    fields.map((field) => (wanted.includes(field) ? options.fields[field] : 0))

  const numbersById = new Map<string, number>()
  const ids: string[] = []
  const idKeys: string[] = []
  /** By number; undefined once the document was removed. */
  const textsByNumber: (Record<Field, string> | undefined)[] = []
  const textIndex = createTextIndex()
  const categoryCodes = new Map<string, number>()
  let categories = new Uint16Array(0)
  const columns = new Map(options.columns.map((column) => [column, new Float64Array(0)]))
  const orders = new Map<string, Sorted & { order: SearchOrder<Column> | undefined }>()

  function numberOf(id: string): number {
    const known = numbersById.get(id)
    if (known !== undefined) return known
    const number = ids.push(id) - 1
    idKeys.push(naturalKey(id))
    numbersById.set(id, number)
    if (number >= categories.length) grow(2 * number + 64)
    return number
  }

  function grow(capacity: number): void {
    const grown = new Uint16Array(capacity)
    grown.set(categories)
    categories = grown
    for (const [column, values] of columns) {
      const more = new Float64Array(capacity).fill(NaN)
      more.set(values)
      columns.set(column, more)
    }
  }

  const valuesOf = (column: Column) => columns.get(column) ?? new Float64Array(0)

  function codeOf(category: string): number {
    const code = categoryCodes.get(category) ?? categoryCodes.size + 1
    categoryCodes.set(category, code)
    return code
  }

  /** Ascending ranks, by number, are the order. */
  function rankIn(order: SearchOrder<Column> | undefined): (number: number) => number {
    if (!order) return () => 0
    const values = valuesOf(order.by)
    const { isAscending } = order
    return (number) => {
      const value = values[number] ?? NaN
      if (Number.isNaN(value)) return Infinity
      return isAscending ? value : -value
    }
  }

  function compareIn(order: SearchOrder<Column> | undefined): (first: number, second: number) => number {
    const rankOf = rankIn(order)
    return (first, second) => {
      const [one, other] = [rankOf(first), rankOf(second)]
      return one === other ? compareKeys(idKeys[first] ?? '', idKeys[second] ?? '') : one - other
    }
  }

  function sortAll(order: SearchOrder<Column> | undefined): number[] {
    if (!order)
      return ids.flatMap((_, number) => (textsByNumber[number] ? [number] : [])).sort(compareIn(order))
    const rankOf = rankIn(order)
    // Sorting is stable, and comparing ids at every tie would take several times as long.
    return [...inOrder(undefined)].sort((first, second) => {
      const [one, other] = [rankOf(first), rankOf(second)]
      return one === other ? 0 : one - other
    })
  }

  function inOrder(order: SearchOrder<Column> | undefined): readonly number[] {
    const name = order ? `${order.by} ${order.isAscending}` : ''
    const sorted = orders.get(name) ?? { order, numbers: sortAll(order), moved: new Set() }
    orders.set(name, sorted)
    const { moved } = sorted
    if (moved.size > MAX_MOVED_SHARE * sorted.numbers.length) sorted.numbers = sortAll(order)
    else if (moved.size > 0) sorted.numbers = move(sorted, compareIn(order))
    moved.clear()
    return sorted.numbers
  }

  function move({ numbers, moved }: Sorted, compare: (first: number, second: number) => number): number[] {
    const result = numbers.filter((number) => !moved.has(number))
    for (const number of moved) {
      if (!textsByNumber[number]) continue
      const index = lowerBound(result.length, (at) => compare(result[at] ?? 0, number) < 0)
      result.splice(index, 0, number)
    }
    return result
  }

  function testOf(filter: SearchFilter<Column> | undefined): (number: number) => boolean {
    if (!filter) return () => true
    const ranges = filter.ranges.map(({ of, least, most }) => ({ values: valuesOf(of), least, most }))
    const isWanted = new Uint8Array(categoryCodes.size + 1).fill(filter.categories.length > 0 ? 0 : 1)
    for (const category of filter.categories) isWanted[categoryCodes.get(category) ?? -1] = 1
    return (number) => {
      if (isWanted[categories[number] ?? 0] !== 1) return false
      for (const { values, least, most } of ranges) {
        const value = values[number] ?? NaN
        // Not the other way round: NaN is in no range.
        if (!(value >= least && value <= most)) return false
      }
      return true
    }
  }

  /** The documents in that range of the filter which has the fewest; none where no document has a category. */
  function narrowest(filter: SearchFilter<Column> | undefined): Slice | undefined {
    if (filter?.categories.length && !filter.categories.some((category) => categoryCodes.has(category)))
      return { numbers: [], from: 0, to: 0 }
    const slices = (filter?.ranges ?? []).map(({ of, least, most }) => {
      const values = valuesOf(of)
      const numbers = inOrder({ by: of, isAscending: true })
      return {
        numbers,
        from: lowerBound(numbers.length, (at) => (values[numbers[at] ?? -1] ?? NaN) < least),
        to: lowerBound(numbers.length, (at) => (values[numbers[at] ?? -1] ?? NaN) <= most),
      }
    })
    return slices.sort((one, other) => one.to - one.from - (other.to - other.from))[0]
  }

  /** Whether sorting the candidates takes less time than walking an order until `size` of them were found. */
  function areFew(candidates: number, size: number): boolean {
    const steps = Math.min(ids.length, (size * ids.length) / Math.max(1, candidates))
    return SORTING_COST * candidates < steps
  }

  /** Puts few candidates in order, or takes the first that fit from all documents in order. */
  function selectFitting({ order, filter, size }: Selection<Field, Column>): number[] {
    const test = testOf(filter)
    const slice = narrowest(filter)
    if (slice && areFew(slice.to - slice.from, size))
      return slice.numbers.slice(slice.from, slice.to).filter(test).sort(compareIn(order)).slice(0, size)
    return firstIn(order, size, test)
  }

  function firstIn(order: SearchOrder<Column> | undefined, size: number, test: (number: number) => boolean) {
    const found: number[] = []
    for (const number of inOrder(order)) {
      if (found.length >= size) break
      if (test(number)) found.push(number)
    }
    return found
  }

  function selectMatches(matches: TextMatches, { order, filter, size }: Selection<Field, Column>): number[] {
    const { numbers } = matches
    const test = testOf(filter)
    if (!order) return bestOf(matches, size, test).map(({ number }) => number)
    if (areFew(numbers.length, size)) return numbers.filter(test).sort(compareIn(order)).slice(0, size)
    const isMatch = new Uint8Array(ids.length)
    for (const number of numbers) isMatch[number] = 1
    return firstIn(order, size, (number) => isMatch[number] === 1 && test(number))
  }

  function bestOf(
    { numbers, scores }: TextMatches,
    size: number,
    test: (number: number) => boolean = () => true,
  ): Match[] {
    const best: Match[] = []
    const compare = (one: Match, other: Match) =>
      other.score - one.score || compareKeys(idKeys[one.number] ?? '', idKeys[other.number] ?? '')
    let worst: Match | undefined
    numbers.forEach((number, index) => {
      const match = { number, score: scores[index] ?? 0 }
      if ((worst && compare(worst, match) < 0) || !test(number)) return
      best.push(match)
      // Nearly all later ones are worse than these.
      if (best.length < 2 * size + 20) return
      best.sort(compare).length = size
      worst = best.at(-1)
    })
    return best.sort(compare).slice(0, size)
  }

  return {
    set(id, document) {
      const number = numberOf(id)
      const texts = textsByNumber[number]
      for (const { order, moved } of orders.values())
        if (
          !texts ||
          !document ||
          (order && isChanged(valuesOf(order.by)[number], document.numbers[order.by]))
        )
          moved.add(number)
      categories[number] = document ? codeOf(document.category) : 0
      for (const column of options.columns) valuesOf(column)[number] = document?.numbers[column] ?? NaN
      textsByNumber[number] = document?.texts
      // Most changes are to numbers, and texts take longest to index.
      if (fields.some((field) => texts?.[field] !== document?.texts[field]))
        textIndex.set(number, document && fields.map((field) => document.texts[field]))
    },

    setColumn(column, valueOf) {
      const values = valuesOf(column)
      textsByNumber.forEach((texts, number) => {
        if (texts) values[number] = valueOf(ids[number] ?? '') ?? NaN
      })
      for (const [name, { order }] of orders) if (order?.by === column) orders.delete(name)
    },

    select(selection) {
      const { text } = selection
      const numbers =
        text === undefined
          ? selectFitting(selection)
          : selectMatches(textIndex.find(text, weightsOf(selection.fields ?? fields)), selection)
      return numbers.map((number) => ids[number] ?? '')
    },

    count({ text, filter }) {
      const test = testOf(filter)
      if (text !== undefined) return textIndex.find(text, weightsOf(fields)).numbers.filter(test).length
      const { numbers, from, to } = narrowest(filter) ?? {
        numbers: inOrder(undefined),
        from: 0,
        to: Infinity,
      }
      return numbers.slice(from, to).filter(test).length
    },

    match(text, wanted, size) {
      const matches = textIndex.find(text, weightsOf(wanted))
      const best = bestOf(matches, size)
      return {
        matches: best.map(({ number, score }) => ({ id: ids[number] ?? '', score })),
        looseness: matches.looseness,
      }
    },
  }
}

const isChanged = (stored: number | undefined, value: number | null): boolean =>
  !Object.is(stored, value ?? NaN)
