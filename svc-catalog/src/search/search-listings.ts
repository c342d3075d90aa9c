import {
  type CommuteMode,
  type countListings as countListingsCall,
  type Listing,
  parseCommute,
  type QueryOf,
  type searchListings as searchListingsCall,
} from '@offquad/contracts'
import { type Catalog, type Journey, type ListingFilter, type ListingOrder } from '../catalog'

type Query = QueryOf<typeof searchListingsCall>
type CountQuery = QueryOf<typeof countListingsCall>

const DEFAULT_SIZE = 21
const ASCENDING = new Set<ListingOrder['by']>(['distanceToCampus', 'originalOrder'])

/** The first listings that match the text and every filter; with a text and no stated order, the best match is first. */
export function searchListings(catalog: Catalog, query: Query): Listing[] {
  const text = textOf(query)
  const { size = DEFAULT_SIZE, offset = 0 } = query
  return catalog
    .listings({
      text,
      filter: filterOf(query),
      order: text && !query.sortBy ? undefined : orderOf(query),
      size: offset + size,
    })
    .slice(offset)
}

/** How many listings match the text and every filter. */
export function countListings(catalog: Catalog, query: CountQuery): number {
  return catalog.countListings({ text: textOf(query), filter: filterOf(query) })
}

const textOf = ({ q }: CountQuery) => q?.trim() || undefined

/** Unless said otherwise the highest comes first, but the nearest, and the original order as it is. */
function orderOf({ sortBy = 'numReviews', sortLowToHigh }: Query): ListingOrder {
  return { by: sortBy, isAscending: sortLowToHigh ?? ASCENDING.has(sortBy) }
}

/** Zero rooms are what a client sends that asks for no number of rooms. */
function filterOf({
  locations,
  minPrice,
  maxPrice,
  bedrooms,
  bathrooms,
  commute,
}: CountQuery): ListingFilter | undefined {
  const areas = areasOf(locations)
  const ranges: ListingFilter['ranges'] = [
    ...(minPrice === undefined ? [] : [{ of: 'mostRent' as const, least: minPrice, most: Infinity }]),
    ...(maxPrice === undefined ? [] : [{ of: 'leastRent' as const, least: 0, most: maxPrice }]),
    ...(bedrooms ? [{ of: 'numBeds' as const, least: bedrooms, most: Infinity }] : []),
    ...(bathrooms ? [{ of: 'numBaths' as const, least: bathrooms, most: Infinity }] : []),
  ]
  const journeys = journeysOf(commute)
  return areas.length + ranges.length + journeys.length > 0 ? { areas, ranges, journeys } : undefined
}

const TRAVEL_TIMES: Record<string, Record<CommuteMode, Journey>> = {
  engQuad: { walk: 'engQuadWalking', drive: 'engQuadDriving' },
  hoPlaza: { walk: 'hoPlazaWalking', drive: 'hoPlazaDriving' },
  agQuad: { walk: 'agQuadWalking', drive: 'agQuadDriving' },
}

function journeysOf(commute: string | undefined): ListingFilter['journeys'] {
  const journey = parseCommute(commute)
  const to = journey && TRAVEL_TIMES[journey.placeId]?.[journey.mode]
  return journey && to ? [{ to, most: journey.minutes }] : []
}

function areasOf(locations = ''): string[] {
  const names = locations.split(',').map((name) => name.trim().toUpperCase())
  return [...new Set(names)].filter(Boolean)
}
