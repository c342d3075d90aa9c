import { lowerBound } from './binary-search'
import { compareKeys, naturalKey } from './natural-order'
import { createTextIndex, type TextMatches } from './text-index'

/** What the index knows of a document. */
export interface SearchDocument<Field extends string, Column extends string, Variant extends string> {
  texts: Record<Field, string>
  /** The one category that filters select by. */
  category: string
  /** At most 31 different ones in all documents. */
  tags: readonly string[]
  /** What filters and orders look at; null where it is unknown. */
  numbers: Record<Column, number | null>
  /** What the document comes in, with numbers that only filters look at. */
  variants: readonly Record<Variant, number | null>[]
}

/** What documents must have, all of it. An unknown number is in no range. */
export interface SearchFilter<Column extends string, Variant extends string> {
  /** Any of these; all categories if empty. */
  categories?: readonly string[]
  /** All of these. */
  tags?: readonly string[]
  ranges?: readonly Range<Column>[]
  /** One variant must be in all of them. */
  variantRanges?: readonly Range<Variant>[]
}

/** Both ends included. */
interface Range<Column extends string> {
  of: Column
  least: number
  most: number
}

/** Unknown numbers come last in both directions, ties are in the natural order of ids. */
export interface SearchOrder<Column extends string> {
  by: Column
  isAscending: boolean
}

export interface Selection<Field extends string, Column extends string, Variant extends string> {
  text?: string
  /** Where the text is looked for; in all fields unless said otherwise. */
  fields?: readonly Field[]
  filter?: SearchFilter<Column, Variant>
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

export interface SearchIndex<Field extends string, Column extends string, Variant extends string> {
  /** Adds or replaces a document; `undefined` removes it. */
  set(id: string, document: SearchDocument<Field, Column, Variant> | undefined): void
  /** Replaces one number of every document. */
  setColumn(column: Column, valueOf: (id: string) => number | null): void
  /** The ids of the first `size` documents of a selection. */
  select(selection: Selection<Field, Column, Variant>): string[]
  /** How many documents a selection has. */
  count(selection: Pick<Selection<Field, Column, Variant>, 'text' | 'filter'>): number
  /** The best matches of a text in some of the fields. */
  match(text: string, fields: readonly Field[], size: number): ScoredIds
}

const MAX_TAGS = 31

const NO_FILTER = {
  categories: [],
  tags: [],
  ranges: [],
  variantRanges: [],
}

type Compare = (first: number, second: number) => number
type Test = (number: number) => boolean

/** Documents in one order, by the values of a column or, without one, by their ids. */
interface Sorted {
  column?: string
  numbers: number[]
  compare: Compare
}

/** A part of a list of documents. */
interface Slice {
  numbers: readonly number[]
  from: number
  to: number
}

interface OrderedSelection {
  order: SearchOrder<string> | undefined
  size: number
  test: Test
  /** All that may pass the test. */
  candidates: Slice
}

// Moving more than this share of all documents one by one takes longer than sorting all of them again.
const MAX_MOVED_SHARE = 1 / 100

// Testing and sorting more than this share of all documents may take longer than walking through all of them.
const MAX_CANDIDATE_SHARE = 1 / 4

/**
 * An index in memory. Each document has a number: its index in one typed array for each column.
 * @param options.fields the texts of a document and how much a match in each counts; at most 4
 * @param options.columns the numbers of a document
 * @param options.variantColumns the numbers of each of its variants
 */
export function createSearchIndex<
  Field extends string,
  Column extends string,
  Variant extends string,
>(options: {
  fields: Record<Field, number>
  columns: readonly Column[]
  variantColumns: readonly Variant[]
}): SearchIndex<Field, Column, Variant> {
  type Filter = Required<SearchFilter<Column, Variant>>
  const fields = Object.keys(options.fields) as Field[]
  const textIndex = createTextIndex()
  const numbersById = new Map<string, number>()
  const ids: string[] = []
  const idKeys: string[] = []
  /** By number; undefined once the document was removed. */
  const texts: (Record<Field, string> | undefined)[] = []
  const categoryCodes = new Map<string, number>()
  let categories = new Uint16Array(0)
  const tagBits = new Map<string, number>()
  let tags = new Int32Array(0)
  // Of variants what the least and the most of them are: nearly all documents that no variant can match fail by these.
  const columns = new Map(
    [
      ...options.columns,
      ...options.variantColumns.flatMap((column) => [leastOf(column), mostOf(column)]),
    ].map((column) => [column, new Float64Array(0)]),
  )
  /** By number, one variant's numbers after the other's; undefined for a single variant, which its bounds describe. */
  const variantsByNumber: (number[] | undefined)[] = []
  /** Of the text that was searched last. */
  const scores: number[] = []
  const orders = new Map<string, Sorted>()
  let movedSinceRead = 0

  function numberOf(id: string): number {
    const number = numbersById.get(id) ?? ids.length
    if (number < ids.length) return number
    numbersById.set(id, number)
    ids.push(id)
    idKeys.push(naturalKey(id))
    scores.push(0)
    if (number >= categories.length) grow(2 * number + 64)
    return number
  }

  function grow(capacity: number): void {
    const grown = new Uint16Array(capacity)
    grown.set(categories)
    categories = grown
    const grownTags = new Int32Array(capacity)
    grownTags.set(tags)
    tags = grownTags
    for (const [column, values] of columns) {
      const more = new Float64Array(capacity).fill(NaN)
      more.set(values)
      columns.set(column, more)
    }
    // They compare the values of the smaller arrays.
    orders.clear()
  }

  const idOf = (number: number) => ids[number] ?? ''
  const valuesOf = (column: string) => columns.get(column) ?? new Float64Array(0)

  function codeOf(category: string): number {
    const code = categoryCodes.get(category) ?? categoryCodes.size + 1
    categoryCodes.set(category, code)
    return code
  }

  function bitOf(tag: string): number {
    const bit = tagBits.get(tag) ?? 1 << tagBits.size
    tagBits.set(tag, bit)
    if (tagBits.size > MAX_TAGS) throw new RangeError(`There are more than ${MAX_TAGS} tags.`)
    return bit
  }

  const compareById: Compare = (one, other) => compareKeys(idKeys[one] ?? '', idKeys[other] ?? '')
  const compareByScore: Compare = (one, other) =>
    (scores[other] ?? 0) - (scores[one] ?? 0) || compareById(one, other)

  function compareByValue({ by, isAscending }: SearchOrder<string>): Compare {
    const values = valuesOf(by)
    const rankOf = (number: number) => {
      const value = values[number] ?? NaN
      if (Number.isNaN(value)) return Infinity
      return isAscending ? value : -value
    }
    // NaN for two unknown values, of which neither comes first.
    return (one, other) => rankOf(one) - rankOf(other)
  }

  function compareIn(order: SearchOrder<string> | undefined): Compare {
    if (!order) return compareById
    const compare = compareByValue(order)
    return (one, other) => compare(one, other) || compareById(one, other)
  }

  function inOrder(order?: SearchOrder<string>): readonly number[] {
    movedSinceRead = 0
    const name = order ? `${order.by} ${order.isAscending}` : ''
    const known = orders.get(name)
    if (known) return known.numbers
    const numbers = order
      ? // Sorting is stable, and comparing ids at every tie would take several times as long.
        inOrder().toSorted(compareByValue(order))
      : Array.from(ids.keys())
          .filter((number) => texts[number])
          .sort(compareById)
    orders.set(name, { column: order?.by, numbers, compare: compareIn(order) })
    return numbers
  }

  /** Removes a document from every order before its numbers change, or inserts it afterwards. */
  function updateOrders(number: number, change: 'remove' | 'insert'): void {
    for (const { numbers, compare } of orders.values()) {
      const index = lowerBound(numbers.length, (at) => compare(numbers[at] ?? 0, number) < 0)
      if (change === 'remove') numbers.splice(index, 1)
      else numbers.splice(index, 0, number)
    }
  }

  /** The ranges that a document must be in, one of its variants apart. */
  function rangesOf({ ranges, variantRanges }: Filter): Range<string>[] {
    return [
      ...ranges,
      ...variantRanges.flatMap(({ of, least, most }) => [
        { of: mostOf(of), least, most: Infinity },
        { of: leastOf(of), least: -Infinity, most },
      ]),
    ]
  }

  function testOf(filter: Filter): Test {
    if (isHopeless(filter)) return () => false
    const { variantRanges } = filter
    const hasVariantIn = variantTestOf(variantRanges)
    const ranges = rangesOf(filter).map(({ of, least, most }) => ({ values: valuesOf(of), least, most }))
    const isAnyCategory = filter.categories.length === 0
    const isWanted = new Uint8Array(categoryCodes.size + 1)
    for (const category of filter.categories) isWanted[categoryCodes.get(category) ?? -1] = 1
    const wantedTags = filter.tags.reduce((bits, tag) => bits | (tagBits.get(tag) ?? 0), 0)
    return (number) => {
      if (!isAnyCategory && isWanted[categories[number] ?? 0] !== 1) return false
      if (wantedTags !== 0 && ((tags[number] ?? 0) & wantedTags) !== wantedTags) return false
      for (const { values, least, most } of ranges) {
        const value = values[number] ?? NaN
        // Not the other way round: NaN is in no range.
        if (!(value >= least && value <= most)) return false
      }
      const variants = variantRanges.length > 0 ? variantsByNumber[number] : undefined
      return !variants || hasVariantIn(variants)
    }
  }

  function variantTestOf(ranges: Filter['variantRanges']): (variants: number[]) => boolean {
    const width = options.variantColumns.length
    const bounds = ranges.map(({ of, least, most }) => ({
      offset: options.variantColumns.indexOf(of),
      least,
      most,
    }))
    return (variants) => {
      for (let start = 0; start < variants.length; start += width) {
        let isIn = true
        for (const { offset, least, most } of bounds) {
          const value = variants[start + offset] ?? NaN
          isIn &&= value >= least && value <= most
        }
        if (isIn) return true
      }
      return false
    }
  }

  /** Whether a filter names a category or a tag that no document has. */
  function isHopeless({ categories: wanted, tags: wantedTags }: Filter): boolean {
    const isKnown = wanted.length === 0 || wanted.some((category) => categoryCodes.has(category))
    return !isKnown || wantedTags.some((tag) => !tagBits.has(tag))
  }

  /** The part of an order with the documents in that range of the filter which has the fewest. */
  function narrowest(filter: Filter): Slice {
    const all = inOrder()
    let fewest = { numbers: all, from: 0, to: isHopeless(filter) ? 0 : all.length }
    for (const { of, least, most } of rangesOf(filter)) {
      const values = valuesOf(of)
      const numbers = inOrder({ by: of, isAscending: true })
      const from = lowerBound(numbers.length, (at) => (values[numbers[at] ?? -1] ?? NaN) < least)
      const to = lowerBound(numbers.length, (at) => (values[numbers[at] ?? -1] ?? NaN) <= most)
      if (to - from < fewest.to - fewest.from) fewest = { numbers, from, to }
    }
    return fewest
  }

  /**
   * Walks all documents in order until enough of them pass the test. Where there are few candidates, it soon tests these
   * instead, and sorts those that pass.
   */
  function selectInOrder({ order, size, test, candidates }: OrderedSelection): number[] {
    const { numbers, from, to } = candidates
    const found: number[] = []
    const areFew = to - from < MAX_CANDIDATE_SHARE * ids.length
    let stepsLeft = areFew ? Math.floor((to - from) / 8) : Infinity
    for (const number of inOrder(order)) {
      if (found.length >= size) break
      if (stepsLeft === 0) {
        const few = numbers.slice(from, to)
        // They are in ascending order, often of something like the wanted one: the first ones should come first.
        if (order?.isAscending === false) few.reverse()
        return firstOf(few, compareIn(order), size, test)
      }
      stepsLeft -= 1
      if (test(number)) found.push(number)
    }
    return found
  }

  function matchText(text: string, wanted: readonly Field[]): TextMatches {
    const weights = fields.map((field) => (wanted.includes(field) ? options.fields[field] : 0))
    return textIndex.find(text, weights)
  }

  function selectBest(matches: TextMatches, size: number, test?: Test): number[] {
    matches.numbers.forEach((number, index) => (scores[number] = matches.scores[index] ?? 0))
    return firstOf(matches.numbers, compareByScore, size, test)
  }

  return {
    set(id, document) {
      const number = numberOf(id)
      const known = texts[number]
      movedSinceRead += 1
      if (movedSinceRead > MAX_MOVED_SHARE * ids.length) orders.clear()
      if (known) updateOrders(number, 'remove')
      categories[number] = document ? codeOf(document.category) : 0
      tags[number] = (document?.tags ?? []).reduce((bits, tag) => bits | bitOf(tag), 0)
      for (const column of options.columns) valuesOf(column)[number] = document?.numbers[column] ?? NaN
      for (const column of options.variantColumns) {
        const known = (document?.variants ?? []).flatMap((variant) => variant[column] ?? [])
        valuesOf(leastOf(column))[number] = known.length > 0 ? Math.min(...known) : NaN
        valuesOf(mostOf(column))[number] = known.length > 0 ? Math.max(...known) : NaN
      }
      variantsByNumber[number] =
        document && document.variants.length > 1
          ? document.variants.flatMap((variant) =>
              options.variantColumns.map((column) => variant[column] ?? NaN),
            )
          : undefined
      texts[number] = document?.texts
      if (document) updateOrders(number, 'insert')
      // Most changes are to numbers, and texts take longest to index.
      if (fields.some((field) => known?.[field] !== document?.texts[field]))
        textIndex.set(number, document && fields.map((field) => document.texts[field]))
    },

    setColumn(column, valueOf) {
      const values = valuesOf(column)
      for (const number of inOrder()) values[number] = valueOf(idOf(number)) ?? NaN
      for (const [name, sorted] of orders) if (sorted.column === column) orders.delete(name)
    },

    select({ text, fields: wanted = fields, order, size, ...selection }) {
      const filter = { ...NO_FILTER, ...selection.filter }
      const test = testOf(filter)
      if (text === undefined)
        return selectInOrder({ order, size, test, candidates: narrowest(filter) }).map(idOf)
      const matches = matchText(text, wanted)
      if (!order) return selectBest(matches, size, test).map(idOf)
      const { numbers } = matches
      const isMatch = new Uint8Array(ids.length)
      for (const number of numbers) isMatch[number] = 1
      const found = selectInOrder({
        order,
        size,
        test: (number) => isMatch[number] === 1 && test(number),
        candidates: { numbers, from: 0, to: numbers.length },
      })
      return found.map(idOf)
    },

    count({ text, ...selection }) {
      const filter = { ...NO_FILTER, ...selection.filter }
      const test = testOf(filter)
      if (text !== undefined) return matchText(text, fields).numbers.filter(test).length
      const { numbers, from, to } = narrowest(filter)
      return numbers.slice(from, to).filter(test).length
    },

    match(text, wanted, size) {
      const matches = matchText(text, wanted)
      const best = selectBest(matches, size)
      return {
        matches: best.map((number) => ({ id: idOf(number), score: scores[number] ?? 0 })),
        looseness: matches.looseness,
      }
    },
  }
}

const leastOf = (column: string) => `least ${column}`
const mostOf = (column: string) => `most ${column}`

/**
 * The first `size` of the candidates that pass the test, as sorting them all would have them; most are seen to come later
 * at once.
 */
function firstOf(candidates: readonly number[], compare: Compare, size: number, test?: Test): number[] {
  const found: number[] = []
  let last: number | undefined
  for (const number of candidates) {
    if ((last !== undefined && compare(last, number) < 0) || (test && !test(number))) continue
    found.push(number)
    if (found.length < 2 * size + 20) continue
    found.sort(compare).length = size
    last = found.at(-1)
  }
  return found.sort(compare).slice(0, size)
}
