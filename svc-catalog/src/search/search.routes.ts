import {
  AMENITY_IDS,
  type CommuteMode,
  countListings as countListingsCall,
  getSearchSuggestions,
  type Listing,
  parseCommute,
  parseSearch,
  type QueryOf,
  REVIEW_TOPICS,
  type ReviewTopic,
  searchListings as searchListingsCall,
  type University,
} from '@offquad/contracts'
import { InvalidInputError, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import {
  type Catalog,
  type Journey,
  type ListingFilter,
  type ListingOrder,
  uncriticisedTag,
} from '../catalog'

const SUGGESTIONS = 5

export function registerSearch(app: FastifyInstance, catalog: Catalog, university: University): void {
  route(app, getSearchSuggestions, ({ query }) => catalog.suggest(query.q, SUGGESTIONS))

  route(app, searchListingsCall, ({ query }) => searchListings(catalog, readTerms(query, university)))

  route(app, countListingsCall, ({ query }) => ({
    count: countListings(catalog, readTerms(query, university)),
  }))
}

type Query = QueryOf<typeof searchListingsCall>
type CountQuery = QueryOf<typeof countListingsCall>

const DEFAULT_SIZE = 21
const ASCENDING = new Set<ListingOrder['by']>(['distanceToCampus', 'originalOrder'])

/**
 * Adds the filters that words in the text mean, if the query asks for it. An explicit filter takes precedence over one in the
 * text.
 */
function readTerms<Terms extends CountQuery>(query: Terms, university: University): Terms {
  throwIfUnknownLandmark(query, university)
  throwIfUnknownAmenity(query)
  throwIfUnknownTopic(query)
  if (!query.terms || query.q === undefined) return query
  const { text, filters } = parseSearch(query.q, university)
  const {
    locations = [],
    minPrice,
    maxPrice,
    bedrooms,
    bathrooms,
    commute,
    amenities,
    availableBy,
    without,
  } = filters
  const areas = university.areas.filter(({ name }) => locations.includes(name)).map(({ id }) => id)
  return {
    ...(areas.length > 0 && { locations: areas.join(',') }),
    ...(minPrice && { minPrice: Number(minPrice) }),
    ...(maxPrice && { maxPrice: Number(maxPrice) }),
    ...(bedrooms && { bedrooms }),
    ...(bathrooms && { bathrooms }),
    ...(commute && { commute }),
    ...(amenities && { amenities: amenities.join(',') }),
    ...(availableBy && { availableBy }),
    ...(without && { without: without.join(',') }),
    ...query,
    q: text,
  }
}

function throwIfUnknownLandmark({ commute }: CountQuery, { landmarks }: University): void {
  const placeId = parseCommute(commute)?.placeId
  if (placeId === undefined || Object.hasOwn(landmarks, placeId)) return
  const known = Object.keys(landmarks).join(', ')
  const message = `There is no landmark "${placeId}". Use one of ${known}.`
  throw new InvalidInputError('unknown-landmark', message, [{ field: 'commute', message }])
}

function throwIfUnknownAmenity({ amenities }: CountQuery): void {
  const unknown = amenitiesOf(amenities).filter((id) => !AMENITY_IDS.some((known) => known === id))
  if (unknown.length === 0) return
  const message = `There is no amenity "${unknown.join('", "')}". Use some of ${AMENITY_IDS.join(', ')}.`
  throw new InvalidInputError('unknown-amenity', message, [{ field: 'amenities', message }])
}

function throwIfUnknownTopic({ without }: CountQuery): void {
  const unknown = topicsOf(without).filter((topic) => !isTopic(topic))
  if (unknown.length === 0) return
  const message = `There is no topic "${unknown.join('", "')}". Use some of ${REVIEW_TOPICS.join(', ')}.`
  throw new InvalidInputError('unknown-topic', message, [{ field: 'without', message }])
}

/** A page of the listings that match the text and all filters; with a text and no explicit order, best match first. */
function searchListings(catalog: Catalog, query: Query): Listing[] {
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

/** How many listings match the text and all filters. */
function countListings(catalog: Catalog, query: CountQuery): number {
  return catalog.countListings({ text: textOf(query), filter: filterOf(query) })
}

const textOf = ({ q }: CountQuery) => q?.trim() || undefined

/** Descending by default, except for distance and original order. */
function orderOf({ sortBy = 'numReviews', sortLowToHigh }: Query): ListingOrder {
  return { by: sortBy, isAscending: sortLowToHigh ?? ASCENDING.has(sortBy) }
}

/** Clients send zero rooms for any number of rooms. */
function filterOf({
  locations,
  minPrice,
  maxPrice,
  bedrooms,
  bathrooms,
  commute,
  amenities,
  availableBy,
  without,
}: CountQuery): ListingFilter {
  const variantRanges: ListingFilter['variantRanges'] = [
    ...(minPrice === undefined ? [] : [{ of: 'mostRent' as const, least: minPrice, most: Infinity }]),
    ...(maxPrice === undefined ? [] : [{ of: 'leastRent' as const, least: 0, most: maxPrice }]),
    ...(bedrooms ? [{ of: 'beds' as const, least: bedrooms, most: Infinity }] : []),
    ...(bathrooms ? [{ of: 'baths' as const, least: bathrooms, most: Infinity }] : []),
    ...(availableBy === undefined
      ? []
      : [{ of: 'availableFrom' as const, least: -Infinity, most: Date.parse(availableBy) }]),
  ]
  return {
    categories: areasOf(locations),
    ranges: commuteRange(commute),
    variantRanges,
    tags: [...amenitiesOf(amenities), ...topicsOf(without).filter(isTopic).map(uncriticisedTag)],
  }
}

const TRAVEL_TIMES: Record<string, Record<CommuteMode, Journey>> = {
  engQuad: { walk: 'engQuadWalking', drive: 'engQuadDriving' },
  hoPlaza: { walk: 'hoPlazaWalking', drive: 'hoPlazaDriving' },
  agQuad: { walk: 'agQuadWalking', drive: 'agQuadDriving' },
}

function commuteRange(commute: string | undefined): ListingFilter['ranges'] {
  const journey = parseCommute(commute)
  const of = journey && TRAVEL_TIMES[journey.placeId]?.[journey.mode]
  return journey && of ? [{ of, least: 0, most: journey.minutes }] : []
}

const areasOf = (locations = ''): string[] => partsOf(locations.toUpperCase())
const topicsOf = (without = ''): string[] => partsOf(without.toLowerCase())
const isTopic = (text: string): text is ReviewTopic => REVIEW_TOPICS.some((known) => known === text)
const amenitiesOf = (amenities = ''): string[] => partsOf(amenities.toLowerCase())

/** The parts of a comma list, each once. */
const partsOf = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]
