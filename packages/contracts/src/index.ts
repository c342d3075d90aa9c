import * as catalog from './catalog/endpoints'
import * as reviews from './reviews/endpoints'
import * as users from './users/endpoints'
import { type Endpoint } from './endpoint'

const endpointsIn = (module: object): Endpoint[] =>
  Object.values(module).filter((value): value is Endpoint => typeof value === 'object' && 'path' in value)

/** Every call, by the service that answers it. */
export const ENDPOINTS = {
  'svc-catalog': endpointsIn(catalog),
  'svc-reviews': endpointsIn(reviews),
  'svc-users': endpointsIn(users),
} as const
export type ServiceName = keyof typeof ENDPOINTS

export {
  type Access,
  type BodyOf,
  type Endpoint,
  endpoint,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type ReplyOf,
} from './endpoint'
export { Problem, PROBLEM_MEDIA_TYPE } from './problem'
export { University } from './university'
export { ImportBatch, ImportOutcome } from './shapes'
export {
  type PublishedApp,
  PAGE_DATA_ELEMENT,
  PageData,
  Registry,
  REMOTE_EXPOSE,
  REMOTE_MANIFEST,
  RemoteDescriptor,
} from './remotes'
export { answersChanged, catalogChanged, type EventContract, type EventOf } from './events'
export {
  computeTravelTimes,
  type JobContract,
  type PayloadOf,
  reconcileReviewCounts,
  recountReviews,
  sweepTravelTimes,
  updateLandlordStats,
  updateListingStats,
} from './jobs'
export { Apartment, Landlord, Listing, SearchResult, TravelTimes } from './catalog/listing'
export { LISTING_SORTS, type ListingSort } from './catalog/listing-sorts'
export { PRICE_DIGITS, SearchFilters } from './catalog/search-filters'
export {
  countListings,
  getApartments,
  getAreaReviewCount,
  getBuildingListings,
  getBuildings,
  getHomePage,
  getLandlord,
  getListings,
  getLocation,
  getReviewsPage,
  getSearchSuggestions,
  getSortedHomePage,
  getTravelTimes,
  HOME_SORTS,
  importApartments,
  importLandlords,
  searchListings,
  setData,
} from './catalog/endpoints'
export { DetailedRatings, Review, REVIEW_STATUSES, ReviewStatus, VISIBLE_STATUSES } from './reviews/review'
export {
  getApartmentReviews,
  getLandlordReviews,
  getReview,
  getReviewsByStatus,
  importReviews,
} from './reviews/endpoints'
export {
  FrequentQuestion,
  getFrequentQuestions,
  getMe,
  importFrequentQuestions,
  refreshSession,
  Role,
  ROLES,
  Session,
  signInWithGoogle,
  signOut,
  User,
} from './users/endpoints'
