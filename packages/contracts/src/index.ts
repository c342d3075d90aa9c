export * from './services'
export * from './service-document'
export * from './changes'
export * from './endpoint'
export * from './problem'
export * from './catalog/rent'
export * from './catalog/lease-season'
export * from './catalog/amenities'
export * from './catalog/rooms'
export * from './review-reads'
export * from './contact-href'
export * from './outlines'
export * from './comparison'
export * from './look-up'
export * from './day'
export * from './university'
export { ImportBatch, ImportOutcome } from './shapes'
export * from './import-columns'
export * from './read-number'
export * from './texts'
export {
  Canary,
  isServed,
  LINK_PICTURE_SIZE,
  LinkPicture,
  MAP_TILES_PATH,
  versionsOf,
  type LiveApp,
  PublishedApp,
  PAGE_DATA_ELEMENT,
  PageData,
  type PagePreview,
  Registry,
  REMOTE_EXPOSE,
  REMOTE_MANIFEST,
  REMOTE_DESCRIPTOR,
  RemoteDescriptor,
  type NavigationEntry,
  SITE_PICTURE_PATH,
} from './remotes'
export * from './events'
export * from './revocations'
export * from './jobs'
export * from './reviews/stats'
export {
  Apartment,
  CoordinatesSource,
  Landlord,
  Listing,
  LISTING_SORTS,
  MAX_PLACE_PHOTOS,
  ReportedRent,
  SEARCH_SORTS,
  SearchMatch,
  SearchResult,
  TravelTimes,
} from './catalog/listing'
export * from './catalog/commutes'
export * from './catalog/commute-endpoints'
export * from './catalog/bus-endpoints'
export {
  BoundsFilter,
  boundsText,
  type Commute,
  commuteLabel,
  commuteText,
  filterParams,
  type MapBounds,
  parseBounds,
  parseCommute,
  PRICE_DIGITS,
  SearchFilters,
} from './catalog/search-filters'
export { type EstimatedMode, TRAVEL_SPEEDS } from './catalog/travel-speeds'
export { MAX_PLACES_AT_POINT, MapPlace, MapPlaceCluster, MapPlaces } from './catalog/map-places'
export * from './catalog/endpoints'
export * from './catalog/reported-rent-endpoints'
export * from './reviews/review'
export * from './reviews/decline-reasons'
export * from './reviews/topics'
export {
  isSitePicture,
  ownPhotoPath,
  PHOTO_AUDIENCE,
  PHOTO_FIELD,
  PHOTO_MAX_BYTES,
  PHOTO_WIDTHS,
  photoIdOf,
  PhotoSize,
  photoSrcSet,
  photoUrl,
} from './photo'
export * from './reviews/review-form'
export * from './reviews/endpoints'
export * from './reviews/list-endpoints'
export * from './reviews/moderation-endpoints'
export * from './users/endpoints'
export * from './users/alert-endpoints'
export * from './users/place-endpoints'
export * from './users/saved-endpoints'
export * from './users/shortlist-endpoints'
export * from './users/contact-endpoints'
export * from './users/contact-forms'
export * from './users/account-endpoints'
export * from './users/people-endpoints'
export * from './users/waiting-sign-in-endpoints'
export * from './queue-endpoints'
export * from './catalog/editing-endpoints'
export * from './catalog/guide-endpoints'
export * from './catalog/link-preview-endpoints'
export * from './catalog/listing-picture-endpoints'
export * from './catalog/placement-endpoints'
export * from './catalog/change-log-endpoints'
export * from './deploy-endpoints'
export * from './service-deploy-endpoints'
export * from './telemetry-endpoints'
export * from './slots'
export * from './override-endpoints'
export {
  type EarlyValues,
  PAGE_TOKEN_METRIC,
  PRIVATE_CACHE,
  REMEMBERED_USER_KEY,
  TELEMETRY_PATH,
} from './early-values'
