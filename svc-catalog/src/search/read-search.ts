import {
  AMENITY_IDS,
  type CampusPlace,
  type CommuteMode,
  type countListings,
  filterParams,
  type MapBounds,
  parseBounds,
  parseCommute,
  type QueryOf,
  REVIEW_TOPICS,
  type ReviewTopic,
  type University,
} from '@offquad/contracts'
import { parseSearch } from '@offquad/search-terms'
import { InvalidInputError } from '@offquad/service-kit'
import { type CommuteSelection, type ListingFilter, uncriticisedTag } from '../catalog/catalog'
import { type SearchCriteria } from './explain-match'

/** The text and filters of a search, as clients send them. */
export type CountQuery = QueryOf<typeof countListings>

/**
 * Adds the filters that words in the text express, if the query requests it. Explicit filters take precedence over those in
 * the text.
 */
export function readTerms<Terms extends CountQuery>(query: Terms, university: University): Terms {
  throwIfUnknown('amenities', 'amenity', amenitiesOf(query.amenities), AMENITY_IDS)
  throwIfUnknown('without', 'topic', topicsOf(query.without), REVIEW_TOPICS)
  const { availableBy } = query
  // Date takes February 30 for March 2.
  if (availableBy !== undefined && !new Date(availableBy).toISOString().startsWith(availableBy))
    refuse('availableBy', 'no-day', `There is no day "${availableBy}".`)
  if (query.bounds !== undefined) readBounds(query.bounds)
  if (!query.terms || query.q === undefined) return query
  const { text, filters } = parseSearch(query.q, university)
  const { initialSortBy: sortBy, initialSortLowToHigh: sortLowToHigh } = filters
  return {
    ...filterParams(filters, university.areas),
    ...(sortBy && !('sortBy' in query) && { sortBy, sortLowToHigh }),
    ...query,
    q: text,
  }
}

export function commuteOf(
  { commute }: CountQuery,
  {
    places,
    modes,
  }: { places: Pick<CampusPlace, 'id' | 'latitude' | 'longitude'>[]; modes: readonly CommuteMode[] },
): CommuteSelection | undefined {
  const parsed = parseCommute(commute)
  if (!parsed) return undefined
  const { placeId, mode, minutes } = parsed
  const place = places.find(({ id }) => id === placeId)
  if (!place) {
    const ids = places.map(({ id }) => id).join(', ')
    refuse('commute', 'unknown-place', `There is no landmark or building "${placeId}". Use one of ${ids}.`)
  }
  const { latitude, longitude } = place
  if (!modes.includes(mode))
    refuse('commute', 'unknown-mode', `Commutes by ${mode} are not available on this site.`)
  return {
    placeId,
    mode,
    destination: { latitude, longitude },
    ...(minutes !== undefined && { most: minutes }),
  }
}

function throwIfUnknown(field: string, name: string, given: string[], valid: readonly string[]): void {
  const unknown = given.filter((id) => !valid.includes(id))
  const message = `There is no ${name} "${unknown.join('", "')}". Use any of ${valid.join(', ')}.`
  if (unknown.length > 0) refuse(field, `unknown-${name}`, message)
}

export function readBounds(bounds: string): MapBounds {
  const message = `"${bounds}" is not a part of the map. Use south,west,north,east, with south < north and west < east.`
  return parseBounds(bounds) ?? refuse('bounds', 'invalid-bounds', message)
}

export function refuse(field: string, code: string, message: string): never {
  throw new InvalidInputError(code, message, [{ field, message }])
}

export const textOf = ({ q }: CountQuery) => q?.trim() || undefined

/** Clients send 0 rooms for any number of rooms. */
export function filterOf({
  locations,
  minPrice,
  maxPrice,
  bedrooms = 0,
  maxBedrooms = Infinity,
  bathrooms,
  amenities,
  availableBy,
  without,
  bounds,
}: CountQuery): ListingFilter {
  const variantRanges: ListingFilter['variantRanges'] = [
    ...(minPrice === undefined ? [] : [{ of: 'mostRent' as const, least: minPrice, most: Infinity }]),
    ...(maxPrice === undefined ? [] : [{ of: 'leastRent' as const, least: 0, most: maxPrice }]),
    ...(bedrooms || maxBedrooms < Infinity
      ? [{ of: 'beds' as const, least: bedrooms, most: maxBedrooms }]
      : []),
    ...(bathrooms ? [{ of: 'baths' as const, least: bathrooms, most: Infinity }] : []),
    ...(availableBy === undefined
      ? []
      : [{ of: 'availableFrom' as const, least: -Infinity, most: Date.parse(availableBy) }]),
  ]
  return {
    categories: areasOf(locations),
    ranges: boundsRanges(bounds),
    variantRanges,
    tags: [...amenitiesOf(amenities), ...topicsOf(without).filter(isTopic).map(uncriticisedTag)],
  }
}

/** The criteria that explain why a listing matches. */
export const criteriaOf = ({ amenities, without, ...rooms }: CountQuery): SearchCriteria => ({
  ...rooms,
  amenities: amenitiesOf(amenities),
  without: topicsOf(without).filter(isTopic),
})

function boundsRanges(text: string | undefined): NonNullable<ListingFilter['ranges']> {
  const bounds = parseBounds(text)
  if (!bounds) return []
  const { south, west, north, east } = bounds
  return [
    { of: 'latitude', least: south, most: north },
    { of: 'longitude', least: west, most: east },
  ]
}

const areasOf = (locations = ''): string[] => partsOf(locations.toUpperCase())
const topicsOf = (without = ''): string[] => partsOf(without.toLowerCase())
const isTopic = (text: string): text is ReviewTopic => REVIEW_TOPICS.some((topic) => topic === text)
const amenitiesOf = (amenities = ''): string[] => partsOf(amenities.toLowerCase())

/** The distinct parts of a comma-separated list. */
const partsOf = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]
