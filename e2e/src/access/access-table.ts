import {
  addApartment,
  addContactQuestion,
  addGuide,
  addLandlord,
  addLike,
  addList,
  addPendingBuilding,
  addSavedApartment,
  addSavedLandlord,
  allowOverrides,
  changeApartment,
  changeGuide,
  changeLandlord,
  checkSavedApartment,
  checkSavedLandlord,
  countListings,
  createReview,
  decideWaitingSignIn,
  deleteAccount,
  deleteGuide,
  deleteList,
  endPreview,
  deployVersion,
  downloadDeployedFile,
  editReview,
  type Endpoint,
  exportAccount,
  exportApartments,
  exportLandlords,
  findAddress,
  findLandlords,
  findSimilarPlaces,
  getAdministrators,
  getApartmentLinkPreview,
  getApartmentReviews,
  getApartments,
  getAreaLinkPreview,
  getAreaReviewCount,
  getBuildingListings,
  getBuildings,
  getCampusBuses,
  getCatalogLog,
  getComparedRatings,
  getComparisonLinkPreview,
  getCommuteOptions,
  getCommutes,
  getContactLog,
  getContactQuestions,
  getReleases,
  getDeploys,
  getFrequentQuestions,
  getGuide,
  getGuideLog,
  getGuideLinkPreview,
  getGuides,
  getHomePage,
  getLandlord,
  getLandlordLinkPreview,
  getLandlordReviews,
  getLandlords,
  getLikedReviews,
  getLinkPicture,
  getList,
  getListMinutes,
  getListings,
  getLists,
  getLocation,
  getMe,
  getModeratedReviews,
  getModerationLog,
  getModerationTrend,
  getMyPlaces,
  getPendingBuildings,
  getPeople,
  getPeopleLog,
  getPhoto,
  getQueues,
  getReportedRents,
  getReview,
  getReviewCounts,
  getReviews,
  getReviewsByStatus,
  getReviewedLandlords,
  getReviewsPage,
  getReviewSummary,
  getSavedApartments,
  getSavedLandlords,
  getSearchSuggestions,
  getSiteLinkPicture,
  getSizedPhoto,
  getSortedHomePage,
  getTravelTimes,
  getUserReviews,
  getVersionErrors,
  previewGuide,
  previewStoredVersion,
  getWaitingSignIns,
  importApartments,
  importFrequentQuestions,
  importLandlords,
  importReviews,
  issueSignInNonce,
  joinList,
  listGuides,
  listMissingListingPictures,
  listUnplacedApartments,
  openSharedList,
  orderMyPlaces,
  markVersionBad,
  pauseCanary,
  promoteCanary,
  pruneVersions,
  putListMember,
  putListOpinion,
  putListPlace,
  putMyPlace,
  readGuide,
  refreshSession,
  removeLike,
  removeListMember,
  removeListPlace,
  removeMyPlace,
  removeSavedApartment,
  removeSavedLandlord,
  renameList,
  reportList,
  reportPage,
  retireApp,
  retryFailedJobs,
  retryGeocoding,
  retryListingPictures,
  rollBack,
  mapListings,
  searchListings,
  searchNearPlaces,
  setData,
  setGuideState,
  setRole,
  shareList,
  signInWithGoogle,
  signOut,
  updateContactQuestionStatus,
  updatePendingBuildingStatus,
  updateReviewStatus,
  uploadDeployedFile,
  uploadPhoto,
  watchList,
  watchReviews,
} from '@offquad/contracts'
import { type RequestParts } from './callers'
import { GUIDE, REVIEW_FORM, type SubjectKind } from './subjects'

/** The columns of every row below. */
export const ROLES = ['visitor', 'student', 'developer', 'administrator'] as const
export type Role = (typeof ROLES)[number]

/** Who owns the subject of a call, relative to the caller; a visitor owns nothing. */
export const OWNERSHIPS = ['own', 'others', 'missing'] as const
export type Ownership = (typeof OWNERSHIPS)[number]

/** The expected status for each role; null: not applicable to the role. */
type Row = readonly [visitor: number | null, student: number, developer: number, administrator: number]

export interface AccessLine {
  call: Endpoint
  /** Distinguishes the lines of a call that has several. */
  use?: string
  /** The subject of the call, created before each request; absent: nothing that has an owner. */
  about?: SubjectKind
  /** @param id of the subject, or one that does not exist */
  request?: (id: string) => RequestParts
  /** For a call without a subject. */
  any?: Row
  own?: Row
  others?: Row
  missing?: Row
  /** For calls with a deploy token: of the app itself, of another app, and for an app that does not exist. */
  team?: readonly [own: number, others: number, missing: number]
  /** Deletes the caller's account, so these lines run last. */
  endsAccount?: true
}

const EVERYONE: Row = [200, 200, 200, 200]
const SIGNED_IN: Row = [401, 200, 200, 200]
const ADMINISTRATORS: Row = [401, 403, 403, 200]
const NOT_FOUND: Row = [404, 404, 404, 404]
const NO_PERSON: Row = [401, 401, 401, 401]
/** No canary is running. */
const NOT_NOW: Row = [401, 403, 403, 409]
const NOT_STORED: Row = [401, 403, 403, 400]

const id = (subject: string): RequestParts => ({ params: { id: subject } })
const ids = (subject: string): RequestParts => ({ params: { ids: subject } })
const landlordId = (subject: string): RequestParts => ({ params: { landlordId: subject } })
const reviewId = (subject: string): RequestParts => ({ body: { reviewId: subject } })
const apartmentBody = (subject: string): RequestParts => ({ body: { apartmentId: subject } })
const landlordBody = (subject: string): RequestParts => ({ body: { landlordId: subject } })
const to =
  (status: string) =>
  (subject: string): RequestParts => ({ params: { id: subject, status }, body: {} })
const rowsOfImport = (): RequestParts => ({ body: { rows: [] } })
const app = (subject: string): RequestParts => ({ params: { app: subject } })
const version = (subject: string): RequestParts => ({ params: { app: subject, version: '0.0.0-access' } })
const PLACE = { id: 'my-12345678', mode: 'walk', latitude: 42.44, longitude: -76.48 }
const myPlace = (): RequestParts => ({ params: { id: PLACE.id } })
const MEMBER = { memberName: 'Somebody', showsMinutes: true }
const CALLS_OF_LISTS: [call: Endpoint, body?: object, placeId?: string][] = [
  [getList],
  [getListMinutes],
  [watchList],
  [renameList, { name: 'Spring' }],
  [putListPlace, { note: 'Big kitchen' }],
  [putListOpinion, { vote: 'yes' }],
  [putListMember, MEMBER],
  [removeListPlace, {}, 'demo-2'],
  [removeListMember, {}],
  [reportList, { reason: 'Insults' }],
]
const slug = (subject: string): RequestParts => ({ params: { slug: subject } })
const PHOTO_OF_NOBODY = '0'.repeat(32)

/**
 * The expected status of every call of the contract, by role (columns) and by owner of the subject (rows).
 * A call without a line fails the test. Unexpected-looking statuses have a comment.
 */
export const ACCESS_TABLE: readonly AccessLine[] = [
  // svc-catalog: public, except for administration. Apartments and landlords have no owner.
  { call: setData, any: [204, 204, 204, 204] },
  { call: getSearchSuggestions, request: () => ({ query: { q: 'oak' } }), any: EVERYONE },
  { call: searchListings, any: EVERYONE },
  { call: countListings, any: EVERYONE },
  {
    call: mapListings,
    request: () => ({ query: { bounds: '42.4,-76.6,42.5,-76.4', zoom: '16' } }),
    any: EVERYONE,
  },
  { call: getCommuteOptions, any: EVERYONE },
  { call: getCommutes, request: () => ({ body: { apartmentIds: [], places: [PLACE] } }), any: EVERYONE },
  { call: searchNearPlaces, request: () => ({ body: { search: {}, places: [PLACE] } }), any: EVERYONE },
  // No geocoder is configured.
  { call: findAddress, request: () => ({ body: { address: '1 Oak St' } }), any: [401, 404, 404, 404] },
  { call: getHomePage, request: () => ({ params: { size: 2 } }), any: EVERYONE },
  {
    call: getSortedHomePage,
    request: () => ({ params: { size: 2, sortBy: 'avgRating' } }),
    any: EVERYONE,
  },
  { call: getReviewsPage, request: () => ({ params: { size: 2 } }), any: EVERYONE },
  { call: getReviewedLandlords, request: () => ({ params: { size: 2 } }), any: EVERYONE },
  { call: getLocation, request: () => ({ params: { area: 'WEST' } }), any: EVERYONE },
  { call: getAreaReviewCount, request: () => ({ params: { area: 'WEST' } }), any: EVERYONE },
  { call: getApartments, about: 'apartment', request: ids, others: EVERYONE, missing: NOT_FOUND },
  { call: getListings, about: 'apartment', request: ids, others: EVERYONE, missing: EVERYONE },
  { call: getTravelTimes, about: 'apartment', request: id, others: EVERYONE, missing: NOT_FOUND },
  { call: getCampusBuses, about: 'apartment', request: id, others: EVERYONE, missing: NOT_FOUND },
  {
    call: getReportedRents,
    about: 'apartment',
    request: (subject) => ({ query: { aptId: subject } }),
    others: EVERYONE,
    missing: NOT_FOUND,
  },
  { call: getBuildings, about: 'landlord', request: landlordId, others: EVERYONE, missing: EVERYONE },
  { call: getBuildingListings, about: 'landlord', request: landlordId, others: EVERYONE, missing: EVERYONE },
  { call: getLandlord, about: 'landlord', request: id, others: EVERYONE, missing: NOT_FOUND },
  { call: getLandlords, about: 'landlord', request: ids, others: EVERYONE, missing: EVERYONE },
  { call: getApartmentLinkPreview, about: 'apartment', request: id, others: EVERYONE, missing: NOT_FOUND },
  { call: getLandlordLinkPreview, about: 'landlord', request: id, others: EVERYONE, missing: NOT_FOUND },
  { call: getAreaLinkPreview, request: () => ({ params: { area: 'WEST' } }), any: EVERYONE },
  { call: getComparisonLinkPreview, about: 'apartment', request: ids, others: EVERYONE, missing: EVERYONE },
  {
    call: getLinkPicture,
    about: 'apartment',
    request: (subject) => ({ params: { kind: 'apartment', id: subject } }),
    others: EVERYONE,
    missing: NOT_FOUND,
  },
  { call: getSiteLinkPicture, any: EVERYONE },
  { call: importApartments, request: rowsOfImport, any: ADMINISTRATORS },
  { call: importLandlords, request: rowsOfImport, any: ADMINISTRATORS },
  // An empty form, which is rejected for administrators, so that no apartment is left behind.
  { call: addApartment, request: () => ({ body: {} }), any: [401, 403, 403, 400] },
  { call: addLandlord, request: () => ({ body: {} }), any: [401, 403, 403, 400] },
  {
    call: changeApartment,
    about: 'apartment',
    request: (subject) => ({ params: { id: subject }, body: {} }),
    others: ADMINISTRATORS,
    missing: [401, 403, 403, 404],
  },
  {
    call: changeLandlord,
    about: 'landlord',
    request: (subject) => ({ params: { id: subject }, body: {} }),
    others: ADMINISTRATORS,
    missing: [401, 403, 403, 404],
  },
  { call: findLandlords, any: ADMINISTRATORS },
  {
    call: findSimilarPlaces,
    request: () => ({ query: { label: 'APARTMENT', name: 'Oak' } }),
    any: ADMINISTRATORS,
  },
  { call: exportApartments, any: ADMINISTRATORS },
  { call: exportLandlords, any: ADMINISTRATORS },
  { call: listMissingListingPictures, any: ADMINISTRATORS },
  { call: retryListingPictures, request: () => ({ body: {} }), any: ADMINISTRATORS },
  { call: listUnplacedApartments, any: ADMINISTRATORS },
  { call: retryGeocoding, request: () => ({ body: { apartmentIds: ['none'] } }), any: ADMINISTRATORS },
  { call: getCatalogLog, any: ADMINISTRATORS },
  { call: getGuides, any: EVERYONE },
  ...[getGuide, getGuideLinkPreview].flatMap((call): AccessLine[] => [
    {
      call,
      use: 'a published one',
      about: 'published guide',
      request: slug,
      others: EVERYONE,
      missing: NOT_FOUND,
    },
    // Not even for administrators, who read its source.
    { call, use: 'a draft', about: 'draft guide', request: slug, others: NOT_FOUND },
  ]),
  { call: listGuides, any: ADMINISTRATORS },
  {
    call: readGuide,
    about: 'draft guide',
    request: id,
    others: ADMINISTRATORS,
    missing: [401, 403, 403, 404],
  },
  // Without a title, so that no guide is left behind.
  { call: addGuide, request: () => ({ body: { ...GUIDE, title: '' } }), any: [401, 403, 403, 400] },
  {
    call: changeGuide,
    about: 'draft guide',
    request: (subject) => ({ params: { id: subject }, body: { ...GUIDE, slug: subject, version: 2 } }),
    others: ADMINISTRATORS,
    missing: [401, 403, 403, 404],
  },
  {
    call: setGuideState,
    about: 'draft guide',
    request: (subject) => ({ params: { id: subject }, body: { version: 2, state: 'draft' } }),
    others: ADMINISTRATORS,
    missing: [401, 403, 403, 404],
  },
  {
    call: deleteGuide,
    about: 'draft guide',
    request: (subject) => ({ params: { id: subject }, body: { version: 2 } }),
    others: [401, 403, 403, 204],
    missing: [401, 403, 403, 404],
  },
  { call: getGuideLog, any: ADMINISTRATORS },
  { call: previewGuide, request: () => ({ body: { body: GUIDE.body } }), any: ADMINISTRATORS },

  // svc-reviews: visible reviews are public, others accessible to their author and administrators.
  {
    call: getApartmentReviews,
    use: 'visible ones',
    about: 'apartment',
    request: (subject) => ({ params: { id: subject, status: 'REPORTED' } }),
    others: EVERYONE,
    missing: EVERYONE,
  },
  {
    call: getApartmentReviews,
    use: 'hidden ones',
    about: 'apartment',
    request: (subject) => ({ params: { id: subject, status: 'PENDING' } }),
    others: ADMINISTRATORS,
    missing: ADMINISTRATORS,
  },
  {
    call: getLandlordReviews,
    use: 'visible ones',
    about: 'landlord',
    request: (subject) => ({ params: { id: subject, status: 'APPROVED' } }),
    others: EVERYONE,
    missing: EVERYONE,
  },
  {
    call: getLandlordReviews,
    use: 'hidden ones',
    about: 'landlord',
    request: (subject) => ({ params: { id: subject, status: 'DECLINED' } }),
    others: ADMINISTRATORS,
    missing: ADMINISTRATORS,
  },
  {
    call: getReviewsByStatus,
    use: 'approved ones',
    request: () => ({ params: { status: 'APPROVED' } }),
    any: EVERYONE,
  },
  // Single reported reviews are visible; the list of all of them is for moderators.
  {
    call: getReviewsByStatus,
    use: 'reported ones',
    request: () => ({ params: { status: 'REPORTED' } }),
    any: ADMINISTRATORS,
  },
  {
    call: getReviewsByStatus,
    use: 'deleted ones',
    request: () => ({ params: { status: 'DELETED' } }),
    any: ADMINISTRATORS,
  },
  {
    call: getReviews,
    about: 'apartment',
    request: (subject) => ({ query: { aptId: subject } }),
    others: EVERYONE,
    missing: EVERYONE,
  },
  {
    call: getComparedRatings,
    about: 'apartment',
    request: (subject) => ({ query: { aptIds: subject } }),
    others: EVERYONE,
    missing: EVERYONE,
  },
  {
    call: getReviewSummary,
    about: 'apartment',
    request: (subject) => ({ query: { aptId: subject } }),
    others: EVERYONE,
    missing: EVERYONE,
  },
  {
    call: getReview,
    use: 'an approved one',
    about: 'approved review',
    request: id,
    own: [null, 200, 200, 200],
    others: EVERYONE,
    missing: NOT_FOUND,
  },
  {
    call: getReview,
    use: 'a reported one',
    about: 'reported review',
    request: id,
    own: [null, 200, 200, 200],
    others: EVERYONE,
  },
  {
    call: getReview,
    use: 'a pending one',
    about: 'pending review',
    request: id,
    own: [null, 200, 200, 200],
    others: [404, 404, 404, 200],
  },
  {
    call: getReview,
    use: 'a deleted one',
    about: 'deleted review',
    request: id,
    own: [null, 200, 200, 200],
    others: [404, 404, 404, 200],
  },
  {
    call: getUserReviews,
    about: 'account',
    request: (subject) => ({ params: { uid: subject, status: 'PENDING' } }),
    own: [null, 200, 200, 200],
    others: ADMINISTRATORS,
    missing: ADMINISTRATORS,
  },
  // Not even for administrators.
  {
    call: getLikedReviews,
    about: 'account',
    request: (subject) => ({ params: { uid: subject } }),
    own: [null, 200, 200, 200],
    others: [401, 403, 403, 403],
    missing: [401, 403, 403, 403],
  },
  {
    call: addLike,
    use: 'an approved one',
    about: 'approved review',
    request: reviewId,
    own: [null, 403, 403, 403],
    others: SIGNED_IN,
    missing: [401, 404, 404, 404],
  },
  // Only administrators may learn that it exists.
  {
    call: addLike,
    use: 'a pending one',
    about: 'pending review',
    request: reviewId,
    own: [null, 403, 403, 403],
    others: [401, 404, 404, 409],
  },
  {
    call: removeLike,
    about: 'approved review',
    request: reviewId,
    own: [null, 403, 403, 403],
    others: SIGNED_IN,
    missing: [401, 404, 404, 404],
  },
  { call: createReview, request: () => ({ body: REVIEW_FORM }), any: [401, 201, 201, 201] },
  {
    call: editReview,
    use: 'an approved one',
    about: 'approved review',
    request: (subject) => ({ params: { id: subject }, body: REVIEW_FORM }),
    own: [null, 201, 201, 201],
    others: [401, 403, 403, 403],
    missing: [401, 404, 404, 404],
  },
  {
    call: editReview,
    use: 'a reported one',
    about: 'reported review',
    request: (subject) => ({ params: { id: subject }, body: REVIEW_FORM }),
    own: [null, 409, 409, 409],
    others: [401, 403, 403, 403],
  },
  {
    call: editReview,
    use: 'a pending one',
    about: 'pending review',
    request: (subject) => ({ params: { id: subject }, body: REVIEW_FORM }),
    own: [null, 201, 201, 201],
    others: [401, 404, 404, 403],
  },
  {
    call: updateReviewStatus,
    use: 'reports an approved one',
    about: 'approved review',
    request: to('REPORTED'),
    own: [null, 403, 403, 403],
    others: SIGNED_IN,
    missing: [401, 404, 404, 404],
  },
  {
    call: updateReviewStatus,
    use: 'deletes an approved one',
    about: 'approved review',
    request: to('DELETED'),
    own: [null, 200, 200, 200],
    // Administrators can delete only reported reviews.
    others: [401, 403, 403, 409],
    missing: [401, 404, 404, 404],
  },
  {
    call: updateReviewStatus,
    use: 'deletes a reported one',
    about: 'reported review',
    request: to('DELETED'),
    own: [null, 409, 409, 200],
    others: ADMINISTRATORS,
  },
  {
    call: updateReviewStatus,
    use: 'approves a pending one',
    about: 'pending review',
    request: to('APPROVED'),
    own: [null, 403, 403, 200],
    others: [401, 404, 404, 200],
    missing: [401, 404, 404, 404],
  },
  {
    call: updateReviewStatus,
    use: 'declines a pending one',
    about: 'pending review',
    request: to('DECLINED'),
    own: [null, 403, 403, 200],
    others: [401, 404, 404, 200],
  },
  {
    call: updateReviewStatus,
    use: 'approves a deleted one',
    about: 'deleted review',
    request: to('APPROVED'),
    own: [null, 403, 403, 409],
    others: [401, 404, 404, 409],
  },
  { call: uploadPhoto, any: [401, 201, 201, 201] },
  // Drafts: who has the random address of one has uploaded it. Those of reviews follow their status.
  {
    call: getPhoto,
    about: 'photo',
    request: id,
    own: [null, 200, 200, 200],
    others: EVERYONE,
    missing: NOT_FOUND,
  },
  {
    call: getSizedPhoto,
    about: 'photo',
    request: (subject) => ({ params: { id: subject, size: 'card' } }),
    own: [null, 200, 200, 200],
    others: EVERYONE,
    missing: NOT_FOUND,
  },
  { call: importReviews, request: rowsOfImport, any: ADMINISTRATORS },
  {
    call: getModeratedReviews,
    request: () => ({ query: { status: 'PENDING' } }),
    any: ADMINISTRATORS,
  },
  { call: getReviewCounts, any: ADMINISTRATORS },
  { call: getModerationLog, any: ADMINISTRATORS },
  { call: getModerationTrend, any: ADMINISTRATORS },
  { call: watchReviews, any: ADMINISTRATORS },

  // svc-users: calls apply to the caller's own account.
  { call: signInWithGoogle, request: () => ({ body: { credential: 'none' } }), any: NO_PERSON },
  { call: issueSignInNonce, any: EVERYONE },
  // Requires the cookie, which no request of this table has.
  { call: refreshSession, any: NO_PERSON },
  { call: signOut, request: () => ({ body: {} }), any: [204, 204, 204, 204] },
  { call: getMe, any: SIGNED_IN },
  { call: getFrequentQuestions, any: EVERYONE },
  { call: importFrequentQuestions, request: rowsOfImport, any: ADMINISTRATORS },
  { call: getMyPlaces, any: SIGNED_IN },
  { call: getLists, any: SIGNED_IN },
  // Without a name, so that no list is left behind.
  { call: addList, request: () => ({ body: { ...MEMBER, name: '' } }), any: [401, 400, 400, 400] },
  // For those who are no members there is no list; not even for administrators, who can only delete it.
  ...CALLS_OF_LISTS.map(([call, body, placeId = 'demo-1']): AccessLine => ({
    call,
    about: 'list',
    request: (subject) => ({
      params: { id: subject, placeId, memberId: 'nobody' },
      ...(call.method !== 'GET' && { body }),
    }),
    own: [null, call.status, call.status, call.status],
    others: [401, 404, 404, 404],
    missing: [401, 404, 404, 404],
  })),
  {
    call: shareList,
    about: 'list of one call',
    request: (subject) => ({ params: { id: subject }, body: { allows: 'view' } }),
    own: [null, 200, 200, 200],
    others: [401, 404, 404, 404],
    missing: [401, 404, 404, 404],
  },
  {
    call: deleteList,
    about: 'list of one call',
    request: (subject) => ({ params: { id: subject }, body: {} }),
    own: [null, 204, 204, 204],
    others: [401, 404, 404, 204],
    missing: [401, 404, 404, 404],
  },
  {
    call: openSharedList,
    about: 'list link',
    request: (subject) => ({ body: { token: subject } }),
    own: [null, 200, 200, 200],
    others: EVERYONE,
    missing: NOT_FOUND,
  },
  {
    call: joinList,
    about: 'list link',
    request: (subject) => ({ body: { token: subject, ...MEMBER } }),
    own: [null, 200, 200, 200],
    others: SIGNED_IN,
    missing: [401, 404, 404, 404],
  },
  {
    call: putMyPlace,
    request: () => ({
      ...myPlace(),
      body: { name: 'Lab', mode: 'walk', latitude: 42.44, longitude: -76.48 },
    }),
    any: SIGNED_IN,
  },
  { call: orderMyPlaces, request: () => ({ body: { ids: [PLACE.id] } }), any: SIGNED_IN },
  { call: removeMyPlace, request: () => ({ ...myPlace(), body: {} }), any: [401, 204, 204, 204] },
  { call: getSavedApartments, any: SIGNED_IN },
  { call: getSavedLandlords, any: SIGNED_IN },
  {
    call: checkSavedApartment,
    about: 'apartment',
    request: apartmentBody,
    others: SIGNED_IN,
    missing: SIGNED_IN,
  },
  {
    call: checkSavedLandlord,
    about: 'landlord',
    request: landlordBody,
    others: SIGNED_IN,
    missing: SIGNED_IN,
  },
  {
    call: addSavedApartment,
    about: 'apartment',
    request: apartmentBody,
    others: SIGNED_IN,
    missing: [401, 404, 404, 404],
  },
  {
    call: addSavedLandlord,
    about: 'landlord',
    request: landlordBody,
    others: SIGNED_IN,
    missing: [401, 404, 404, 404],
  },
  {
    call: removeSavedApartment,
    about: 'apartment',
    request: apartmentBody,
    others: SIGNED_IN,
    missing: [401, 404, 404, 404],
  },
  {
    call: removeSavedLandlord,
    about: 'landlord',
    request: landlordBody,
    others: SIGNED_IN,
    missing: [401, 404, 404, 404],
  },
  { call: addPendingBuilding, request: () => ({ body: { name: 'Elm House' } }), any: [401, 201, 201, 201] },
  {
    call: addContactQuestion,
    request: () => ({ body: { name: 'n', email: 'n@example.org', msg: 'm' } }),
    any: [401, 201, 201, 201],
  },
  {
    call: getPendingBuildings,
    request: () => ({ params: { status: 'PENDING' } }),
    any: ADMINISTRATORS,
  },
  {
    call: getContactQuestions,
    request: () => ({ params: { status: 'PENDING' } }),
    any: ADMINISTRATORS,
  },
  {
    call: updatePendingBuildingStatus,
    about: 'suggested apartment',
    request: to('COMPLETED'),
    own: [null, 403, 403, 200],
    others: ADMINISTRATORS,
    missing: [401, 403, 403, 404],
  },
  {
    call: updateContactQuestionStatus,
    about: 'question',
    request: to('COMPLETED'),
    own: [null, 403, 403, 200],
    others: ADMINISTRATORS,
    missing: [401, 403, 403, 404],
  },
  { call: getContactLog, any: ADMINISTRATORS },
  { call: getAdministrators, any: ADMINISTRATORS },
  { call: getPeople, any: ADMINISTRATORS },
  { call: getPeopleLog, any: ADMINISTRATORS },
  { call: getWaitingSignIns, any: ADMINISTRATORS },
  // No sign-in waits: approving one would replace an account that the other lines need.
  {
    call: decideWaitingSignIn,
    request: () => ({ params: { id: 'missing' }, body: { decision: 'refused' } }),
    any: [401, 403, 403, 404],
  },
  // Revokes nothing: the owner of the address has no role.
  {
    call: setRole,
    request: () => ({ body: { email: 'without.role@cornell.edu', role: 'student' } }),
    any: ADMINISTRATORS,
  },
  { call: exportAccount, any: SIGNED_IN },
  {
    call: deleteAccount,
    request: () => ({ body: { reviews: 'remove' } }),
    any: [401, 204, 204, 204],
    endsAccount: true,
  },

  // The gateway: queues are for administrators, deploys for teams with their deploy token, what is live for both.
  { call: getQueues, any: ADMINISTRATORS },
  {
    call: retryFailedJobs,
    about: 'queue',
    request: (subject) => ({ params: { name: subject } }),
    others: ADMINISTRATORS,
    missing: [401, 403, 403, 404],
  },
  { call: allowOverrides, any: [401, 403, 204, 403] },
  { call: reportPage, request: () => ({ body: { reports: [] } }), any: [204, 204, 204, 204] },
  { call: getReleases, any: ADMINISTRATORS },
  { call: getDeploys, about: 'app', request: app, any: ADMINISTRATORS, team: [200, 403, 403] },
  { call: getVersionErrors, about: 'app', request: app, any: ADMINISTRATORS, team: [200, 403, 403] },
  {
    call: downloadDeployedFile,
    about: 'app',
    request: (subject) => ({ ...version(subject), query: { path: 'remote-entry.js' } }),
    any: NO_PERSON,
    team: [404, 403, 403],
  },
  {
    call: uploadDeployedFile,
    about: 'app',
    // Files must be sent as application/octet-stream, but this is JSON.
    request: (subject) => ({ ...version(subject), query: { path: 'a.js' }, body: {} }),
    any: NO_PERSON,
    team: [415, 403, 403],
  },
  {
    call: deployVersion,
    about: 'app',
    // None of its files were uploaded.
    request: (subject) => ({
      ...version(subject),
      body: { files: [{ path: 'a.js', sha384: 'A'.repeat(64), bytes: 1 }] },
    }),
    any: NO_PERSON,
    team: [400, 403, 403],
  },
  { call: promoteCanary, about: 'app', request: app, any: NOT_NOW, team: [409, 403, 403] },
  {
    call: pauseCanary,
    about: 'app',
    request: (subject) => ({ ...app(subject), body: { version: '0.0.0-access' } }),
    any: NOT_NOW,
    team: [409, 403, 403],
  },
  {
    call: markVersionBad,
    about: 'app',
    request: (subject) => ({ ...app(subject), body: { version: '0.0.0-access', reason: 'access' } }),
    any: NOT_STORED,
    team: [400, 403, 403],
  },
  {
    call: previewStoredVersion,
    about: 'app',
    request: (subject) => ({ ...app(subject), body: { version: '0.0.0-access' } }),
    any: [401, 403, 403, 404],
    team: [404, 403, 403],
  },
  {
    call: endPreview,
    about: 'app',
    request: (subject) => ({ ...app(subject), body: { version: '0.0.0-access' } }),
    any: [401, 403, 403, 404],
    team: [404, 403, 403],
  },
  {
    call: rollBack,
    about: 'app',
    // A version that was never deployed.
    request: (subject) => ({ ...app(subject), body: { to: '0.0.0-access' } }),
    any: NOT_STORED,
    team: [400, 403, 403],
  },
  // Other apps use its slots, so it cannot be retired.
  { call: retireApp, about: 'app', request: app, any: NO_PERSON, team: [400, 403, 403] },
  { call: pruneVersions, about: 'app', request: app, any: NO_PERSON, team: [200, 403, 403] },
]

/** Ids that do not exist. */
export const missingIdOf = (about: SubjectKind): string =>
  about === 'photo' || about === 'list link' ? PHOTO_OF_NOBODY : about === 'app' ? 'mfe-nobody' : 'nobody'
