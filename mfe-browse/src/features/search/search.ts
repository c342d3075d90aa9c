import {
  filterChips,
  mergeFilters,
  parseCommute,
  parseSearch,
  type QueryOf,
  type SearchFilters,
  SearchFilters as Schema,
  type searchListings,
} from '@offquad/contracts'
import { conforms, university } from '@offquad/web-kit'

/** What is sought: a text and filters, each possibly nothing. */
export interface Search {
  q: string
  filters: SearchFilters
}

/** Longer than any name or address. */
export const TEXT_LENGTH = 200
/** Listings on one page of results. */
export const PAGE_SIZE = 21
const MAX_PAGE = 10_000

/** The search of a URL; whatever is invalid in it counts as absent. */
export function readSearch(parameters: URLSearchParams): Search & { page: number } {
  const page = Number(parameters.get('page') ?? 1)
  const typed = (parameters.get('q') ?? '').slice(0, TEXT_LENGTH)
  return {
    ...readTerms({ q: typed, filters: normalize(parseFilters(parameters.get('filters'))) }),
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
  }
}

/** Moves the words of the text that mean a filter to the filters. */
export function readTerms({ q, filters }: Search): Search {
  const parsed = parseSearch(q, university())
  return { q: parsed.text, filters: normalize(mergeFilters(filters, parsed.filters, university())) }
}

/** What narrows the search as chips, each with the search without it. */
export const chipsOf = ({ q, filters }: Search): { label: string; without: Search }[] =>
  filterChips(filters, university()).map(({ label, without }) => ({
    label,
    without: { q, filters: without },
  }))

function parseFilters(json: string | null): SearchFilters {
  try {
    const value: unknown = JSON.parse(json ?? '')
    return conforms(Schema, value) ? value : {}
  } catch {
    return {}
  }
}

/** Only what is set; areas as the university names them, the lower price first. */
export function normalize(filters: SearchFilters): SearchFilters {
  const { locations = [], minPrice = '', maxPrice = '', bedrooms, bathrooms, commute } = filters
  const [min, max] = inOrder(minPrice, maxPrice)
  const narrowing = {
    locations: areasIn(locations),
    minPrice: min,
    maxPrice: max,
    bedrooms,
    bathrooms,
    commute: isKnownCommute(commute) ? commute : undefined,
  }
  const set = Object.entries(narrowing).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value,
  )
  return { ...Object.fromEntries(set), ...orderIn(filters) }
}

function orderIn({ initialSortBy, initialSortLowToHigh = false }: SearchFilters): SearchFilters {
  if (!initialSortBy || initialSortBy === 'originalOrder') return {}
  return { initialSortBy, initialSortLowToHigh }
}

function areasIn(locations: string[]): string[] {
  const wanted = new Set(locations.map((location) => location.trim().toUpperCase()))
  return university()
    .areas.filter(({ id, name }) => wanted.has(id) || wanted.has(name.toUpperCase()))
    .map(({ name }) => name)
}

function isKnownCommute(commute: string | undefined): boolean {
  const journey = parseCommute(commute)
  return journey !== undefined && Object.hasOwn(university().landmarks, journey.placeId)
}

const inOrder = (min: string, max: string) =>
  min && max && Number(min) > Number(max) ? [max, min] : [min, max]

/** A search is run only when something is asked for. */
export const isSet = ({ q, filters }: Search): boolean => q !== '' || Object.keys(filters).length > 0

/** The filters of a search, but not its order, as the API takes them. */
export function filterQuery({ q, filters }: Search) {
  const { locations, minPrice, maxPrice, bedrooms, bathrooms, commute } = filters
  return {
    ...(q && { q }),
    ...(locations && { locations: locations.map(areaId).join(',') }),
    ...(minPrice && { minPrice: Number(minPrice) }),
    ...(maxPrice && { maxPrice: Number(maxPrice) }),
    ...(bedrooms && { bedrooms }),
    ...(bathrooms && { bathrooms }),
    ...(commute && { commute }),
  }
}

const areaId = (name: string) => university().areas.find((area) => area.name === name)?.id ?? name

/** One page of a search as the API takes it. */
export function listingQuery(search: Search, page: number): QueryOf<typeof searchListings> {
  const { sortBy, sortLowToHigh } = orderOf(search)
  return {
    ...filterQuery(search),
    ...(sortBy && { sortBy: ranked(sortBy), sortLowToHigh }),
    size: PAGE_SIZE,
    ...(page > 1 && { offset: (page - 1) * PAGE_SIZE }),
  }
}

/** URLs name the order by rating as ever; results are ranked by the number of reviews as well. */
const ranked = (sortBy: NonNullable<Order['sortBy']>) => (sortBy === 'avgRating' ? 'weightedRating' : sortBy)

interface Order {
  /** Absent: the best match comes first. */
  sortBy?: NonNullable<SearchFilters['initialSortBy']>
  sortLowToHigh?: boolean
}

export const SEARCH_ORDERS = {
  match: { label: 'Best Match', sortBy: undefined, sortLowToHigh: undefined },
  rating: { label: 'Highest Rating', sortBy: 'avgRating', sortLowToHigh: false },
  reviews: { label: 'Most Reviewed', sortBy: 'numReviews', sortLowToHigh: false },
  distance: { label: 'Closest to Campus', sortBy: 'distanceToCampus', sortLowToHigh: true },
  cheapest: { label: 'Lowest Price', sortBy: 'price', sortLowToHigh: true },
  dearest: { label: 'Highest Price', sortBy: 'price', sortLowToHigh: false },
} as const satisfies Record<string, Order & { label: string }>
export type SearchOrder = keyof typeof SEARCH_ORDERS

/** Whether the results are ranked by rating and number of reviews. */
export const isByRating = (search: Search): boolean =>
  ['avgRating', 'weightedRating'].includes(orderOf(search).sortBy ?? '')

/** The order of a search: what matches a text best, and the best rated where there is none. */
function orderOf({ q, filters: { initialSortBy, initialSortLowToHigh } }: Search): Order {
  if (initialSortBy) return { sortBy: initialSortBy, sortLowToHigh: initialSortLowToHigh }
  return q ? SEARCH_ORDERS.match : SEARCH_ORDERS.rating
}

/** The order's entry in the menu; undefined for one the menu does not have. */
export function menuOrderOf(search: Search): SearchOrder | undefined {
  const { sortBy, sortLowToHigh } = orderOf(search)
  const entries = Object.entries(SEARCH_ORDERS) as [SearchOrder, Order][]
  return entries.find(([, order]) => order.sortBy === sortBy && order.sortLowToHigh === sortLowToHigh)?.[0]
}

/** The same search in another order. */
export function inMenuOrder({ q, filters }: Search, order: SearchOrder): Search {
  const { sortBy, sortLowToHigh }: Order = SEARCH_ORDERS[order]
  const unordered = { ...filters, initialSortBy: undefined, initialSortLowToHigh: undefined }
  return {
    q,
    filters: normalize({ ...unordered, initialSortBy: sortBy, initialSortLowToHigh: sortLowToHigh }),
  }
}
