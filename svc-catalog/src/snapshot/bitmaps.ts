import { type ListingFilter, type Measure, MEASURES } from '../catalog'
import { countWhile } from './count-while'
import { type Entry, isWithinJourneys } from './entry'

/** Rows of bits over some entries, one bit for each: with them a filter decides about 32 entries at a time. */
export interface Bitmaps {
  /** 32-bit words in a row. */
  width: number
  /** The entries' numbers: looking into the entries themselves would take most of the time. */
  numbers: Int32Array
  areas: ReadonlyMap<string, Int32Array>
  measures: Record<Measure, Column>
}

/** The known values of one measure, ascending. */
interface Column {
  /** Each once. */
  values: number[]
  /** How many entries have less than each of the values, and at the end how many have any. */
  ranks: number[]
  /** Of the entries, by their values. */
  positions: Uint16Array
  /** One row for every ROW_STEP ranks: the entries of that rank and of all higher ones. */
  rows: Int32Array
}

export const MOST_ENTRIES = 4096
const ROW_STEP = 32
const ANY: ListingFilter = { areas: [], ranges: [], journeys: [] }
// Shared by all calls, none of which waits for anything.
const fitting = new Int32Array(MOST_ENTRIES / 32)

/** Those of the entries of these bitmaps that pass the filter and whose numbers are marked, in the same order. */
export function pickFitting(
  entries: readonly Entry[],
  bitmaps: Bitmaps,
  { filter = ANY, marks }: { filter?: ListingFilter; marks?: Uint8Array },
): Entry[] {
  const picked: Entry[] = []
  if (!findFitting(bitmaps, filter)) return picked
  for (let at = 0; at < bitmaps.width; at += 1)
    for (let bits = fitting[at] ?? 0; bits !== 0; bits &= bits - 1) {
      const position = at * 32 + lowestBit(bits)
      if (marks && marks[bitmaps.numbers[position] ?? -1] !== 1) continue
      const entry = entries[position]
      // Too rare in searches to keep bitmaps of.
      if (entry && isWithinJourneys(entry, filter.journeys)) picked.push(entry)
    }
  return picked
}

/** Whether any may fit; those that do are the bits of `fitting` up to the last entry. */
function findFitting(bitmaps: Bitmaps, { areas, ranges }: ListingFilter): boolean {
  const rankRanges = ranges.map(({ of, least, most }) => rankRange(bitmaps.measures[of], least, most))
  // When hardly anything fits this is mostly all there is to do.
  if (rankRanges.some(({ from, to }) => from >= to)) return false
  startWithAreas(bitmaps, areas)
  return rankRanges.every((range) => keepRange(range, bitmaps.width))
}

const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits)

interface RankRange {
  column: Column
  from: number
  /** Not included. */
  to: number
}

function rankRange(column: Column, least: number, most: number): RankRange {
  const { values, ranks } = column
  const below = countBelow(values, most)
  const upTo = values[below] === most ? below + 1 : below
  return { column, from: ranks[countBelow(values, least)] ?? 0, to: ranks[upTo] ?? 0 }
}

const countBelow = (values: number[], limit: number): number =>
  countWhile(values.length, (at) => (values[at] ?? 0) < limit)

/**
 * Between two rows lie all entries of the range and fewer than twice ROW_STEP others, which are cleared one by one.
 * Answers whether any is left.
 */
function keepRange({ column: { rows, positions }, from, to }: RankRange, width: number): boolean {
  const [first, last] = [Math.floor(from / ROW_STEP), Math.ceil(to / ROW_STEP)]
  clear(positions, first * ROW_STEP, from)
  clear(positions, to, Math.min(last * ROW_STEP, positions.length))
  let left = 0
  for (let at = 0; at < width; at += 1) {
    const bits = (fitting[at] ?? 0) & (rows[first * width + at] ?? 0) & ~(rows[last * width + at] ?? 0)
    fitting[at] = bits
    left |= bits
  }
  return left !== 0
}

function startWithAreas({ areas, width }: Bitmaps, wanted: readonly string[]): void {
  // Bits beyond the last entry do no harm.
  fitting.fill(wanted.length > 0 ? 0 : -1, 0, width)
  for (const area of wanted) {
    const row = areas.get(area)
    for (let at = 0; row && at < width; at += 1) fitting[at] = (fitting[at] ?? 0) | (row[at] ?? 0)
  }
}

function clear(positions: Uint16Array, from: number, to: number): void {
  for (let rank = from; rank < to; rank += 1) {
    const position = positions[rank] ?? 0
    fitting[position >> 5] = (fitting[position >> 5] ?? 0) & ~(1 << (position & 31))
  }
}

/** Whether every filter decides the same about two entries. */
export function isFilteredAlike(first: Entry, second: Entry): boolean {
  return (
    first.listing.buildingData.area === second.listing.buildingData.area &&
    MEASURES.every((measure) => first.measures[measure] === second.measures[measure])
  )
}

export function createBitmaps(entries: readonly Entry[]): Bitmaps {
  const width = Math.ceil(entries.length / 32)
  const areas = new Map<string, Int32Array>()
  entries.forEach(({ listing: { buildingData } }, position) => {
    const row = areas.get(buildingData.area) ?? new Int32Array(width)
    areas.set(buildingData.area, row)
    setBit(row, 0, position)
  })
  const columnOf = (measure: Measure) =>
    createColumn(
      entries.map(({ measures }) => measures[measure]),
      width,
    )
  return {
    width,
    numbers: Int32Array.from(entries, ({ number }) => number),
    areas,
    measures: {
      leastRent: columnOf('leastRent'),
      mostRent: columnOf('mostRent'),
      numBeds: columnOf('numBeds'),
      numBaths: columnOf('numBaths'),
    },
  }
}

function createColumn(known: (number | null)[], width: number): Column {
  const positionsByValue = new Map<number, number[]>()
  known.forEach((value, position) => {
    if (value === null) return
    const alike = positionsByValue.get(value)
    if (alike) alike.push(position)
    else positionsByValue.set(value, [position])
  })
  const values = [...positionsByValue.keys()].sort((first, second) => first - second)
  const groups = values.map((value) => positionsByValue.get(value) ?? [])
  const ranks = [0]
  for (const [index, group] of groups.entries()) ranks.push((ranks[index] ?? 0) + group.length)
  const positions = Uint16Array.from(groups.flat())
  return { values, ranks, positions, rows: createRows(positions, width) }
}

function createRows(positions: Uint16Array, width: number): Int32Array {
  const count = Math.ceil(positions.length / ROW_STEP)
  const rows = new Int32Array((count + 1) * width)
  for (let rank = positions.length - 1; rank >= 0; rank -= 1) {
    const row = Math.floor(rank / ROW_STEP)
    // From the highest rank down, each row begins with all that the one above it has.
    if (rank % ROW_STEP === ROW_STEP - 1) copyRow(rows, row, width)
    setBit(rows, row * width, positions[rank] ?? 0)
  }
  return rows
}

function copyRow(rows: Int32Array, row: number, width: number): void {
  rows.copyWithin(row * width, (row + 1) * width, (row + 2) * width)
}

function setBit(rows: Int32Array, offset: number, position: number): void {
  const at = offset + (position >> 5)
  rows[at] = (rows[at] ?? 0) | (1 << (position & 31))
}
