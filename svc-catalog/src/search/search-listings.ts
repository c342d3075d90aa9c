import {
  type countListings as countListingsCall,
  type Listing,
  type QueryOf,
  type searchListings as searchListingsCall,
} from '@offquad/contracts'
import { type Catalog, type ListingOrder } from '../catalog'

type Query = QueryOf<typeof searchListingsCall>
type Test = (listing: Listing) => boolean

const DEFAULT_SIZE = 21
const ASCENDING = new Set<ListingOrder['by']>(['distanceToCampus', 'originalOrder'])

/** The first listings that match the text and every filter; with a text and no stated order, the best match is first. */
export function searchListings(catalog: Catalog, query: Query): Listing[] {
  const text = query.q?.trim()
  const fits = filterOf(query)
  const { size = DEFAULT_SIZE, offset = 0 } = query
  if (!text) return firstOf(catalog, query, fits)
  const matches = catalog.matchApartments(text).filter(fits)
  if (!query.sortBy) return matches.slice(offset, offset + size)
  const matching = new Set(matches)
  return firstOf(catalog, query, (listing) => matching.has(listing))
}

/** How many listings match the text and every filter. */
export function countListings(catalog: Catalog, query: QueryOf<typeof countListingsCall>): number {
  const text = query.q?.trim()
  const fits = filterOf(query)
  if (text) return catalog.matchApartments(text).filter(fits).length
  return catalog.inOrder(orderOf(query)).filter(({ listing }) => fits(listing)).length
}

function firstOf(catalog: Catalog, query: Query, fits: Test): Listing[] {
  const { size = DEFAULT_SIZE, offset = 0 } = query
  const end = offset + size
  const found: Listing[] = []
  for (const { listing } of catalog.inOrder(orderOf(query))) {
    if (found.length === end) break
    if (fits(listing)) found.push(listing)
  }
  return found.slice(offset)
}

/** Unless said otherwise the highest comes first, but the nearest, and the original order as it is. */
function orderOf({ sortBy = 'numReviews', sortLowToHigh }: Query): ListingOrder {
  return { by: sortBy, isAscending: sortLowToHigh ?? ASCENDING.has(sortBy) }
}

/** An unknown value fits no filter. Zero rooms are what a client sends that asks for no number of rooms. */
function filterOf(query: Query): Test {
  const areas = areasOf(query.locations)
  const { minPrice, maxPrice, bedrooms = 0, bathrooms = 0 } = query
  const tests: Test[] = []
  if (areas.size > 0) tests.push(({ buildingData }) => areas.has(buildingData.area))
  if (minPrice !== undefined) tests.push(({ buildingData: { price } }) => price !== null && price >= minPrice)
  if (maxPrice !== undefined) tests.push(({ buildingData: { price } }) => price !== null && price <= maxPrice)
  if (bedrooms > 0) tests.push(({ buildingData: { numBeds } }) => numBeds !== null && numBeds >= bedrooms)
  if (bathrooms > 0)
    tests.push(({ buildingData: { numBaths } }) => numBaths !== null && numBaths >= bathrooms)
  return (listing) => tests.every((test) => test(listing))
}

function areasOf(locations = ''): Set<string> {
  const names = locations.split(',').map((name) => name.trim().toUpperCase())
  return new Set(names.filter(Boolean))
}
