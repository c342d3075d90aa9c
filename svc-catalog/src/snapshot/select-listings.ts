import { type ListingFilter, type ListingOrder, type ListingSelection } from '../catalog'
import { bestFirst } from './best-first'
import { type Entry, isWithinJourneys } from './entry'
import { type Memory } from './memory'

const MOST_REVIEWED: ListingOrder = { by: 'numReviews', isAscending: false }

const SOUGHT_FIELDS = ['name', 'address', 'company'] as const

// So few matches are looked at one by one; for more it is faster to begin with all listings in order, or all that fit.
const FEW = 150
const MANY = 1_000

export function selectListings(memory: Memory, selection: ListingSelection): Entry[] {
  const { text } = selection
  return text === undefined ? selectFitting(memory, selection) : selectMatches(memory, { ...selection, text })
}

function selectFitting({ orders, rareValues }: Memory, selection: ListingSelection): Entry[] {
  const { order = MOST_REVIEWED, filter, size } = selection
  const candidates = filter && rareValues.candidates(filter)
  if (!candidates) return orders.in(order).first(size, filter)
  return candidates
    .filter((entry) => passes(entry, filter))
    .sort(orders.compareIn(order))
    .slice(0, size)
}

export function countSelected(
  memory: Memory,
  { text, filter }: Pick<ListingSelection, 'text' | 'filter'>,
): number {
  const { entries, orders, apartmentTexts } = memory
  if (text === undefined)
    return filter ? orders.in(MOST_REVIEWED).first(Infinity, filter).length : entries.size
  const { numbers } = apartmentTexts.find(text, SOUGHT_FIELDS).matches
  return numbers.filter(fittingTest(memory, numbers.length, filter)).length
}

function selectMatches(memory: Memory, selection: ListingSelection & { text: string }): Entry[] {
  const { orders, entriesByNumber, apartmentTexts, apartmentNumbers } = memory
  const { text, order, filter, size } = selection
  const { matches } = apartmentTexts.find(text, SOUGHT_FIELDS)
  const entriesOf = (numbers: number[]) => numbers.flatMap((number) => entriesByNumber[number] ?? [])
  if (order && matches.numbers.length > FEW) {
    return orders.in(order).first(size, filter, mark(matches.numbers, entriesByNumber.length))
  }
  const isFitting = fittingTest(memory, matches.numbers.length, filter)
  if (order) return entriesOf(matches.numbers.filter(isFitting)).sort(orders.compareIn(order)).slice(0, size)
  const best = bestFirst(matches, { size, isWanted: isFitting, compare: apartmentNumbers.compare })
  return entriesOf(best.map(({ number }) => number))
}

/** A test for as many numbers as said. */
function fittingTest({ orders, entriesByNumber }: Memory, count: number, filter?: ListingFilter) {
  if (!filter) return () => true
  if (count > FEW) {
    const fitting = orders.in(MOST_REVIEWED).first(MANY, filter)
    // Where more fit, the best matches are among them soon, and few have to be tested.
    const numbers = fitting.map(({ number }) => number)
    const marks = mark(numbers, entriesByNumber.length)
    if (numbers.length < MANY) return (number: number) => marks[number] === 1
  }
  return (number: number) => {
    const entry = entriesByNumber[number]
    return entry !== undefined && passes(entry, filter)
  }
}

function mark(numbers: number[], length: number): Uint8Array {
  const marks = new Uint8Array(length)
  for (const number of numbers) marks[number] = 1
  return marks
}

/** The same for one entry that bitmaps decide about many. */
function passes(entry: Entry, { areas, ranges, journeys }: ListingFilter): boolean {
  const { listing, measures } = entry
  if (!isWithinJourneys(entry, journeys)) return false
  if (areas.length > 0 && !areas.includes(listing.buildingData.area)) return false
  return ranges.every(({ of, least, most }) => {
    const value = measures[of]
    return value !== null && value >= least && value <= most
  })
}
