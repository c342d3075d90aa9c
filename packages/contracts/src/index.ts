export { ENDPOINTS, GATEWAY_ENDPOINTS } from './endpoints'
export { ServiceDocument, ServiceOperation } from './service-document'
export {
  CONSISTENCY_TOKENS_HEADER,
  type ConsistencyToken,
  formatConsistencyTokens,
  formatStatsToken,
  MAX_CONSISTENCY_TOKENS,
  parseConsistencyTokens,
  parseStatsToken,
  READ_AFTER_HEADER,
  type StatsToken,
} from './consistency'
export {
  Access,
  type BodyOf,
  type Endpoint,
  endpoint,
  IdempotencyKey,
  isCacheable,
  ordinaryCost,
  type ParamsOf,
  pathOf,
  RateClass,
  rateOf,
  type QueryOf,
  type ReplyOf,
  touchedBy,
} from './endpoint'
export { FieldError, Problem, PROBLEM_MEDIA_TYPE } from './problem'
export { LEAST_RENT_REPORTS, rentRangeOf, type RentRange, sortableRent } from './catalog/rent'
export { REVIEW_READS } from './review-reads'
export { contactHref, mailtoHref } from './contact-href'
export { University } from './university'
export { ImportBatch, ImportOutcome } from './shapes'
export {
  Canary,
  isServed,
  LINK_PICTURE_SIZE,
  LinkPicture,
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
export {
  responsesInvalidated,
  apiChanged,
  catalogChanged,
  type EventContract,
  type EventOf,
  registryChanged,
  tokensRevoked,
  waitingReviewsChanged,
} from './events'
export { Revocation, REVOCATION_LIFETIME_MS, RevocationList, REVOCATIONS_PATH } from './revocations'
export {
  accountDeleted,
  attachPhotos,
  computeTravelTimes,
  detachPhotos,
  geocodeApartment,
  type JobContract,
  JOBS,
  migrateCatalog,
  fetchListingPicture,
  flagReviews,
  migrateReviews,
  type PayloadOf,
  publishAllReviewSubjects,
  publishReviewSubjects,
  reconcileListingPictures,
  reconcileReviewCounts,
  recountReviews,
  removeUnusedPhotos,
  routeTravelTimes,
  sendReviewApprovedMail,
  sweepGeocoding,
  sweepListingPictures,
  sweepPhotoUse,
  sweepTravelTimes,
  sweepUserMessages,
  updateLandlordStats,
  updateListingPicture,
  updateListingStats,
  updateReviewSubjects,
} from './jobs'
export {
  Apartment,
  CoordinatesSource,
  Landlord,
  Listing,
  LISTING_SORTS,
  type ListingSort,
  ReportedRent,
  SearchResult,
  TravelTimes,
} from './catalog/listing'
export {
  type Commute,
  COMMUTE_MODES,
  type CommuteMode,
  PRICE_DIGITS,
  SearchFilters,
} from './catalog/search-filters'
export {
  commuteText,
  type FilterChip,
  filterChips,
  mergeFilters,
  type NamedPlaces,
  parseCommute,
  type ParsedSearch,
  parseSearch,
} from './catalog/search-terms'
export {
  countListings,
  getApartments,
  getAreaReviewCount,
  getBuildingListings,
  getBuildings,
  getHomePage,
  getLandlord,
  getLandlords,
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
export {
  ANONYMOUS,
  DetailedRatings,
  Review,
  REVIEW_STATUSES,
  ReviewStatus,
  VISIBLE_STATUSES,
} from './reviews/review'
export {
  Decline,
  DECLINE_REASONS,
  DECLINE_TEXTS,
  DeclineReason,
  MAX_DECLINE_NOTE_CHARACTERS,
} from './reviews/decline-reasons'
export {
  isOwnPhoto,
  isSitePicture,
  ownPhotoPath,
  PHOTO_FIELD,
  PHOTO_MAX_BYTES,
  PHOTO_WIDTHS,
  photoIdOf,
  PhotoSize,
  photoUrl,
} from './reviews/photo'
export {
  countReviewCharacters,
  MAX_BEDROOMS,
  MAX_PRICE_BRACKET,
  MAX_RATING,
  MAX_REPORT_CHARACTERS,
  MAX_REVIEW_CHARACTERS,
  MAX_REVIEW_PHOTOS,
  MIN_REVIEW_CHARACTERS,
  RATED_ASPECTS,
  REVIEW_MESSAGES,
  type ReviewForm,
  UNKNOWN_LANDLORD,
  validateReview,
} from './reviews/review-form'
export {
  addLike,
  createReview,
  editReview,
  getApartmentReviews,
  getLandlordReviews,
  getLikedReviews,
  getPhoto,
  getReview,
  getReviewsByStatus,
  getSizedPhoto,
  getUserReviews,
  importReviews,
  removeLike,
  updateReviewStatus,
  uploadPhoto,
} from './reviews/endpoints'
export {
  FIRST_REVIEWS,
  getReviews,
  getReviewSummary,
  MAX_REVIEW_QUERY,
  PlacedReview,
  REVIEW_SORTS,
  type ReviewSort,
  ReviewSummary,
} from './reviews/list-endpoints'
export {
  getModeratedReviews,
  getModerationLog,
  getModerationTrend,
  getReviewCounts,
  ModeratedReview,
  ModerationEntry,
  WaitingReviews,
  watchReviews,
  FLAG_KINDS,
  ReviewFlag,
} from './reviews/moderation-endpoints'
export {
  FrequentQuestion,
  getFrequentQuestions,
  getMe,
  importFrequentQuestions,
  issueSignInNonce,
  ProfilePhotoUrl,
  refreshSession,
  Role,
  ROLES,
  Session,
  SESSION_PATH,
  signInWithGoogle,
  SignInNonce,
  signOut,
  User,
} from './users/endpoints'
export {
  addSavedApartment,
  addSavedLandlord,
  checkSavedApartment,
  checkSavedLandlord,
  getSavedApartments,
  getSavedLandlords,
  removeSavedApartment,
  removeSavedLandlord,
} from './users/saved-endpoints'
export {
  addContactQuestion,
  addPendingBuilding,
  CONTACT_STATUSES,
  ContactDecision,
  ContactQuestion,
  ContactStatus,
  getContactLog,
  getContactQuestions,
  getPendingBuildings,
  PendingBuilding,
  updateContactQuestionStatus,
  updatePendingBuildingStatus,
} from './users/contact-endpoints'
export {
  type ApartmentForm,
  CONTACT_MESSAGES,
  countContactCharacters,
  MAX_CONTACT_ADDRESS_CHARACTERS,
  MAX_CONTACT_EMAIL_CHARACTERS,
  MAX_CONTACT_MESSAGE_CHARACTERS,
  MAX_CONTACT_NAME_CHARACTERS,
  MAX_CONTACT_PHOTOS,
  type QuestionForm,
  validateApartmentForm,
  validateQuestionForm,
} from './users/contact-forms'
export {
  AccountExport,
  deleteAccount,
  exportAccount,
  REVIEWS_AFTER_DELETION,
  ReviewsAfterDeletion,
} from './users/account-endpoints'
export * from './users/people-endpoints'
export * from './users/waiting-sign-in-endpoints'
export * from './queue-endpoints'
export * from './catalog/editing-endpoints'
export * from './catalog/link-preview-endpoints'
export * from './catalog/listing-picture-endpoints'
export * from './catalog/placement-endpoints'
export * from './catalog/change-log-endpoints'
export * from './deploy-endpoints'
export * from './telemetry-endpoints'
export * from './slots'
export * from './override-endpoints'
