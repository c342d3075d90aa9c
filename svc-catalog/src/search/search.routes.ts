import {
  AMENITY_IDS,
  type CampusPlace,
  campusPlaces,
  type CommuteMode,
  type CommutePlace,
  countListings as countListingsCall,
  filterParams,
  getSearchSuggestions,
  mapListings as mapListingsCall,
  type Listing,
  type MapBounds,
  parseBounds,
  parseCommute,
  type QueryOf,
  REVIEW_TOPICS,
  type ReviewTopic,
  searchListings as searchListingsCall,
  searchNearPlaces,
  type University,
} from '@offquad/contracts'
import { parseSearch } from '@offquad/search-terms'
import { InvalidInputError, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { createPlaceLocator, requestRouting, routingOf } from '../geography'
import {
  type Catalog,
  type CommuteSelection,
  type CommuteTimes,
  type ListingFilter,
  type ListingOrder,
  uncriticisedTag,
} from '../catalog/catalog'
import { explainMatch } from './explain-match'
import { createMapIndex } from './map-index'

const SUGGESTIONS = 5

interface SearchDeps {
  catalog: Catalog
  university: University
  commuteTimes: Pick<CommuteTimes, 'modes' | 'isRouted' | 'request'>
}

export function registerSearch(
  app: FastifyInstance,
  { catalog, university, commuteTimes }: SearchDeps,
): void {
  const mapIndex = createMapIndex(catalog)

  route(app, getSearchSuggestions, ({ query }) => catalog.suggest(query.q, SUGGESTIONS))

  const places = campusPlaces(university)
  const offered = { places, modes: commuteTimes.modes }
  const { isOnCampus, locate } = createPlaceLocator(university)

  route(app, searchListingsCall, ({ query }) => searchListings(catalog, readQuery(query)))

  route(app, countListingsCall, ({ query }) => ({ count: countListings(catalog, readQuery(query)) }))

  route(app, mapListingsCall, ({ query: { bounds, zoom, ...others } }) => {
    const { query, commute } = readQuery(others)
    return mapIndex.placesIn(
      { text: textOf(query), filter: filterOf(query), commute },
      { bounds: readBounds(bounds), zoom },
    )
  })

  route(app, searchNearPlaces, ({ body: { search, places: own }, caller }) => {
    const named = own.map((place) => ({ ...place, ...locate(place) }))
    const terms = readTerms(search, university)
    const read = {
      query: terms,
      commute: commuteOf(terms, { ...offered, places: [...named, ...places] }) ?? toFirst(named),
    }
    const isSignedIn = caller.identity !== undefined
    const commutes = read.commute ? [read.commute] : []
    const requested = requestRouting({ commuteTimes, isOnCampus, isSignedIn }, commutes)
    return {
      items: searchListings(catalog, read),
      total: countListings(catalog, read),
      ...routingOf(catalog, requested),
    }
  })

  function readQuery<Terms extends CountQuery>(query: Terms) {
    const terms = readTerms(query, university)
    const commute = commuteOf(terms, offered)
    if (commute) requestRouting({ commuteTimes, isOnCampus, isSignedIn: false }, [commute])
    return { query: terms, commute }
  }
}

type Query = QueryOf<typeof searchListingsCall>
type CountQuery = QueryOf<typeof countListingsCall>
interface Read<Terms> {
  query: Terms
  commute: CommuteSelection | undefined
}

const DEFAULT_SIZE = 21
const ASCENDING = new Set<ListingOrder['by']>(['distanceToCampus', 'originalOrder', 'commute'])

/**
 * Adds the filters that words in the text mean, if the query asks for it. An explicit filter takes precedence over one in the
 * text.
 */
function readTerms<Terms extends CountQuery>(query: Terms, university: University): Terms {
  throwIfUnknownAmenity(query)
  throwIfUnknownTopic(query)
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

function commuteOf(
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
    const known = places.map(({ id }) => id).join(', ')
    const message = `There is no landmark or building "${placeId}". Use one of ${known}.`
    throw new InvalidInputError('unknown-place', message, [{ field: 'commute', message }])
  }
  const { latitude, longitude } = place
  if (!modes.includes(mode)) {
    const message = `Commutes by ${mode} are not available on this site.`
    throw new InvalidInputError('unknown-mode', message, [{ field: 'commute', message }])
  }
  return {
    placeId,
    mode,
    destination: { latitude, longitude },
    ...(minutes !== undefined && { most: minutes }),
  }
}

/** The commute to the first of the places, however long it is. */
function toFirst([first]: CommutePlace[]): CommuteSelection | undefined {
  if (!first) return undefined
  const { id, mode, latitude, longitude } = first
  return { placeId: id, mode, destination: { latitude, longitude } }
}

function throwIfUnknownAmenity({ amenities }: CountQuery): void {
  const unknown = amenitiesOf(amenities).filter((id) => !AMENITY_IDS.some((known) => known === id))
  if (unknown.length === 0) return
  const message = `There is no amenity "${unknown.join('", "')}". Use any of ${AMENITY_IDS.join(', ')}.`
  throw new InvalidInputError('unknown-amenity', message, [{ field: 'amenities', message }])
}

function throwIfUnknownTopic({ without }: CountQuery): void {
  const unknown = topicsOf(without).filter((topic) => !isTopic(topic))
  if (unknown.length === 0) return
  const message = `There is no topic "${unknown.join('", "')}". Use any of ${REVIEW_TOPICS.join(', ')}.`
  throw new InvalidInputError('unknown-topic', message, [{ field: 'without', message }])
}

function readBounds(bounds: string): MapBounds {
  const parsed = parseBounds(bounds)
  if (parsed) return parsed
  const message = `"${bounds}" is not a part of the map. Use south,west,north,east, with south < north and west < east.`
  throw new InvalidInputError('invalid-bounds', message, [{ field: 'bounds', message }])
}

/** A page of the listings that match the text and all filters; with a text and no explicit order, best match first. */
function searchListings(catalog: Catalog, { query, commute }: Read<Query>): Listing[] {
  throwIfNoCommute(query.sortBy, commute)
  const text = textOf(query)
  const { size = DEFAULT_SIZE, offset = 0 } = query
  return catalog
    .listings({
      text,
      filter: filterOf(query),
      order: text && !query.sortBy ? undefined : orderOf(query),
      commute,
      size: offset + size,
    })
    .slice(offset)
    .map((listing) => withMatch(listing, query))
}

function withMatch(listing: Listing, query: Query): Listing {
  const { amenities, without, ...rooms } = query
  const match = explainMatch(listing, {
    ...rooms,
    amenities: amenitiesOf(amenities),
    without: topicsOf(without).filter(isTopic),
  })
  return match ? { ...listing, match } : listing
}

function throwIfNoCommute(sortBy: Query['sortBy'], commute: CommuteSelection | undefined): void {
  if (sortBy !== 'commute' || commute !== undefined) return
  const message = 'Listings can be sorted by commute only together with the parameter commute.'
  throw new InvalidInputError('no-commute', message, [{ field: 'sortBy', message }])
}

/** How many listings match the text and all filters. */
function countListings(catalog: Catalog, { query, commute }: Read<CountQuery>): number {
  return catalog.countListings({ text: textOf(query), filter: filterOf(query), commute })
}

const textOf = ({ q }: CountQuery) => q?.trim() || undefined

/** Descending by default, except for distance, commute and original order. */
function orderOf({ sortBy = 'numReviews', sortLowToHigh }: Query): ListingOrder {
  return { by: sortBy, isAscending: sortLowToHigh ?? ASCENDING.has(sortBy) }
}

/** Clients send zero rooms for any number of rooms. */
function filterOf({
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
