import { type ListingFilter, type Measure } from '../catalog'
import { type Entry } from './entry'

/** Rows of bits over a few entries, one bit for each: with them a filter decides about 32 entries at a time. */
export interface Bitmaps {
  /** 32-bit words in a row. */
  width: number
  areas: ReadonlyMap<string, Int32Array>
  measures: Record<Measure, Steps>
}

/** Which entries have at least a value: a row for each value there is, ascending, and an empty one at the end. */
interface Steps {
  values: number[]
  rows: Int32Array
}

export const MOST_ENTRIES = 512
// Shared by all calls, none of which waits for anything.
const fitting = new Int32Array(MOST_ENTRIES / 32)

/** Those of the entries of these bitmaps that pass the filter, in the same order. */
export function pickFitting(entries: readonly Entry[], bitmaps: Bitmaps, filter: ListingFilter): Entry[] {
  const picked: Entry[] = []
  startWithAreas(bitmaps, filter.areas)
  for (const { of, least, most } of filter.ranges) if (!narrow(bitmaps, of, [least, most])) return picked
  for (let at = 0; at < bitmaps.width; at += 1)
    for (let bits = fitting[at] ?? 0; bits !== 0; bits &= bits - 1) {
      const entry = entries[at * 32 + lowestBit(bits)]
      if (entry) picked.push(entry)
    }
  return picked
}

const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits)

function startWithAreas({ areas }: Bitmaps, wanted: readonly string[]): void {
  // Bits beyond the last entry do no harm.
  fitting.fill(wanted.length > 0 ? 0 : -1)
  for (const area of wanted) areas.get(area)?.forEach((bits, at) => (fitting[at] = (fitting[at] ?? 0) | bits))
}

/** Whether anything may be left. */
function narrow({ width, measures }: Bitmaps, of: Measure, [least, most]: [number, number]): boolean {
  const { values, rows } = measures[of]
  const from = countBelow(values, least) * width
  const to = countUpTo(values, most) * width
  for (let at = 0; at < width; at += 1)
    fitting[at] = (fitting[at] ?? 0) & (rows[from + at] ?? 0) & ~(rows[to + at] ?? 0)
  return from < to
}

function countUpTo(values: number[], most: number): number {
  const below = countBelow(values, most)
  return values[below] === most ? below + 1 : below
}

function countBelow(values: number[], limit: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((values[middle] ?? limit) < limit) low = middle + 1
    else high = middle
  }
  return low
}

export function createBitmaps(entries: readonly Entry[]): Bitmaps {
  const width = Math.ceil(entries.length / 32)
  const areas = new Map<string, Int32Array>()
  entries.forEach(({ listing: { buildingData } }, position) => {
    const row = areas.get(buildingData.area) ?? new Int32Array(width)
    areas.set(buildingData.area, setBit(row, position))
  })
  const stepsOf = (measure: Measure) =>
    createSteps(
      entries.map(({ listing }) => listing.buildingData[measure]),
      width,
    )
  return {
    width,
    areas,
    measures: { price: stepsOf('price'), numBeds: stepsOf('numBeds'), numBaths: stepsOf('numBaths') },
  }
}

function createSteps(known: (number | null)[], width: number): Steps {
  const values = [...new Set(known.filter((value) => value !== null))].sort((a, b) => a - b)
  const rows = new Int32Array((values.length + 1) * width)
  known.forEach((value, position) => {
    if (value !== null) setBit(rows, countBelow(values, value) * width * 32 + position)
  })
  // From the highest value down, each row also has what the one above it has.
  for (let at = (values.length - 1) * width - 1; at >= 0; at -= 1)
    rows[at] = (rows[at] ?? 0) | (rows[at + width] ?? 0)
  return { values, rows }
}

function setBit(row: Int32Array, position: number): Int32Array {
  row[position >> 5] = (row[position >> 5] ?? 0) | (1 << (position & 31))
  return row
}
