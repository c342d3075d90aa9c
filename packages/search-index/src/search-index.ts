import { lowerBound, compareKeys, naturalKey } from './order'
import { createTextIndex, type TextMatches } from './text-index'

/** An indexed document. */
export interface SearchDocument<Field extends string, Column extends string, Variant extends string> {
  texts: Record<Field, string>
  /** The one category that filters select by. */
  category: string
  /** At most 31 distinct tags over all documents. */
  tags: readonly string[]
  /** Values for filters and orders; null if unknown. */
  numbers: Record<Column, number | null>
  /** Variants of the document, with values for filters only. */
  variants: readonly Record<Variant, number | null>[]
}

/** Conditions that documents must all meet. An unknown number is in no range. */
export interface SearchFilter<Column extends string, Variant extends string> {
  /** Any of these; all categories if empty. */
  categories?: readonly string[]
  /** All of these. */
  tags?: readonly string[]
  ranges?: readonly Range<Column>[]
  /** At least one variant must be in all of these. */
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
  /** The fields in which to search the text; default: all. */
  fields?: readonly Field[]
  filter?: SearchFilter<Column, Variant>
  /** Default: best match of the text first, or by id. */
  order?: SearchOrder<Column>
  size: number
}

export interface ScoredIds {
  /** Best first. */
  matches: { id: string; score: number }[]
  /** 0 when every word matches as typed; rises the looser the match; infinite without a match. */
  looseness: number
}

export interface SearchIndex<Field extends string, Column extends string, Variant extends string> {
  /** Adds or replaces a document; `undefined` removes it. */
  set(id: string, document: SearchDocument<Field, Column, Variant> | undefined): void
  /** Replaces one number of every document. */
  setColumn(column: Column, valueOf: (id: string) => number | null): void
  /** The ids of the first `size` documents of a selection. */
  select(selection: Selection<Field, Column, Variant>): string[]
  /** Number of documents in a selection. */
  count(selection: Pick<Selection<Field, Column, Variant>, 'text' | 'filter'>): number
  /** The best matches of a text in some of the fields. */
  match(text: string, fields: readonly Field[], size: number): ScoredIds
}

type Compare = (first: number, second: number) => number

/** The documents of a selection. */
interface Matches {
  /** Unsorted. */
  numbers: readonly number[]
  /** 1 for each match, by document number; computed on first use. */
  flags?: Uint8Array
}

const MAX_TAGS = 31

// Moving more than this share of documents one by one takes longer than sorting all documents again.
const MAX_MOVED_SHARE = 1 / 100

/** Number of cached selections, which are counted, sorted differently and read page by page. */
const CACHED = 32

/**
 * An index in memory. Each document has a number: its index in one typed array for each column.
 * @param options.fields the text fields of a document and their weights; at most 4
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
  type Filter = SearchFilter<Column, Variant>
  type Conditions = Pick<Selection<Field, Column, Variant>, 'text' | 'fields' | 'filter'>
  const fields = Object.keys(options.fields) as Field[]
  const { variantColumns } = options
  const textIndex = createTextIndex()
  const numbersById = new Map<string, number>()
  const ids: string[] = []
  const idKeys: string[] = []
  /** By document number; undefined for removed documents. */
  const texts: (Record<Field, string> | undefined)[] = []
  const categories: string[] = []
  const tagBits: number[] = []
  const bitsByTag = new Map<string, number>()
  /** The numbers of all variants in one list; undefined for a single variant, which the bounds describe. */
  const variants: (number[] | undefined)[] = []
  // Per document, the minimum and maximum over its variants: rules out most documents without visiting each variant.
  const columns = new Map(
    [...options.columns, ...variantColumns.flatMap((of) => [leastOf(of), mostOf(of)])].map((column) => [
      column,
      new Float64Array(0),
    ]),
  )
  let capacity = 0
  /** Scores of the text that was searched last. */
  const scores: number[] = []
  /** All documents, by the values of a column or, without one, by their ids. */
  const orders = new Map<string, { column?: string; numbers: number[]; compare: Compare }>()
  let movedSinceRead = 0
  /** Cached matches by selection; cleared on every change. */
  const cache = new Map<string, Matches>()

  function numberOf(id: string): number {
    const number = numbersById.get(id) ?? ids.length
    if (number < ids.length) return number
    numbersById.set(id, number)
    ids.push(id)
    idKeys.push(naturalKey(id))
    scores.push(0)
    if (number >= capacity) grow(2 * number + 64)
    return number
  }

  function grow(enough: number): void {
    capacity = enough
    for (const [column, values] of columns) {
      const grown = new Float64Array(capacity).fill(NaN)
      grown.set(values)
      columns.set(column, grown)
    }
    // The orders compare values of the previous, smaller arrays.
    orders.clear()
  }

  const idOf = (number: number) => ids[number] ?? ''
  const valuesOf = (column: string) => columns.get(column) ?? new Float64Array(0)

  function write(number: number, column: string, value: number | null | undefined): void {
    valuesOf(column)[number] = value ?? NaN
  }

  function bitOf(tag: string): number {
    const bit = bitsByTag.get(tag) ?? 1 << bitsByTag.size
    bitsByTag.set(tag, bit)
    if (bitsByTag.size > MAX_TAGS) throw new RangeError(`There are more than ${MAX_TAGS} tags.`)
    return bit
  }

  const compareById: Compare = (a, b) => compareKeys(idKeys[a] ?? '', idKeys[b] ?? '')

  function compareByValue({ by, isAscending }: SearchOrder<string>): Compare {
    const values = valuesOf(by)
    const rankOf = (number: number) => {
      const value = values[number] ?? NaN
      if (Number.isNaN(value)) return Infinity
      // Infinite values come before unknown ones; among them, no range would find them.
      return Math.min(isAscending ? value : -value, Number.MAX_VALUE)
    }
    // NaN for two unknown values, which are tied.
    return (a, b) => rankOf(a) - rankOf(b)
  }

  function compareIn(order: SearchOrder<string> | undefined): Compare {
    if (!order) return compareById
    const compare = compareByValue(order)
    return (a, b) => compare(a, b) || compareById(a, b)
  }

  function inOrder(order?: SearchOrder<string>): readonly number[] {
    movedSinceRead = 0
    const name = order ? `${order.by} ${order.isAscending}` : ''
    const stored = orders.get(name)
    if (stored) return stored.numbers
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

  /** The ranges that a document must be in, apart from the test of single variants. */
  function rangesOf({ ranges = [], variantRanges = [] }: Filter): Range<string>[] {
    return [
      ...ranges,
      ...variantRanges.flatMap(({ of, least, most }) => [
        { of: mostOf(of), least, most: Infinity },
        { of: leastOf(of), least: -Infinity, most },
      ]),
    ]
  }

  /** The candidates that pass a filter. */
  function narrow(candidates: readonly number[], filter: Filter): readonly number[] {
    const { categories: wanted = [], tags = [], variantRanges = [] } = filter
    const ranges = rangesOf(filter).map(({ of, least, most }) => ({ values: valuesOf(of), least, most }))
    if (wanted.length + tags.length + ranges.length === 0) return candidates
    // NaN, which equals no bits, for a tag that no document has.
    const wantedBits = [...new Set(tags)].reduce((bits, tag) => bits + (bitsByTag.get(tag) ?? NaN), 0)
    const hasVariantIn = variantTestOf(variantRanges)
    const passing: number[] = []
    // A loop, because `filter` takes twice as long, above all if almost nothing passes.
    for (const number of candidates) {
      if (wanted.length > 0 && !wanted.includes(categories[number] ?? '')) continue
      if (wantedBits !== 0 && ((tagBits[number] ?? 0) & wantedBits) !== wantedBits) continue
      if (isInAll(ranges, number) && hasVariantIn(variants[number])) passing.push(number)
    }
    return passing
  }

  function variantTestOf(
    ranges: Required<Filter>['variantRanges'],
  ): (variants: number[] | undefined) => boolean {
    const bounds = ranges.map(({ of, least, most }) => ({ offset: variantColumns.indexOf(of), least, most }))
    const width = variantColumns.length
    return (values) => {
      if (!values) return true
      for (let start = 0; start < values.length; start += width) {
        let areIn = true
        for (const { offset, least, most } of bounds) {
          const value = values[start + offset] ?? NaN
          areIn &&= value >= least && value <= most
        }
        if (areIn) return true
      }
      return false
    }
  }

  /** The documents that match a text and pass a filter. */
  function matchesOf({ text, fields: wanted = fields, filter = {} }: Conditions): Matches {
    const key = keyOf({ text, fields: wanted, filter })
    const cached = cache.get(key)
    if (cached) return cached
    const candidates = text === undefined ? inOrder() : matchText(text, wanted).numbers
    const matches = { numbers: narrow(candidates, filter) }
    if (cache.size >= CACHED) cache.clear()
    cache.set(key, matches)
    return matches
  }

  /** Walks all documents in order until enough matches are found. */
  function firstInOrder(matches: Matches, order: SearchOrder<string> | undefined, size: number): number[] {
    const ordered = inOrder(order)
    if (matches.numbers.length === ordered.length) return ordered.slice(0, size)
    matches.flags ??= flagsOf(matches.numbers)
    const { flags } = matches
    const first: number[] = []
    for (const number of ordered) {
      if (first.length >= Math.min(size, matches.numbers.length)) break
      if (flags[number] === 1) first.push(number)
    }
    return first
  }

  function flagsOf(numbers: Iterable<number>): Uint8Array {
    const flags = new Uint8Array(ids.length)
    for (const number of numbers) flags[number] = 1
    return flags
  }

  function matchText(text: string, wanted: readonly Field[]): TextMatches {
    const weights = fields.map((field) => (wanted.includes(field) ? options.fields[field] : 0))
    return textIndex.find(text, weights)
  }

  function firstByScore(matches: TextMatches, numbers: Iterable<number>, size: number): number[] {
    matches.numbers.forEach((number, index) => (scores[number] = matches.scores[index] ?? 0))
    const compareByScore: Compare = (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || compareById(a, b)
    return firstOf(numbers, compareByScore, size)
  }

  return {
    set(id, document) {
      const number = numberOf(id)
      cache.clear()
      movedSinceRead += 1
      if (movedSinceRead > MAX_MOVED_SHARE * ids.length) orders.clear()
      const stored = texts[number]
      if (stored) updateOrders(number, 'remove')
      texts[number] = document?.texts
      categories[number] = document?.category ?? ''
      tagBits[number] = (document?.tags ?? []).reduce((bits, tag) => bits | bitOf(tag), 0)
      for (const column of options.columns) write(number, column, document?.numbers[column])
      for (const column of variantColumns) {
        const values = (document?.variants ?? []).flatMap((variant) => variant[column] ?? [])
        write(number, leastOf(column), values.length > 0 ? Math.min(...values) : null)
        write(number, mostOf(column), values.length > 0 ? Math.max(...values) : null)
      }
      const isSeveral = document !== undefined && document.variants.length > 1
      variants[number] = isSeveral
        ? document.variants.flatMap((variant) => variantColumns.map((column) => variant[column] ?? NaN))
        : undefined
      if (document) updateOrders(number, 'insert')
      // Most changes affect numbers only, and indexing texts takes longest.
      if (fields.some((field) => stored?.[field] !== document?.texts[field]))
        textIndex.set(number, document && fields.map((field) => document.texts[field]))
    },

    setColumn(column, valueOf) {
      cache.clear()
      for (const number of inOrder()) write(number, column, valueOf(idOf(number)))
      for (const [name, sorted] of orders) if (sorted.column === column) orders.delete(name)
    },

    select({ text, fields: wanted = fields, filter, order, size }) {
      const matches = matchesOf({ text, fields: wanted, filter })
      return (
        text === undefined || order
          ? firstInOrder(matches, order, size)
          : firstByScore(matchText(text, wanted), matches.numbers, size)
      ).map(idOf)
    },

    count: (conditions) => matchesOf(conditions).numbers.length,

    match(text, wanted, size) {
      const matches = matchText(text, wanted)
      const best = firstByScore(matches, matches.numbers, size)
      return {
        matches: best.map((number) => ({ id: idOf(number), score: scores[number] ?? 0 })),
        looseness: matches.looseness,
      }
    },
  }
}

/** JSON has no infinite numbers. */
const keyOf = (conditions: object): string =>
  JSON.stringify(conditions, (_, value: unknown) => (typeof value === 'number' ? String(value) : value))

function isInAll(ranges: { values: Float64Array; least: number; most: number }[], number: number): boolean {
  for (const { values, least, most } of ranges) {
    const value = values[number] ?? NaN
    // Not inverted, because NaN is in no range.
    if (!(value >= least && value <= most)) return false
  }
  return true
}

const leastOf = (column: string) => `least ${column}`
const mostOf = (column: string) => `most ${column}`

/** The first `size` of the candidates, as if all had been sorted; most are rejected by one comparison. */
function firstOf(candidates: Iterable<number>, compare: Compare, size: number): number[] {
  const best: number[] = []
  let last: number | undefined
  for (const number of candidates) {
    if (last !== undefined && compare(last, number) < 0) continue
    best.push(number)
    if (best.length < 2 * size + 20) continue
    best.sort(compare).length = size
    last = best.at(-1)
  }
  return best.sort(compare).slice(0, size)
}
