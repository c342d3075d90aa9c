import {
  campusPlaces,
  type CommutePlace,
  countListings as countListingsCall,
  getSearchSuggestions,
  mapListings as mapListingsCall,
  type Listing,
  type QueryOf,
  searchListings as searchListingsCall,
  searchNearPlaces,
  type University,
} from '@offquad/contracts'
import { route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { createCommuteRequests } from '../geography'
import { type Catalog, type CommuteSelection, type CommuteTimes, type ListingOrder } from '../catalog/catalog'
import { explainMatch } from './explain-match'
import { createMapIndex } from './map-index'
import {
  commuteOf,
  type CountQuery,
  filterOf,
  readBounds,
  readTerms,
  refuse,
  criteriaOf,
  textOf,
} from './read-search'

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
  const { locate, requestRouting, routingOf } = createCommuteRequests({
    catalog,
    commuteTimes,
    university,
  })

  route(app, searchListingsCall, ({ query }) => searchListings(catalog, readQuery(query)))

  route(app, countListingsCall, ({ query }) => ({ count: countListings(catalog, readQuery(query)) }))

  route(app, mapListingsCall, ({ query: { bounds, zoom, ...search } }) => {
    const { query, commute } = readQuery(search)
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
    const requested = requestRouting(read.commute ? [read.commute] : [], caller.identity !== undefined)
    return {
      items: searchListings(catalog, read),
      total: countListings(catalog, read),
      ...routingOf(requested),
    }
  })

  function readQuery<Terms extends CountQuery>(query: Terms) {
    const terms = readTerms(query, university)
    const commute = commuteOf(terms, offered)
    if (commute) requestRouting([commute], false)
    return { query: terms, commute }
  }
}

type Query = QueryOf<typeof searchListingsCall>
interface Read<Terms> {
  query: Terms
  commute: CommuteSelection | undefined
}

const DEFAULT_SIZE = 21
const ASCENDING = new Set<ListingOrder['by']>(['distanceToCampus', 'originalOrder', 'commute'])

/** The commute to the first of the places, without a limit. */
function toFirst([first]: CommutePlace[]): CommuteSelection | undefined {
  if (!first) return undefined
  const { id, mode, latitude, longitude } = first
  return { placeId: id, mode, destination: { latitude, longitude } }
}

/** A page of the listings that match the text and all filters; with a text and no explicit order, best match first. */
function searchListings(catalog: Catalog, { query, commute }: Read<Query>): Listing[] {
  if (query.sortBy === 'commute' && !commute)
    refuse('sortBy', 'no-commute', 'Listings can be sorted by commute only with the parameter commute.')
  const text = textOf(query)
  const { size = DEFAULT_SIZE, offset = 0 } = query
  const criteria = criteriaOf(query)
  return catalog
    .listings({
      text,
      filter: filterOf(query),
      order: text && !query.sortBy ? undefined : orderOf(query),
      commute,
      size: offset + size,
    })
    .slice(offset)
    .map((listing) => ({ ...listing, ...explainMatch(listing, criteria) }))
}

/** Number of listings that match the text and all filters. */
function countListings(catalog: Catalog, { query, commute }: Read<CountQuery>): number {
  return catalog.countListings({ text: textOf(query), filter: filterOf(query), commute })
}

/** Descending by default, except for distance, commute and original order. */
function orderOf({ sortBy = 'numReviews', sortLowToHigh }: Query): ListingOrder {
  return { by: sortBy, isAscending: sortLowToHigh ?? ASCENDING.has(sortBy) }
}
