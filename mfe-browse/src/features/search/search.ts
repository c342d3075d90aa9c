import {
  AMENITY_IDS,
  campusPlaces,
  isMyPlaceId,
  filterParams,
  parseBounds,
  parseCommute,
  type QueryOf,
  REVIEW_TOPICS,
  type SearchFilters,
  SearchFilters as Schema,
  type searchListings,
} from '@offquad/contracts'
import { filterLabels, mergeFilters, parseSearch } from '@offquad/search-terms'
import { conforms, searchablePlaces, university } from '@offquad/web-kit'

/** A search: text and filters, both possibly empty. */
export interface Search {
  q: string
  filters: SearchFilters
}

/** Longer than any name or address. */
export const MAX_TEXT_LENGTH = 200
/** Listings on one page of results. */
export const PAGE_SIZE = 21
const MAX_PAGE = 10_000

/** The search in a URL; invalid parts are ignored. */
export function readSearch(parameters: URLSearchParams): Search & { page: number } {
  const page = Number(parameters.get('page') ?? 1)
  const typed = (parameters.get('q') ?? '').slice(0, MAX_TEXT_LENGTH)
  return {
    ...readTerms({
      q: typed,
      filters: normalize({
        ...parseFilters(parameters.get('filters')),
        bounds: parameters.get('bounds') ?? undefined,
      }),
    }),
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
  }
}

/**
 * Turns the words of the text that describe a filter ('2 bed', 'under 1200') into filters. They replace previous filters of the
 * same kind: the areas, the whole range of rents, the whole range of beds.
 */
export function readTerms({ q, filters }: Search): Search {
  const { text, filters: typed } = parseSearch(q, university())
  const unchanged = { ...filters }
  for (const names of REPLACED_TOGETHER)
    if (names.some((name) => typed[name] !== undefined)) for (const name of names) delete unchanged[name]
  return { q: text, filters: normalize(mergeFilters(unchanged, typed, university())) }
}

const REPLACED_TOGETHER = [
  ['locations'],
  ['minPrice', 'maxPrice'],
  ['bedrooms', 'maxBedrooms'],
] as const satisfies (keyof SearchFilters)[][]

/** The active filters in words. */
export const activeFilters = (filters: SearchFilters): string[] =>
  filterLabels(filters, { ...university(), buildings: searchablePlaces() })

/** The parts of a search in words: '“oak”', '2+ beds', 'Collegetown'. */
export const wordsOf = ({ q, filters }: Search): string[] => [
  ...(q ? [`“${q}”`] : []),
  ...activeFilters(filters),
]

function parseFilters(json: string | null): SearchFilters {
  try {
    const value: unknown = JSON.parse(json ?? '')
    return conforms(Schema, value) ? value : {}
  } catch {
    return {}
  }
}

/** The filters that are set, with area names as the university spells them and the lower price first. */
export function normalize(filters: SearchFilters): SearchFilters {
  const { locations = [], minPrice = '', maxPrice = '', bedrooms, maxBedrooms, bathrooms, commute } = filters
  const { amenities = [], availableBy, without = [], bounds } = filters
  const [min, max] = inOrder(minPrice, maxPrice)
  const normalized = {
    locations: areasIn(locations),
    minPrice: min,
    maxPrice: max,
    bedrooms,
    bathrooms,
    commute: isKnownCommute(commute) ? commute : undefined,
    amenities: AMENITY_IDS.filter((id) => amenities.includes(id)),
    availableBy,
    without: REVIEW_TOPICS.filter((topic) => without.includes(topic)),
    bounds: parseBounds(bounds) ? bounds : undefined,
  }
  const set = Object.entries(normalized).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value,
  )
  return {
    ...Object.fromEntries(set),
    ...(maxBedrooms !== undefined && { maxBedrooms }),
    ...orderIn(filters),
  }
}

function orderIn({ initialSortBy, initialSortLowToHigh = false, commute }: SearchFilters): SearchFilters {
  if (!initialSortBy || initialSortBy === 'originalOrder') return {}
  if (initialSortBy === 'commute' && !isKnownCommute(commute)) return {}
  return { initialSortBy, initialSortLowToHigh }
}

function areasIn(locations: string[]): string[] {
  const requested = new Set(locations.map((location) => location.trim().toUpperCase()))
  return university()
    .areas.filter(({ id, name }) => requested.has(id) || requested.has(name.toUpperCase()))
    .map(({ name }) => name)
}

function isKnownCommute(commute: string | undefined): boolean {
  const journey = parseCommute(commute)
  // Only the browser knows whether this visitor has a personal place.
  if (journey && isMyPlaceId(journey.placeId)) return true
  return journey !== undefined && campusPlaces(university()).some(({ id }) => id === journey.placeId)
}

const inOrder = (min: string, max: string) =>
  min && max && Number(min) > Number(max) ? [max, min] : [min, max]

/** Whether there is anything to search for. */
export const isSet = ({ q, filters }: Search): boolean => q !== '' || Object.keys(filters).length > 0

/** Whether the search names a personal place, which only its owner's browser can resolve. */
export const isOwnSearch = ({ filters: { commute } }: Pick<Search, 'filters'>): boolean =>
  isMyPlaceId(parseCommute(commute)?.placeId ?? '')

/** A search as query parameters of the public API, without the order, and without a personal place. */
export function filterQuery({ q, filters }: Search) {
  const shared = isOwnSearch({ filters }) ? { ...filters, commute: undefined } : filters
  return { ...(q && { q }), ...filterParams(shared, university().areas) }
}

/** Query parameters of the API for one page of a search. */
export function listingQuery(search: Search, page: number): QueryOf<typeof searchListings> {
  const { sortBy, sortLowToHigh } = orderOf(search)
  const isSortable = sortBy !== 'commute' || !isOwnSearch(search)
  return {
    ...filterQuery(search),
    ...(sortBy && isSortable && { sortBy: ranked(sortBy), sortLowToHigh }),
    size: PAGE_SIZE,
    ...(page > 1 && { offset: (page - 1) * PAGE_SIZE }),
  }
}

/** `avgRating` is the name of the rating order in bookmarked URLs; the API's `weightedRating` also weighs the number of reviews. */
const ranked = (sortBy: NonNullable<Order['sortBy']>) => (sortBy === 'avgRating' ? 'weightedRating' : sortBy)

interface Order {
  /** Absent: best match first. */
  sortBy?: NonNullable<SearchFilters['initialSortBy']>
  sortLowToHigh?: boolean
}

export const SEARCH_ORDERS = {
  match: { label: 'Best Match', sortBy: undefined, sortLowToHigh: undefined },
  rating: { label: 'Highest Rating', sortBy: 'avgRating', sortLowToHigh: false },
  reviews: { label: 'Most Reviewed', sortBy: 'numReviews', sortLowToHigh: false },
  distance: { label: 'Closest to Campus', sortBy: 'distanceToCampus', sortLowToHigh: true },
  commute: { label: 'Shortest Commute', sortBy: 'commute', sortLowToHigh: true },
  cheapest: { label: 'Lowest Price', sortBy: 'price', sortLowToHigh: true },
  dearest: { label: 'Highest Price', sortBy: 'price', sortLowToHigh: false },
} as const satisfies Record<string, Order & { label: string }>
export type MenuOrder = keyof typeof SEARCH_ORDERS

/** Whether results are sorted by rating. */
export const isByRating = (search: Search): boolean =>
  ['avgRating', 'weightedRating'].includes(orderOf(search).sortBy ?? '')

/** The order of a search; by default the best match for a text, otherwise the highest rating. */
function orderOf({ q, filters: { initialSortBy, initialSortLowToHigh } }: Search): Order {
  if (initialSortBy) return { sortBy: initialSortBy, sortLowToHigh: initialSortLowToHigh }
  return q ? SEARCH_ORDERS.match : SEARCH_ORDERS.rating
}

/** The menu entry of the search's order; undefined when the menu has none for it. */
export function menuOrderOf(search: Search): MenuOrder | undefined {
  const { sortBy, sortLowToHigh } = orderOf(search)
  const entries = Object.entries(SEARCH_ORDERS) as [MenuOrder, Order][]
  return entries.find(([, order]) => order.sortBy === sortBy && order.sortLowToHigh === sortLowToHigh)?.[0]
}

/** The search in another order. */
export function inMenuOrder({ q, filters }: Search, order: MenuOrder): Search {
  const { sortBy, sortLowToHigh }: Order = SEARCH_ORDERS[order]
  const unordered = { ...filters, initialSortBy: undefined, initialSortLowToHigh: undefined }
  return {
    q,
    filters: normalize({ ...unordered, initialSortBy: sortBy, initialSortLowToHigh: sortLowToHigh }),
  }
}
