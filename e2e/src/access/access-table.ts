import * as calls from '@offquad/contracts'
import { type Endpoint } from '@offquad/contracts'
import { type RequestParts } from './callers'
import { GUIDE, REVIEW_FORM, type SubjectKind } from './subjects'

/** The columns of every row below. */
export const ROLES = ['visitor', 'student', 'developer', 'administrator'] as const
export type Role = (typeof ROLES)[number]

/** Owners of the subject of a call, relative to the caller; a visitor owns nothing. */
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
  /** Statuses of a call without a subject. */
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
const CREATED: Row = [401, 201, 201, 201]
const DONE: Row = [204, 204, 204, 204]
/** Administrators send what is invalid, so that nothing is left behind. */
const INVALID: Row = [401, 403, 403, 400]
const SIGNED_IN_NOT_FOUND: Row = [401, 404, 404, 404]
const ADMINISTRATORS_NOT_FOUND: Row = [401, 403, 403, 404]
/** No canary is running. */
const NOT_NOW: Row = [401, 403, 403, 409]
const NOBODY: Row = [401, 403, 403, 403]

/** The rows of a call that is the same for all subjects that exist. */
const PUBLIC = { others: EVERYONE, missing: NOT_FOUND }
const PUBLIC_LIST = { others: EVERYONE, missing: EVERYONE }
const FOR_SIGNED_IN = { others: SIGNED_IN, missing: SIGNED_IN_NOT_FOUND }
const FOR_ADMINISTRATORS = { others: ADMINISTRATORS, missing: ADMINISTRATORS_NOT_FOUND }
const ADMINISTRATORS_LIST = { others: ADMINISTRATORS, missing: ADMINISTRATORS }

/** Statuses for the owner of a subject; a visitor owns nothing. */
const owned = (status: number, ofAdministrator = status): Row => [null, status, status, ofAdministrator]

type Parts = (subject: string) => RequestParts
const inParams =
  (name: string, more: Record<string, string> = {}, body?: object): Parts =>
  (subject) => ({ params: { [name]: subject, ...more }, ...(body && { body }) })
const inQuery =
  (name: string): Parts =>
  (subject) => ({ query: { [name]: subject } })
const inBody =
  (name: string, more: object = {}): Parts =>
  (subject) => ({ body: { [name]: subject, ...more } })
const params = (values: Record<string, string | number>) => () => ({ params: values })
const query = (values: Record<string, string>) => () => ({ query: values })
const body = (values: object) => () => ({ body: values })

const id = inParams('id')
const ids = inParams('ids')
const landlordId = inParams('landlordId')
const idWith = (sent: object): Parts => inParams('id', {}, sent)
const withStatus = (name: string, status: string): Parts => inParams(name, { status })
const to = (status: string): Parts => inParams('id', { status }, {})
const form = idWith(REVIEW_FORM)
const noRows = body({ rows: [] })
const app = inParams('app')
const VERSION = '0.0.0-access'
const ofVersion =
  (more: RequestParts): Parts =>
  (subject) => ({ params: { app: subject, version: VERSION }, ...more })
const aboutVersion = (sent: object = { version: VERSION }): Parts => inParams('app', {}, sent)
const PLACE = { id: 'my-12345678', mode: 'walk', latitude: 42.44, longitude: -76.48 }
const MY_PLACE = { name: 'Lab', mode: 'walk', latitude: 42.44, longitude: -76.48 }
const MEMBER = { memberName: 'Somebody', showsMinutes: true }
const CALLS_OF_LISTS: [call: Endpoint, body?: object, placeId?: string][] = [
  [calls.getList],
  [calls.getListMinutes],
  [calls.watchList],
  [calls.renameList, { name: 'Spring' }],
  [calls.putListPlace, { note: 'Big kitchen' }],
  [calls.putListOpinion, { vote: 'yes' }],
  [calls.putListMember, MEMBER],
  [calls.removeListPlace, {}, 'demo-2'],
  [calls.removeListMember, {}],
  [calls.reportList, { reason: 'Insults' }],
]
const PHOTO_OF_NOBODY = '0'.repeat(32)

/** Lines of calls about the same kind of subject, which say the same of it. */
const each = (common: Omit<AccessLine, 'call'>, ...about: Endpoint[]): AccessLine[] =>
  about.map((call) => ({ call, ...common }))

/**
 * The expected status of every call of the contract, by role (columns) and by owner of the subject (rows).
 * A call without a line fails the test. Unexpected-looking statuses have a comment.
 */
export const ACCESS_TABLE: readonly AccessLine[] = [
  // svc-catalog: public, except for administration. Apartments and landlords have no owner.
  { call: calls.setData, any: DONE },
  ...each({ any: EVERYONE }, calls.searchListings, calls.countListings, calls.getCommuteOptions),
  ...each({ any: EVERYONE }, calls.getSiteLinkPicture, calls.getGuides),
  { call: calls.getSearchSuggestions, request: query({ q: 'oak' }), any: EVERYONE },
  { call: calls.mapListings, request: query({ bounds: '42.4,-76.6,42.5,-76.4', zoom: '16' }), any: EVERYONE },
  { call: calls.getCommutes, request: body({ apartmentIds: [], places: [PLACE] }), any: EVERYONE },
  { call: calls.searchNearPlaces, request: body({ search: {}, places: [PLACE] }), any: EVERYONE },
  // No geocoder is configured.
  { call: calls.findAddress, request: body({ address: '1 Oak St' }), any: SIGNED_IN_NOT_FOUND },
  ...each({ request: params({ size: 2 }), any: EVERYONE }, calls.getHomePage, calls.getReviewsPage),
  { call: calls.getReviewedLandlords, request: params({ size: 2 }), any: EVERYONE },
  { call: calls.getSortedHomePage, request: params({ size: 2, sortBy: 'avgRating' }), any: EVERYONE },
  ...each(
    { request: params({ area: 'WEST' }), any: EVERYONE },
    calls.getLocation,
    calls.getAreaReviewCount,
    calls.getAreaLinkPreview,
  ),
  { call: calls.getApartments, about: 'apartment', request: ids, ...PUBLIC },
  ...each(
    { about: 'apartment', request: id, ...PUBLIC },
    calls.getTravelTimes,
    calls.getCampusBuses,
    calls.getApartmentLinkPreview,
  ),
  ...each(
    { about: 'apartment', request: ids, ...PUBLIC_LIST },
    calls.getListings,
    calls.getComparisonLinkPreview,
  ),
  { call: calls.getReportedRents, about: 'apartment', request: inQuery('aptId'), ...PUBLIC },
  {
    call: calls.getLinkPicture,
    about: 'apartment',
    request: inParams('id', { kind: 'apartment' }),
    ...PUBLIC,
  },
  { call: calls.getBuildings, about: 'landlord', request: landlordId, ...PUBLIC_LIST },
  { call: calls.getBuildingListings, about: 'landlord', request: landlordId, ...PUBLIC_LIST },
  { call: calls.getLandlord, about: 'landlord', request: id, ...PUBLIC },
  { call: calls.getLandlords, about: 'landlord', request: ids, ...PUBLIC_LIST },
  { call: calls.getLandlordLinkPreview, about: 'landlord', request: id, ...PUBLIC },
  ...each({ request: noRows, any: ADMINISTRATORS }, calls.importApartments, calls.importLandlords),
  ...each({ request: body({}), any: INVALID }, calls.addApartment, calls.addLandlord),
  { call: calls.changeApartment, about: 'apartment', request: idWith({}), ...FOR_ADMINISTRATORS },
  { call: calls.changeLandlord, about: 'landlord', request: idWith({}), ...FOR_ADMINISTRATORS },
  ...each(
    { any: ADMINISTRATORS },
    calls.findLandlords,
    calls.exportApartments,
    calls.exportLandlords,
    calls.listMissingListingPictures,
    calls.listUnplacedApartments,
    calls.getCatalogLog,
  ),
  { call: calls.findSimilarPlaces, request: query({ label: 'APARTMENT', name: 'Oak' }), any: ADMINISTRATORS },
  { call: calls.retryListingPictures, request: body({}), any: ADMINISTRATORS },
  { call: calls.retryGeocoding, request: body({ apartmentIds: ['none'] }), any: ADMINISTRATORS },
  ...[calls.getGuide, calls.getGuideLinkPreview].flatMap((call): AccessLine[] => [
    { call, use: 'a published one', about: 'published guide', request: inParams('slug'), ...PUBLIC },
    // Not even for administrators, who read its source.
    { call, use: 'a draft', about: 'draft guide', request: inParams('slug'), others: NOT_FOUND },
  ]),
  ...each({ any: ADMINISTRATORS }, calls.listGuides, calls.getGuideLog),
  { call: calls.readGuide, about: 'draft guide', request: id, ...FOR_ADMINISTRATORS },
  { call: calls.addGuide, request: body({ ...GUIDE, title: '' }), any: INVALID },
  {
    call: calls.changeGuide,
    about: 'draft guide',
    request: (subject) => ({ params: { id: subject }, body: { ...GUIDE, slug: subject, version: 2 } }),
    ...FOR_ADMINISTRATORS,
  },
  {
    call: calls.setGuideState,
    about: 'draft guide',
    request: idWith({ version: 2, state: 'draft' }),
    ...FOR_ADMINISTRATORS,
  },
  {
    call: calls.deleteGuide,
    about: 'draft guide',
    request: idWith({ version: 2 }),
    others: [401, 403, 403, 204],
    missing: ADMINISTRATORS_NOT_FOUND,
  },
  { call: calls.previewGuide, request: body({ body: GUIDE.body }), any: ADMINISTRATORS },

  // svc-reviews: visible reviews are public, others accessible to their author and administrators.
  {
    call: calls.getApartmentReviews,
    use: 'visible ones',
    about: 'apartment',
    request: withStatus('id', 'REPORTED'),
    ...PUBLIC_LIST,
  },
  {
    call: calls.getApartmentReviews,
    use: 'hidden ones',
    about: 'apartment',
    request: withStatus('id', 'PENDING'),
    ...ADMINISTRATORS_LIST,
  },
  {
    call: calls.getLandlordReviews,
    use: 'visible ones',
    about: 'landlord',
    request: withStatus('id', 'APPROVED'),
    ...PUBLIC_LIST,
  },
  {
    call: calls.getLandlordReviews,
    use: 'hidden ones',
    about: 'landlord',
    request: withStatus('id', 'DECLINED'),
    ...ADMINISTRATORS_LIST,
  },
  // Single reported reviews are visible; the list of all of them is for moderators.
  ...[
    ['APPROVED', EVERYONE] as const,
    ['REPORTED', ADMINISTRATORS] as const,
    ['DELETED', ADMINISTRATORS] as const,
  ].map(([status, any]) => ({
    call: calls.getReviewsByStatus,
    use: status,
    request: params({ status }),
    any,
  })),
  { call: calls.getReviews, about: 'apartment', request: inQuery('aptId'), ...PUBLIC_LIST },
  { call: calls.getComparedRatings, about: 'apartment', request: inQuery('aptIds'), ...PUBLIC_LIST },
  { call: calls.getReviewSummary, about: 'apartment', request: inQuery('aptId'), ...PUBLIC_LIST },
  { call: calls.getReview, about: 'approved review', request: id, own: owned(200), ...PUBLIC },
  { call: calls.getReview, about: 'reported review', request: id, own: owned(200), others: EVERYONE },
  ...(['pending review', 'deleted review'] as const).map((about) => ({
    call: calls.getReview,
    about,
    request: id,
    own: owned(200),
    others: [404, 404, 404, 200] as const,
  })),
  {
    call: calls.getUserReviews,
    about: 'account',
    request: withStatus('uid', 'PENDING'),
    own: owned(200),
    ...ADMINISTRATORS_LIST,
  },
  // Not even for administrators.
  {
    call: calls.getLikedReviews,
    about: 'account',
    request: inParams('uid'),
    own: owned(200),
    others: NOBODY,
    missing: NOBODY,
  },
  ...each(
    { about: 'approved review', request: inBody('reviewId'), own: owned(403), ...FOR_SIGNED_IN },
    calls.addLike,
    calls.removeLike,
  ),
  // Only administrators may learn that it exists.
  {
    call: calls.addLike,
    about: 'pending review',
    request: inBody('reviewId'),
    own: owned(403),
    others: [401, 404, 404, 409],
  },
  { call: calls.createReview, request: body(REVIEW_FORM), any: CREATED },
  {
    call: calls.editReview,
    about: 'approved review',
    request: form,
    own: owned(201),
    others: NOBODY,
    missing: SIGNED_IN_NOT_FOUND,
  },
  { call: calls.editReview, about: 'reported review', request: form, own: owned(409), others: NOBODY },
  {
    call: calls.editReview,
    about: 'pending review',
    request: form,
    own: owned(201),
    others: [401, 404, 404, 403],
  },
  {
    call: calls.updateReviewStatus,
    use: 'reports it',
    about: 'approved review',
    request: to('REPORTED'),
    own: owned(403),
    ...FOR_SIGNED_IN,
  },
  {
    call: calls.updateReviewStatus,
    use: 'deletes it',
    about: 'approved review',
    request: to('DELETED'),
    own: owned(200),
    // Administrators can delete only reported reviews.
    others: NOT_NOW,
    missing: SIGNED_IN_NOT_FOUND,
  },
  {
    call: calls.updateReviewStatus,
    use: 'deletes it',
    about: 'reported review',
    request: to('DELETED'),
    own: owned(409, 200),
    others: ADMINISTRATORS,
  },
  {
    call: calls.updateReviewStatus,
    use: 'approves it',
    about: 'pending review',
    request: to('APPROVED'),
    own: owned(403, 200),
    others: [401, 404, 404, 200],
    missing: SIGNED_IN_NOT_FOUND,
  },
  {
    call: calls.updateReviewStatus,
    use: 'declines it',
    about: 'pending review',
    request: to('DECLINED'),
    own: owned(403, 200),
    others: [401, 404, 404, 200],
  },
  {
    call: calls.updateReviewStatus,
    use: 'approves it',
    about: 'deleted review',
    request: to('APPROVED'),
    own: owned(403, 409),
    others: [401, 404, 404, 409],
  },
  { call: calls.uploadPhoto, any: CREATED },
  // Drafts: only the uploader has the random address of one. Photos of reviews follow their status.
  { call: calls.getPhoto, about: 'photo', request: id, own: owned(200), ...PUBLIC },
  {
    call: calls.getSizedPhoto,
    about: 'photo',
    request: inParams('id', { size: 'card' }),
    own: owned(200),
    ...PUBLIC,
  },
  { call: calls.importReviews, request: noRows, any: ADMINISTRATORS },
  { call: calls.getModeratedReviews, request: query({ status: 'PENDING' }), any: ADMINISTRATORS },
  ...each(
    { any: ADMINISTRATORS },
    calls.getReviewCounts,
    calls.getModerationLog,
    calls.getModerationTrend,
    calls.watchReviews,
  ),

  // svc-users: calls apply to the caller's own account.
  { call: calls.signInWithGoogle, request: body({ credential: 'none' }), any: NO_PERSON },
  ...each({ any: EVERYONE }, calls.issueSignInNonce, calls.getFrequentQuestions),
  // Requires the cookie, which no request of this table has.
  { call: calls.refreshSession, any: NO_PERSON },
  { call: calls.signOut, request: body({}), any: DONE },
  ...each(
    { any: SIGNED_IN },
    calls.getMe,
    calls.getMyPlaces,
    calls.getLists,
    calls.getAlerts,
    calls.countUnseenAlerts,
    calls.getSavedSearches,
    calls.getSavedApartments,
    calls.getSavedLandlords,
    calls.exportAccount,
  ),
  { call: calls.importFrequentQuestions, request: noRows, any: ADMINISTRATORS },
  // Without a name, so that no search is left behind.
  {
    call: calls.saveSearch,
    request: body({ name: '', address: '', criteria: {} }),
    any: [401, 400, 400, 400],
  },
  {
    call: calls.removeSavedSearch,
    request: () => ({ params: { id: 'none' }, body: {} }),
    any: [401, 204, 204, 204],
  },
  { call: calls.markAlertsSeen, request: body({ until: '2026-09-01T00:00:00Z' }), any: [401, 204, 204, 204] },
  { call: calls.setAlertMail, request: body({ mail: 'never' }), any: [401, 204, 204, 204] },
  {
    call: calls.unsubscribeFromAlerts,
    request: () => ({ params: { token: 'a-token-of-nobody-at-all' }, body: {} }),
    any: DONE,
  },
  // Without a name, so that no list is left behind.
  { call: calls.addList, request: body({ ...MEMBER, name: '' }), any: [401, 400, 400, 400] },
  // For those who are no members there is no list; not even for administrators, who can only delete it.
  ...CALLS_OF_LISTS.map(([call, sent, placeId = 'demo-1']): AccessLine => ({
    call,
    about: 'list',
    request: (subject) => ({
      params: { id: subject, placeId, memberId: 'nobody' },
      ...(call.method !== 'GET' && { body: sent }),
    }),
    own: owned(call.status),
    others: SIGNED_IN_NOT_FOUND,
    missing: SIGNED_IN_NOT_FOUND,
  })),
  {
    call: calls.shareList,
    about: 'list of one call',
    request: idWith({ allows: 'view' }),
    own: owned(200),
    others: SIGNED_IN_NOT_FOUND,
    missing: SIGNED_IN_NOT_FOUND,
  },
  {
    call: calls.deleteList,
    about: 'list of one call',
    request: idWith({}),
    own: owned(204),
    others: [401, 404, 404, 204],
    missing: SIGNED_IN_NOT_FOUND,
  },
  { call: calls.openSharedList, about: 'list link', request: inBody('token'), own: owned(200), ...PUBLIC },
  {
    call: calls.joinList,
    about: 'list link',
    request: inBody('token', MEMBER),
    own: owned(200),
    ...FOR_SIGNED_IN,
  },
  {
    call: calls.putMyPlace,
    request: () => ({ params: { id: PLACE.id }, body: MY_PLACE }),
    any: SIGNED_IN,
  },
  { call: calls.orderMyPlaces, request: body({ ids: [PLACE.id] }), any: SIGNED_IN },
  {
    call: calls.removeMyPlace,
    request: () => ({ params: { id: PLACE.id }, body: {} }),
    any: [401, 204, 204, 204],
  },
  {
    call: calls.checkSavedApartment,
    about: 'apartment',
    request: inBody('apartmentId'),
    others: SIGNED_IN,
    missing: SIGNED_IN,
  },
  {
    call: calls.checkSavedLandlord,
    about: 'landlord',
    request: inBody('landlordId'),
    others: SIGNED_IN,
    missing: SIGNED_IN,
  },
  ...each(
    { about: 'apartment', request: inBody('apartmentId'), ...FOR_SIGNED_IN },
    calls.addSavedApartment,
    calls.removeSavedApartment,
  ),
  ...each(
    { about: 'landlord', request: inBody('landlordId'), ...FOR_SIGNED_IN },
    calls.addSavedLandlord,
    calls.removeSavedLandlord,
  ),
  { call: calls.addPendingBuilding, request: body({ name: 'Elm House' }), any: CREATED },
  {
    call: calls.addContactQuestion,
    request: body({ name: 'n', email: 'n@example.org', msg: 'm' }),
    any: CREATED,
  },
  ...each(
    { request: params({ status: 'PENDING' }), any: ADMINISTRATORS },
    calls.getPendingBuildings,
    calls.getContactQuestions,
  ),
  {
    call: calls.updatePendingBuildingStatus,
    about: 'suggested apartment',
    request: to('COMPLETED'),
    own: owned(403, 200),
    ...FOR_ADMINISTRATORS,
  },
  {
    call: calls.updateContactQuestionStatus,
    about: 'question',
    request: to('COMPLETED'),
    own: owned(403, 200),
    ...FOR_ADMINISTRATORS,
  },
  ...each(
    { any: ADMINISTRATORS },
    calls.getContactLog,
    calls.getAdministrators,
    calls.getPeople,
    calls.getPeopleLog,
    calls.getWaitingSignIns,
  ),
  // No sign-in waits: approving one would replace an account that the other lines need.
  {
    call: calls.decideWaitingSignIn,
    request: () => ({ params: { id: 'missing' }, body: { decision: 'refused' } }),
    any: ADMINISTRATORS_NOT_FOUND,
  },
  // Revokes nothing: the owner of the address has no role.
  {
    call: calls.setRole,
    request: body({ email: 'without.role@cornell.edu', role: 'student' }),
    any: ADMINISTRATORS,
  },
  {
    call: calls.deleteAccount,
    request: body({ reviews: 'remove' }),
    any: [401, 204, 204, 204],
    endsAccount: true,
  },

  // The gateway: queues are for administrators, deploys for teams with their deploy token, what is live for both.
  ...each({ any: ADMINISTRATORS }, calls.getQueues, calls.getReleases, calls.getServices),
  { call: calls.retryFailedJobs, about: 'queue', request: inParams('name'), ...FOR_ADMINISTRATORS },
  { call: calls.allowOverrides, any: [401, 403, 204, 403] },
  { call: calls.reportPage, request: body({ reports: [] }), any: DONE },
  ...each(
    { about: 'app', request: app, any: ADMINISTRATORS, team: [200, 403, 403] },
    calls.getDeploys,
    calls.getVersionErrors,
  ),
  {
    call: calls.checkServiceVersion,
    request: () => ({ params: { service: 'svc-users' }, body: {} }),
    any: NO_PERSON,
  },
  ...each(
    { request: params({ service: 'svc-users' }), any: NO_PERSON },
    calls.getServiceTrial,
    calls.getServiceHistory,
  ),
  {
    call: calls.noteServiceChange,
    request: () => ({
      params: { service: 'svc-users' },
      body: { action: 'deploy', version: '0.1.0-b', before: '0.1.0-a' },
    }),
    any: NO_PERSON,
  },
  {
    call: calls.downloadDeployedFile,
    about: 'app',
    request: ofVersion({ query: { path: 'remote-entry.js' } }),
    any: NO_PERSON,
    team: [404, 403, 403],
  },
  {
    call: calls.uploadDeployedFile,
    about: 'app',
    // Files must be sent as application/octet-stream, but this is JSON.
    request: ofVersion({ query: { path: 'a.js' }, body: {} }),
    any: NO_PERSON,
    team: [415, 403, 403],
  },
  {
    call: calls.deployVersion,
    about: 'app',
    // None of its files were uploaded.
    request: ofVersion({ body: { files: [{ path: 'a.js', sha384: 'A'.repeat(64), bytes: 1 }] } }),
    any: NO_PERSON,
    team: [400, 403, 403],
  },
  { call: calls.promoteCanary, about: 'app', request: app, any: NOT_NOW, team: [409, 403, 403] },
  { call: calls.pauseCanary, about: 'app', request: aboutVersion(), any: NOT_NOW, team: [409, 403, 403] },
  {
    call: calls.markVersionBad,
    about: 'app',
    request: aboutVersion({ version: VERSION, reason: 'access' }),
    any: INVALID,
    team: [400, 403, 403],
  },
  ...each(
    { about: 'app', request: aboutVersion(), any: ADMINISTRATORS_NOT_FOUND, team: [404, 403, 403] },
    calls.previewStoredVersion,
    calls.endPreview,
  ),
  // A version that was never deployed.
  {
    call: calls.rollBack,
    about: 'app',
    request: aboutVersion({ to: VERSION }),
    any: INVALID,
    team: [400, 403, 403],
  },
  // Other apps use its slots, so it cannot be retired.
  { call: calls.retireApp, about: 'app', request: app, any: NO_PERSON, team: [400, 403, 403] },
  { call: calls.pruneVersions, about: 'app', request: app, any: NO_PERSON, team: [200, 403, 403] },
]

/** Ids that do not exist. */
export const missingIdOf = (about: SubjectKind): string =>
  about === 'photo' || about === 'list link' ? PHOTO_OF_NOBODY : about === 'app' ? 'mfe-nobody' : 'nobody'
