import { type Listing } from '@offquad/contracts'
import { type ListingFilter, type ListingOrder, type ListingSelection } from '../catalog'
import { bestFirst } from './best-first'
import { type Entry } from './entry'
import { compareIn } from './listing-orders'
import { type Memory } from './memory'
import { type Match } from './tally'

const MOST_REVIEWED: ListingOrder = { by: 'numReviews', isAscending: false }

// Of so few matches it is faster to sort them all than to look for them among all listings in order.
const FEW = 2_000

export function selectListings(memory: Memory, selection: ListingSelection): Listing[] {
  const { text, filter, order, size } = selection
  if (text === undefined) return listingsOf(memory.orders.in(order ?? MOST_REVIEWED).first(size, filter))
  const { matches } = memory.apartmentTexts.find(text, ['name', 'address', 'company'])
  return listingsOf(
    order ? inOrder(memory, matches, { ...selection, order }) : byScore(memory, matches, selection),
  )
}

const listingsOf = (entries: Entry[]): Listing[] => entries.map(({ listing }) => listing)

function byScore(memory: Memory, found: Match[], { filter, size }: ListingSelection): Entry[] {
  const fitting = filter ? keepFitting(memory, found, filter) : found
  return entriesOf(memory, bestFirst(fitting, size, memory.apartmentNumbers.compare))
}

function keepFitting({ orders, entriesByNumber }: Memory, found: Match[], filter: ListingFilter): Match[] {
  const isFitting = new Uint8Array(entriesByNumber.length)
  for (const { number } of orders.in(MOST_REVIEWED).first(Infinity, filter)) isFitting[number] = 1
  return found.filter(({ number }) => isFitting[number] === 1)
}

function inOrder(
  memory: Memory,
  found: Match[],
  { filter, order, size }: ListingSelection & { order: ListingOrder },
): Entry[] {
  if (found.length > FEW) {
    const isFound = new Uint8Array(memory.entriesByNumber.length)
    for (const { number } of found) isFound[number] = 1
    return memory.orders.in(order).first(size, filter, ({ number }) => isFound[number] === 1)
  }
  const fitting = filter ? keepFitting(memory, found, filter) : found
  return entriesOf(memory, fitting).sort(compareIn(order)).slice(0, size)
}

const entriesOf = ({ entriesByNumber }: Memory, matches: Match[]): Entry[] =>
  matches.flatMap(({ number }) => entriesByNumber[number] ?? [])
