import { type Static, Type } from 'typebox'
import { DAY_PATTERN } from '../day'
import { endpoint } from '../endpoint'
import { Id, IdParams, importCall, NoContent, publicRead, StrictObject } from '../shapes'
import { REVIEW_TOPICS } from '../reviews/topics'
import { Apartment, Landlord, Listing, SEARCH_SORTS, SearchResult, TravelTimes } from './listing'
import { AMENITY_IDS } from './amenities'
import { MapPlaces } from './map-places'
import { BoundsFilter, CommuteFilter } from './search-filters'

const Size = Type.Integer({ minimum: 1, maximum: 100 })
const LandlordParams = Type.Object({ landlordId: Id })
const Listings = Type.Array(Listing)
const SearchText = Type.String({
  maxLength: 10_000,
  description: 'Longer than any name; only its start counts',
})

const searchCall = { ignoresCaller: true, rate: 'search' } as const

export const setData = endpoint('POST /api/set-data', {
  cost: 1,
  touches: [],
  rate: 'read',
  summary: 'Warms what can be warmed. Idempotent, cheap, safe to hammer.',
  status: 204,
  reply: NoContent,
})

export const getSearchSuggestions = endpoint('GET /api/search', {
  ...searchCall,
  summary:
    'At most 5 apartments and landlords by name and address, typo-tolerant and prefix-matching, best first.',
  query: Type.Object({ q: SearchText }),
  reply: Type.Array(SearchResult, { maxItems: 5 }),
})

const Amount = Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 }))

/** The text and the filters of a search. */
export const listingFilters = {
  q: Type.Optional(SearchText),
  locations: Type.Optional(Type.String({ maxLength: 500, description: 'Comma list of areas, any case' })),
  minPrice: Amount,
  maxPrice: Amount,
  bedrooms: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'At least' })),
  maxBedrooms: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100, description: 'At most; 0 is a studio' }),
  ),
  bathrooms: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'At least' })),
  commute: Type.Optional(CommuteFilter),
  amenities: Type.Optional(
    Type.String({ maxLength: 500, description: `Comma list, all of them: ${AMENITY_IDS.join(', ')}` }),
  ),
  availableBy: Type.Optional(
    Type.String({ pattern: DAY_PATTERN, description: 'Available on this day at the latest: 2027-08-01' }),
  ),
  without: Type.Optional(
    Type.String({
      maxLength: 500,
      description: `Comma-separated topics that no visible review criticizes; listings without reviews do not match: ${REVIEW_TOPICS.join(', ')}`,
    }),
  ),
  bounds: Type.Optional(BoundsFilter),
}

const filters = {
  ...listingFilters,
  terms: Type.Optional(
    Type.Boolean({
      description: 'Words of q that mean a filter count as one: "2 bed under 1200 near campus"',
    }),
  ),
}

export const searchListings = endpoint('GET /api/search-with-query-and-filters', {
  ...searchCall,
  summary:
    'Listings that match the text and every filter. Unknown values never match a set filter and sort last. Of an apartment with room types, one of them must meet all filters for rooms, rent and date. Where no rent is listed, the bracket that students report counts: a price filter matches when any of it fits.',
  query: Type.Object({
    ...filters,
    sortBy: Type.Optional(Type.Enum([...SEARCH_SORTS])),
    sortLowToHigh: Type.Optional(Type.Boolean()),
    size: Type.Optional(Size),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'How many of the first to leave out' }),
    ),
  }),
  reply: Listings,
})

export const countListings = endpoint('GET /api/search-with-query-and-filters/count', {
  ...searchCall,
  summary: 'How many listings match the text and every filter.',
  query: StrictObject(filters),
  reply: Type.Object({ count: Type.Integer() }),
})

export const mapListings = endpoint('GET /api/search-with-query-and-filters/map', {
  ...searchCall,
  summary:
    'The listings that match the text and every filter, for a map: single places, and clusters of those that would overlap at this zoom.',
  query: StrictObject({
    ...filters,
    bounds: BoundsFilter,
    zoom: Type.Integer({
      minimum: 0,
      maximum: 22,
      description:
        'Zoom of a map with tiles of 256 pixels; for bounds of more than 4,096 pixels a lower one is used',
    }),
  }),
  reply: MapPlaces,
})

const HomePage = Type.Object({ buildingData: Listings, isEnded: Type.Boolean() })

export const getHomePage = endpoint('GET /api/page-data/home/:size', {
  ignoresCaller: true,
  summary: 'A row of the home page: the most reviewed listings.',
  params: Type.Object({ size: Size }),
  reply: HomePage,
})

export const HOME_SORTS = ['distanceToCampus', 'numReviews', 'avgRating', 'weightedRating'] as const

export const getSortedHomePage = endpoint('GET /api/page-data/home/:size/:sortBy', {
  ignoresCaller: true,
  summary:
    'A row of the home page: distanceToCampus ascending, numReviews, avgRating and weightedRating descending, ties by id.',
  params: Type.Object({ size: Size, sortBy: Type.Enum([...HOME_SORTS]) }),
  reply: HomePage,
})

export const getReviewsPage = endpoint('GET /api/page-data/reviews/:size', {
  ignoresCaller: true,
  summary: 'Listings, most recently reviewed first.',
  params: Type.Object({ size: Size }),
  reply: Listings,
})

/** Maximum number of listings that lead to the reviews of a landlord. */
export const MAX_REVIEWED_LISTINGS = 4

/** A landlord with reviews, and the listings whose pages show them. */
export const ReviewedLandlord = Type.Object({
  ...Type.Pick(Landlord, ['id', 'name', 'avgRating', 'numReviews', 'topics']).properties,
  numBuildings: Type.Integer(),
  listings: Type.Array(Listing, { description: `Its most reviewed ones, at most ${MAX_REVIEWED_LISTINGS}` }),
})
export type ReviewedLandlord = Static<typeof ReviewedLandlord>

export const getReviewedLandlords = endpoint('GET /api/page-data/landlords/:size', {
  ignoresCaller: true,
  summary: 'Landlords with reviews, the most reviewed first.',
  params: Type.Object({ size: Size }),
  reply: Type.Array(ReviewedLandlord),
})

export const getLocation = endpoint('GET /api/location/:area', {
  ignoresCaller: true,
  summary: 'The listings of an area, any case; none for an unknown one.',
  params: Type.Object({ area: Type.String() }),
  reply: Listings,
})

export const getApartments = endpoint('GET /api/apts/:ids', {
  ...publicRead,
  summary: 'Apartments of a comma list of ids, in that order.',
  params: Type.Object({ ids: Type.String({ minLength: 1, maxLength: 16_000 }) }),
  reply: Type.Array(Apartment),
})

export const getListings = endpoint('GET /api/listings/:ids', {
  ...publicRead,
  summary: 'Listings of a comma list of apartment ids, in that order; unknown ones are left out.',
  params: Type.Object({ ids: Type.String({ minLength: 1, maxLength: 16_000 }) }),
  reply: Listings,
})

export const getTravelTimes = endpoint('GET /api/travel-times-by-id/:id', {
  ...publicRead,
  summary: 'Minutes on foot and by car from an apartment to each landmark.',
  params: IdParams,
  reply: TravelTimes,
})

export const getBuildings = endpoint('GET /api/buildings/:landlordId', {
  ...publicRead,
  summary: "A landlord's apartments.",
  params: LandlordParams,
  reply: Type.Array(Apartment),
})

export const getBuildingListings = endpoint('GET /api/buildings/all/:landlordId', {
  ...publicRead,
  summary: "A landlord's apartments as listings.",
  params: LandlordParams,
  reply: Listings,
})

export const getLandlord = endpoint('GET /api/landlord/:id', {
  ...publicRead,
  summary: 'A landlord.',
  params: IdParams,
  reply: Landlord,
})

export const getLandlords = endpoint('GET /api/landlords/:ids', {
  ...publicRead,
  summary: 'Landlords of a comma list of ids, in that order; unknown ones are left out.',
  params: Type.Object({ ids: Type.String({ minLength: 1, maxLength: 16_000 }) }),
  reply: Type.Array(Landlord),
})

export const importApartments = endpoint('POST /api/import/apartments', {
  ...importCall,
  touches: ['svc-catalog', 'svc-reviews'],
  summary: 'Creates or updates apartments from rows as old exports hold them. Idempotent by id.',
})

export const importLandlords = endpoint('POST /api/import/landlords', {
  ...importCall,
  touches: ['svc-catalog', 'svc-reviews'],
  summary: 'Creates or updates landlords from rows as old exports hold them. Idempotent by id.',
})

export const getAreaReviewCount = endpoint('GET /api/review/:area/count', {
  ...publicRead,
  summary:
    "How many visible reviews there are of apartments in an area, by the catalog's own copy of the counts.",
  params: Type.Object({ area: Type.String() }),
  reply: Type.Object({ count: Type.Integer() }),
})
