import { type Static, type TSchema, Type } from 'typebox'
import { COMMUTE_MODES, Degrees } from './catalog/commutes'
import { ReportedRent } from './catalog/listing'
import { RentReports } from './catalog/reported-rent-endpoints'
import { PictureSource } from './catalog/listing-picture-endpoints'
import { PhotoId } from './reviews/photo'
import { TopicList } from './reviews/topics'
import { Id, Nullable } from './shapes'

/** A kind of job with a dedicated queue. The worker validates `payload` before it runs. */
export interface JobContract<Payload extends TSchema = TSchema> {
  queue: string
  /** What its jobs do, for operators. */
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

const job = <P extends TSchema>(
  queue: string,
  purpose: string,
  payload: P,
  { version = 1, upgrade }: Partial<Pick<JobContract, 'version' | 'upgrade'>> = {},
): JobContract<P> => ({
  queue,
  purpose,
  payload,
  version,
  ...(upgrade && { upgrade }),
})

/** svc-catalog to its worker: an apartment was created or moved. */
export const computeTravelTimes = job(
  'travel-times',
  'Computes how far an apartment is from campus',
  Type.Object({ apartmentId: Id }),
)

/** svc-catalog to its worker: compute all missing travel times, to recover from lost messages. */
export const sweepTravelTimes = job(
  'travel-times-sweep',
  'Looks for apartments without travel times',
  Type.Object({}),
)

/** svc-catalog to its worker: replace the estimated travel times of an apartment with those of the configured router. */
export const routeTravelTimes = job(
  'routed-travel-times',
  'Fetches travel times from a router',
  Type.Object({ apartmentId: Id }),
)

/** svc-catalog to its worker: fetch the commutes from all apartments to a place from the configured router. */
export const routeCommutes = job(
  'commute-routing',
  'Fetches the commutes to a place from a router',
  Type.Object({ ...Degrees, mode: Type.Enum([...COMMUTE_MODES]) }),
)

/** svc-catalog to its worker: geocode the address of an apartment. */
export const geocodeApartment = job(
  'geocoding',
  'Looks up where addresses are',
  Type.Object({ apartmentId: Id }),
)

/** svc-catalog to its worker: enqueue every address that is due, to recover from lost messages. */
export const sweepGeocoding = job(
  'geocoding-sweep',
  'Looks for apartments that are not on the map',
  Type.Object({}),
)

/** svc-reviews to its worker: deliver what imports and crashes have left in the outboxes of reviews. */
export const deliverReviewOutbox = job(
  'review-counts',
  'Delivers stats, mails and log entries of changed reviews',
  Type.Object({}),
)

/** svc-reviews to its worker: check reviews that were submitted, edited or reported for what administrators should see. */
export const flagReviews = job(
  'review-flags',
  'Looks for what administrators should see in waiting reviews',
  Type.Object({}),
)

/** svc-reviews to its worker: send all review stats again, to recover from lost messages. */
export const reconcileReviewStats = job(
  'review-counts-reconciliation',
  'Sends all review stats again',
  Type.Object({}),
)

/** svc-reviews to its worker: continue migrating stored reviews. */
export const migrateReviews = job(
  'review-migrations',
  'Brings stored reviews into the shape of this version',
  Type.Object({}),
)

/** What the publicly visible reviews of an apartment say. */
export const ListingStats = Type.Object({
  aptId: Id,
  numReviews: Type.Integer({ minimum: 0 }),
  avgRating: Type.Number(),
  avgPrice: Type.Number(),
  lastReviewedAt: Nullable(Type.String({ format: 'date-time' })),
  reportedRent: Nullable(ReportedRent),
  topics: TopicList,
  rents: Type.Array(RentReports, { description: 'Each year and number of bedrooms once' }),
})
export type ListingStats = Static<typeof ListingStats>

/** What the publicly visible reviews of a landlord say. */
export const LandlordStats = Type.Object({
  landlordId: Id,
  numReviews: Type.Integer({ minimum: 0 }),
  avgRating: Type.Number(),
  reviewIds: Type.Array(Type.String()),
  topics: TopicList,
})
export type LandlordStats = Static<typeof LandlordStats>

/** Stats that were computed together; also for apartments and landlords that svc-catalog does not have yet. */
export const ReviewStats = Type.Object({
  version: Type.Integer({ minimum: 1, description: 'Rises with every computation; older stats are ignored' }),
  listings: Type.Array(ListingStats),
  landlords: Type.Array(LandlordStats),
})
export type ReviewStats = Static<typeof ReviewStats>

/** svc-reviews to svc-catalog: the stats of the apartments and landlords whose reviews have changed. */
export const updateReviewStats = job(
  'review-stats',
  'Sends review stats of apartments and landlords to the catalog',
  ReviewStats,
)

/** svc-reviews to svc-users, which knows e-mail addresses: notify the author that a review was approved. */
export const sendReviewApprovedMail = job(
  'review-approved-mail',
  'Notifies authors of approved reviews',
  Type.Object({
    userId: Id,
    reviewId: Id,
    aptId: Type.Union([Id, Type.Null()]),
    landlordId: Id,
  }),
)

const PhotoOwner = Type.Object({
  photoIds: Type.Array(PhotoId, { maxItems: 500 }),
  userId: Type.Optional(
    Type.String({ description: 'Who attaches them: only photos this user uploaded count; absent: any' }),
  ),
  owner: Type.String({ minLength: 1, maxLength: 128, description: 'pending-building/<id>' }),
})

/** Any service to svc-reviews: these photos are in use, so keep them beyond their first day. */
export const attachPhotos = job('photo-attachments', 'Keeps photos that something shows', PhotoOwner)

/** Any service to svc-reviews: what these photos belonged to was deleted, so stop serving them. */
export const detachPhotos = job('photo-detachments', 'Releases photos that are no longer shown', PhotoOwner)

/** svc-reviews to its worker: delete photos that have been unused for a day. */
export const removeUnusedPhotos = job('unused-photos', 'Removes photos nothing uses', Type.Object({}))

/** svc-users to svc-reviews: an account was deleted. Sent at once, and again when its last access token has expired. */
export const accountDeleted = job(
  'account-deletions',
  'Erases deleted accounts',
  Type.Object({
    userId: Id,
    reviews: Type.Enum(['anonymise', 'remove'], {
      description:
        'anonymise: they stay without an author; remove: nobody sees them any more. Likes, and photos of submissions, go either way',
    }),
  }),
)

/** svc-users to itself: send what a lost message left unsent, and finish deleting accounts. */
export const sweepUserMessages = job(
  'user-messages-sweep',
  'Sends what submissions and deleted accounts left unsent',
  Type.Object({}),
)

/** svc-catalog to its worker: tell svc-reviews which photos apartments and landlords use, where that was not done yet. */
export const sweepPhotoUse = job(
  'photo-use-sweep',
  'Reports which photos apartments and landlords show',
  Type.Object({}),
)

/** svc-catalog to its worker: have svc-reviews fetch the pictures of listings that are due, so that a lost message heals. */
export const sweepListingPictures = job(
  'listing-pictures-sweep',
  'Looks for pictures of listings that are to be fetched',
  Type.Object({}),
)

/** svc-catalog to its worker: forget pictures that no listing names any more, and find those that no write registered. */
export const reconcileListingPictures = job(
  'listing-pictures-reconciliation',
  'Compares the fetched pictures with what listings name',
  Type.Object({}),
)

/** svc-catalog to svc-reviews, which keeps photos: fetch a picture from its source and keep it under this id. */
export const fetchListingPicture = job(
  'listing-picture-fetches',
  'Fetches pictures that listings name',
  Type.Object({ photoId: PhotoId, source: PictureSource }),
)

/** svc-reviews to its worker: add what a photo lacks in AVIF, after it was stored, or when an old one is shown. */
export const encodePhotoAsAvif = job(
  'photo-encodings',
  'Encodes photos as AVIF',
  Type.Object({ photoId: PhotoId }),
)

/** svc-reviews to svc-catalog: what became of fetching a picture. */
export const updateListingPicture = job(
  'listing-picture-outcomes',
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

/** svc-catalog to svc-reviews: apartments with their landlords, and landlords, as they are now: what reviews can be about. */
export const updateReviewSubjects = job(
  'review-subjects',
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

/** svc-catalog to its worker: publish the apartments and landlords that are new or have changed landlords. */
export const publishReviewSubjects = job(
  'review-subjects-sweep',
  'Sends new apartments and landlords to svc-reviews',
  Type.Object({}),
)

/** svc-reviews to svc-catalog, and svc-catalog to its worker now and then: publish all there are. */
export const publishAllReviewSubjects = job(
  'review-subjects-snapshot',
  'Sends all apartments and landlords to svc-reviews',
  Type.Object({}),
)

/** Every queue there is. */
export const JOBS: readonly JobContract[] = [
  ...[computeTravelTimes, routeTravelTimes, routeCommutes, sweepTravelTimes, sweepPhotoUse],
  ...[geocodeApartment, sweepGeocoding],
  ...[updateReviewSubjects, publishReviewSubjects, publishAllReviewSubjects],
  ...[flagReviews, migrateReviews, deliverReviewOutbox, reconcileReviewStats, updateReviewStats],
  ...[sendReviewApprovedMail, sweepUserMessages, accountDeleted],
  ...[attachPhotos, detachPhotos, encodePhotoAsAvif, removeUnusedPhotos],
  ...[sweepListingPictures, reconcileListingPictures, fetchListingPicture, updateListingPicture],
]
