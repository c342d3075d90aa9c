import { type Static, type TSchema, Type } from 'typebox'
import { COMMUTE_MODES, Degrees } from './catalog/commutes'
import { PictureSource } from './catalog/listing-picture-endpoints'
import { PhotoId } from './photo'
import { ReviewStats } from './reviews/stats'
import { Id, Nullable, Timestamp } from './shapes'
import { AlertPlace, MAX_ALERT_PLACES } from './users/alert-endpoints'

/**
 * The processes that access a queue. `npm run slices` generates a Redis user for each. A process is named after its service,
 * `svc-catalog`, and the second process of a service `svc-catalog-worker`.
 */
interface Route {
  /** Processes that add jobs, beside the one that runs them. */
  from?: readonly string[]
  /** The service that runs the jobs, in its worker if it has one. */
  to: string
  /** Whether waiting jobs start more workers on Kubernetes. */
  scalesWorkers?: boolean
}

/** A kind of job with a dedicated queue. The worker validates `payload` before it runs. */
export interface JobContract<Payload extends TSchema = TSchema> extends Required<Route> {
  queue: string
  /** Describes the jobs, for operators. */
  purpose: string
  payload: Payload
  /**
   * Version of the payload, sent with every job. It rises when a worker of the previous version could not process the job; a
   * new optional field needs no new version.
   */
  version: number
  /** Upgrades a payload of an older version; absent: older payloads are valid as they are. */
  upgrade?: (payload: unknown, fromVersion: number) => unknown
}
export type PayloadOf<J> = J extends JobContract<infer P> ? Static<P> : never

export const job = <P extends TSchema>(
  queue: string,
  { from = [], to, scalesWorkers = false }: Route,
  purpose: string,
  payload: P,
  { version = 1, upgrade }: Partial<Pick<JobContract, 'version' | 'upgrade'>> = {},
): JobContract<P> => ({
  queue,
  from,
  to,
  scalesWorkers,
  purpose,
  payload,
  version,
  ...(upgrade && { upgrade }),
})

/** A job whose queue says everything. */
const signal = (queue: string, route: Route, purpose: string) => job(queue, route, purpose, Type.Object({}))

/** An apartment was created or moved. */
export const computeTravelTimes = job(
  'travel-times',
  { from: ['svc-catalog'], to: 'svc-catalog', scalesWorkers: true },
  'Computes how far an apartment is from campus',
  Type.Object({ apartmentId: Id }),
)

/** Compute all missing travel times, to recover from lost messages. */
export const sweepTravelTimes = signal(
  'travel-times-sweep',
  { to: 'svc-catalog' },
  'Looks for apartments without travel times',
)

/** Replace the estimated travel times of an apartment with those of the configured router. */
export const routeTravelTimes = job(
  'routed-travel-times',
  { to: 'svc-catalog' },
  'Fetches travel times from a router',
  Type.Object({ apartmentId: Id }),
)

/** Fetch the commutes from all apartments to a place from the configured router. */
export const routeCommutes = job(
  'commute-routing',
  { from: ['svc-catalog'], to: 'svc-catalog' },
  'Fetches the commutes to a place from a router',
  Type.Object({ ...Degrees, mode: Type.Enum([...COMMUTE_MODES]) }),
)

/** Geocode the address of an apartment. */
export const geocodeApartment = job(
  'geocoding',
  { to: 'svc-catalog' },
  'Looks up where addresses are',
  Type.Object({ apartmentId: Id }),
)

/** Enqueue every address that is due, to recover from lost messages. */
export const sweepGeocoding = signal(
  'geocoding-sweep',
  { from: ['svc-catalog'], to: 'svc-catalog' },
  'Looks for apartments that are not on the map',
)

/** Deliver entries that imports and crashes have left in the outboxes of reviews. */
export const deliverReviewOutbox = signal(
  'review-counts',
  { from: ['svc-reviews'], to: 'svc-reviews', scalesWorkers: true },
  'Delivers stats, mails and log entries of changed reviews',
)

/** Send all review stats again, to recover from lost messages. */
export const reconcileReviewStats = signal(
  'review-counts-reconciliation',
  { to: 'svc-reviews' },
  'Sends all review stats again',
)

/** Continue migrating stored reviews. */
export const migrateReviews = signal(
  'review-migrations',
  { to: 'svc-reviews' },
  'Brings stored reviews into the shape of this version',
)

/** The stats of the apartments and landlords whose reviews have changed. */
export const updateReviewStats = job(
  'review-stats',
  { from: ['svc-reviews', 'svc-reviews-worker'], to: 'svc-catalog', scalesWorkers: true },
  'Sends review stats of apartments and landlords to the catalog',
  ReviewStats,
)

/** Notify the author that a review was approved. */
export const sendReviewApprovedMail = job(
  'review-approved-mail',
  { from: ['svc-reviews', 'svc-reviews-worker'], to: 'svc-users' },
  'Notifies authors of approved reviews',
  Type.Object({
    userId: Id,
    reviewId: Id,
    aptId: Type.Union([Id, Type.Null()]),
    landlordId: Id,
    approval: Type.Optional(
      Type.String({ description: 'Id of the approval: a review may be approved again' }),
    ),
  }),
)

const PhotoOwner = Type.Object({
  photoIds: Type.Array(PhotoId, { maxItems: 500 }),
  userId: Type.Optional(
    Type.String({ description: 'Who attaches them: only photos this user uploaded count; absent: any' }),
  ),
  owner: Type.String({ minLength: 1, maxLength: 128, description: 'pending-building/<id>' }),
  changedAt: Type.Optional({
    ...Timestamp,
    description:
      'When the owner began or stopped to show them: the latest message counts. Absent: it shows them once, and never again',
  }),
})

/** These photos are in use, so keep them beyond their first day. */
export const attachPhotos = job(
  'photo-attachments',
  { from: ['svc-catalog-worker', 'svc-users'], to: 'svc-reviews', scalesWorkers: true },
  'Keeps photos that something shows',
  PhotoOwner,
)

/** The owner of these photos was deleted, so stop serving them. */
export const detachPhotos = job(
  'photo-detachments',
  { from: ['svc-catalog-worker', 'svc-users'], to: 'svc-reviews', scalesWorkers: true },
  'Releases photos that are no longer shown',
  PhotoOwner,
)

/** Delete photos that have been unused for a day. */
export const removeUnusedPhotos = signal(
  'unused-photos',
  { to: 'svc-reviews' },
  'Removes photos nothing uses',
)

/** An account was deleted. Sent at once, and again when its last access token has expired. */
export const accountDeleted = job(
  'account-deletions',
  { from: ['svc-users'], to: 'svc-reviews', scalesWorkers: true },
  'Erases deleted accounts',
  Type.Object({
    userId: Id,
    reviews: Type.Enum(['anonymise', 'remove'], {
      description:
        'anonymise: they stay without an author; remove: nobody sees them any more. Likes, and photos of submissions, go either way',
    }),
  }),
)

/** An account was deleted, whether or not it was an administrator's. */
export const forgetAdministrator = job(
  'catalog-account-deletions',
  { from: ['svc-users'], to: 'svc-catalog' },
  'Erases deleted accounts from the logs of the catalog',
  Type.Object({ userId: Id }),
)

/** Send pending messages, to recover from lost ones, and finish deleting accounts. */
export const sweepUserMessages = signal(
  'user-messages-sweep',
  { to: 'svc-users' },
  'Sends what submissions and deleted accounts left unsent',
)

/** Publish unpublished photo usage of apartments and landlords to svc-reviews. */
export const sweepPhotoUse = signal(
  'photo-use-sweep',
  { from: ['svc-catalog'], to: 'svc-catalog' },
  'Reports which photos apartments and landlords show',
)

/** Request svc-reviews to fetch due pictures of listings, to recover from lost messages. */
export const sweepListingPictures = signal(
  'listing-pictures-sweep',
  { from: ['svc-catalog'], to: 'svc-catalog' },
  'Looks for pictures of listings that are to be fetched',
)

/** Remove pictures that no listing references any more. */
export const reconcileListingPictures = signal(
  'listing-pictures-reconciliation',
  { to: 'svc-catalog' },
  'Compares the fetched pictures with what listings name',
)

/** Fetch a picture from its source and keep it under this id. */
export const fetchListingPicture = job(
  'listing-picture-fetches',
  { from: ['svc-catalog-worker'], to: 'svc-reviews' },
  'Fetches pictures that listings name',
  Type.Object({ photoId: PhotoId, source: PictureSource }),
)

/** Encode the missing AVIF sizes of a photo, after it was stored, or when an old photo is shown. */
export const encodePhotoAsAvif = job(
  'photo-encodings',
  { from: ['svc-reviews'], to: 'svc-reviews' },
  'Encodes photos as AVIF',
  Type.Object({ photoId: PhotoId }),
)

/** The outcome of fetching a picture. */
export const updateListingPicture = job(
  'listing-picture-outcomes',
  { from: ['svc-reviews-worker'], to: 'svc-catalog' },
  'Reports fetched pictures to the catalog',
  Type.Object({
    photoId: PhotoId,
    source: PictureSource,
    outcome: Type.Enum(['stored', 'unavailable', 'failed'], {
      description: 'unavailable: another attempt may succeed; failed: none will',
    }),
    reason: Type.Optional(Type.String({ description: 'Why it is not stored, for administrators' })),
  }),
)

const MAX_SUBJECTS = 500

/** Current apartments with their landlords, and landlords: the possible subjects of reviews. */
export const updateReviewSubjects = job(
  'review-subjects',
  { from: ['svc-catalog-worker'], to: 'svc-reviews' },
  'Sends apartments and landlords to svc-reviews',
  Type.Object({
    version: Type.Integer({
      minimum: 1,
      description: 'Grows with every read of the catalog; an older one is ignored',
    }),
    apartments: Type.Array(Type.Object({ id: Id, landlordId: Nullable(Id), name: Type.String() }), {
      maxItems: MAX_SUBJECTS,
    }),
    landlords: Type.Array(Type.Object({ id: Id, name: Type.String() }), { maxItems: MAX_SUBJECTS }),
    snapshot: Type.Optional(
      Type.Object(
        { part: Type.Integer({ minimum: 1 }), parts: Type.Integer({ minimum: 1 }) },
        { description: 'Of all there are; what none of the parts names does not exist' },
      ),
    ),
  }),
)

/** A student suggested an apartment, or an administrator decided which one it became. */
export const recordSuggestion = job(
  'apartment-suggestions',
  { from: ['svc-users'], to: 'svc-reviews' },
  'Sends suggested apartments, which their authors may review, to svc-reviews',
  Type.Object({
    id: Id,
    userId: Id,
    name: Type.String(),
    aptId: Type.Optional({ ...Id, description: 'The apartment that it became, which never changes' }),
  }),
)

/** Publish the apartments and landlords that are new or have changed landlords. */
export const publishReviewSubjects = signal(
  'review-subjects-sweep',
  { from: ['svc-catalog'], to: 'svc-catalog' },
  'Sends new apartments and landlords to svc-reviews',
)

/** svc-reviews to svc-catalog, and svc-catalog to its worker periodically: publish all apartments and landlords. */
export const publishAllReviewSubjects = signal(
  'review-subjects-snapshot',
  { from: ['svc-reviews-worker'], to: 'svc-catalog' },
  'Sends all apartments and landlords to svc-reviews',
)

const Criteria = Type.String({
  maxLength: 4000,
  description: 'A SearchCriteria as JSON, its members in alphabetical order: equal searches are equal texts',
})

/** Watch these searches for alerts; sent again periodically, as the catalog deletes them after a while. */
export const watchSearches = job(
  'watched-searches',
  { from: ['svc-users'], to: 'svc-catalog' },
  'Sends the searches that students saved to the catalog, without saying whose they are',
  Type.Object({ searches: Type.Array(Criteria, { maxItems: 500 }) }),
)

/** Compare the listings that have changed with all watched searches. */
export const matchChangedListings = signal(
  'search-matching',
  { to: 'svc-catalog' },
  'Finds the saved searches that changed listings meet',
)

/** The watched searches that changed listings meet. */
export const reportSearchMatches = job(
  'search-matches',
  { from: ['svc-catalog-worker'], to: 'svc-users' },
  'Sends the listings that meet saved searches to svc-users',
  Type.Object({
    round: Type.Integer({ minimum: 1, description: 'Of the comparison; the same when it is repeated' }),
    changedAt: { ...Timestamp, description: 'Searches that were saved later do not count' },
    matches: Type.Array(
      Type.Object({
        search: Criteria,
        places: Type.Array(AlertPlace, { minItems: 1, maxItems: MAX_ALERT_PLACES }),
        total: Type.Integer({ minimum: 1 }),
      }),
      { maxItems: 200 },
    ),
  }),
)
