import { Type } from 'typebox'
import { endpoint } from '../endpoint'
import { Id, IdParams, importCall, Nullable } from '../shapes'
import { PHOTO_FIELD, PHOTO_MAX_BYTES, PhotoId, PhotoSize } from '../photo'
import { Decline } from './decline-reasons'
import { Review, REVIEW_STATUSES, ReviewStatus } from './review'
import {
  MAX_REPORT_CHARACTERS,
  MAX_REVIEW_CHARACTERS,
  MAX_REVIEW_PHOTOS,
  MIN_REVIEW_CHARACTERS,
  type NewReviewForm,
  type ReviewForm,
} from './review-form'

const Reviews = Type.Array(Review)

const Version = Type.String({
  maxLength: 200,
  description: 'The version that was read: 409 with what has changed when it is another one by now',
})

// Any object passes: validateReview reports problems in the words of the form.
const ReviewBody = {
  type: 'object',
  description:
    'Author and date come from the token and the clock, whatever the body says; other unknown fields are ignored too.',
  properties: {
    aptId: { description: "null or '' when only the landlord is reviewed" },
    landlordId: {
      description: 'Id of the landlord; of a review of an apartment, that of the apartment counts',
    },
    overallRating: { description: 'Above 0, at most 5' },
    detailedRatings: { description: 'location, maintenance, safety and conditions, each above 0, at most 5' },
    bedrooms: { description: '1 to 6' },
    price: { description: 'Bracket 1 to 6' },
    signedMonth: {
      description:
        'Month in which the lease was signed, 1 to 12; 0: not said; absent from an edit: as it was',
    },
    photos: { description: `At most ${MAX_REVIEW_PHOTOS} URLs that uploadPhoto returned to the author` },
    reviewText: { description: `${MIN_REVIEW_CHARACTERS} to ${MAX_REVIEW_CHARACTERS} characters` },
  },
}

const StatusParams = Type.Object({ id: Id, status: ReviewStatus })
const subjectCall = { params: StatusParams, reply: Reviews }

export const getApartmentReviews = endpoint('GET /api/review/aptId/:id/:status', {
  ...subjectCall,
  summary: 'Reviews of an apartment, newest first. Those not publicly visible are for admins.',
})

export const getLandlordReviews = endpoint('GET /api/review/landlordId/:id/:status', {
  ...subjectCall,
  summary: 'Reviews of a landlord, newest first. Those not publicly visible are for admins.',
})

export const getReview = endpoint('GET /api/review-by-id/:id', {
  cost: 1,
  summary: 'One review: visible to anyone, otherwise for its author and admins.',
  params: IdParams,
  reply: Review,
})

export const getReviewsByStatus = endpoint('GET /api/review/:status', {
  cost: 50,
  summary: 'All reviews in a status, newest first. All but APPROVED are for admins.',
  params: Type.Object({ status: ReviewStatus }),
  reply: Reviews,
})

export const getUserReviews = endpoint('GET /api/review/userId/:uid/:status', {
  summary: 'Reviews a user wrote, newest first, for that user and for admins.',
  access: 'signed-in',
  params: Type.Object({ uid: Id, status: ReviewStatus }),
  reply: Reviews,
})

export const getLikedReviews = endpoint('GET /api/review/like/:uid', {
  summary: 'The visible reviews a user likes, newest first, for that user alone.',
  access: 'signed-in',
  params: Type.Object({ uid: Id }),
  query: Type.Object({ status: Type.Optional(ReviewStatus) }),
  reply: Reviews,
})

const likeCall = {
  touches: ['svc-reviews'],
  access: 'signed-in',
  body: Type.Object({ reviewId: Id }),
  reply: Type.Object({
    result: Type.Literal('Success'),
    likes: Type.Integer({ description: 'How many like the review now' }),
  }),
} as const

export const addLike = endpoint('POST /api/add-like', {
  ...likeCall,
  summary: 'Likes a review of somebody else. Idempotent.',
})

export const removeLike = endpoint('POST /api/remove-like', {
  ...likeCall,
  summary: 'Takes a like back. Idempotent.',
})

export const createReview = endpoint('POST /api/new-review', {
  touches: [],
  summary:
    'Writes a review, which waits for approval; answers its id. 404 when what it is about does not exist.',
  access: 'signed-in',
  status: 201,
  body: Type.Unsafe<NewReviewForm>({
    ...ReviewBody,
    properties: {
      ...ReviewBody.properties,
      suggestionId: {
        description:
          'Id of an own submission of a missing apartment, instead of aptId and landlordId: the review can be approved once that is added',
      },
    },
  }),
  reply: Id,
  takesIdempotencyKey: true,
})

export const editReview = endpoint('POST /api/edit-review/:id', {
  touches: ['svc-reviews', 'svc-catalog'],
  summary: 'Changes what a review says, not what it is about, for its author; it waits for approval again.',
  access: 'signed-in',
  status: 201,
  params: IdParams,
  body: Type.Unsafe<ReviewForm & { version?: string }>({
    ...ReviewBody,
    properties: { ...ReviewBody.properties, version: Version },
  }),
  reply: Review,
})

export const updateReviewStatus = endpoint('PUT /api/update-review-status/:id/:status', {
  touches: ['svc-reviews', 'svc-catalog'],
  summary:
    'Reports a review of somebody else, deletes an own one, or decides about one as an admin; 409 when its status does not allow that.',
  access: 'signed-in',
  params: StatusParams,
  body: Nullable(
    Type.Object({
      reason: Type.Optional(
        Type.String({ maxLength: MAX_REPORT_CHARACTERS, description: 'Why it is reported' }),
      ),
      from: Type.Optional(
        Type.Enum([...REVIEW_STATUSES], {
          description: 'The status the decision is about: 409 when it is another one by now',
        }),
      ),
      version: Type.Optional(Version),
      decline: Type.Optional({
        ...Decline,
        description: 'Why an admin declines it, for its author to read; ignored with any other status',
      }),
    }),
  ),
  reply: Review,
})

// Boundaries and headers around the file.
const MULTIPART_OVERHEAD = 64 * 1024

export const uploadPhoto = endpoint('POST /api/photos', {
  touches: [],
  summary: 'Stores one image; answers its address, to be used in a review within a day.',
  access: 'signed-in',
  status: 201,
  fileField: PHOTO_FIELD,
  bodyLimit: PHOTO_MAX_BYTES + MULTIPART_OVERHEAD,
  reply: Type.Object({ url: Type.String({ description: '/api/photos/<id>' }) }),
})

const PhotoKey = Type.Object({
  key: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'Of a photo that is not public: part of its address, for a while',
    }),
  ),
})
const Picture = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' })
const photoCall = { cost: 3, query: PhotoKey, replyType: 'image/webp', reply: Picture }

export const getPhoto = endpoint('GET /api/photos/:id', {
  ...photoCall,
  summary:
    'A photo in its full size. Until it is public, for its author, administrators, and who has its key.',
  params: Type.Object({ id: PhotoId }),
})

export const getSizedPhoto = endpoint('GET /api/photos/:id/:size', {
  ...photoCall,
  summary: 'A photo in the size of a card, a page or in full.',
  params: Type.Object({ id: PhotoId, size: PhotoSize }),
})

export const importReviews = endpoint('POST /api/import/reviews', {
  ...importCall,
  touches: ['svc-reviews', 'svc-catalog'],
  summary:
    'Creates or updates reviews from rows as old exports hold them: with their date, status (APPROVED without one) and author.',
})
