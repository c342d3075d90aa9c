import { type Static, Type } from 'typebox'
import { ComparedIds } from '../comparison'
import { endpoint, type ReplyOf } from '../endpoint'
import { Id, pageCursor, pageOf, StrictObject } from '../shapes'
import { DetailedRatings, Review } from './review'
import { MAX_BEDROOMS } from './review-form'
import { Opinion, ReviewTopic, TopicList } from './topics'

export const REVIEW_SORTS = ['recent', 'helpful', 'highest', 'lowest'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]

/** Maximum characters of a search in the texts of reviews. */
export const MAX_REVIEW_QUERY = 200

/**
 * Numbers of reviews that pages show first. Pages that place the reviews list them in the data that the gateway inlines,
 * so that no further request is made.
 */
export const FIRST_REVIEWS = {
  apartment: 5,
  landlord: 3,
} as const

/** A publicly visible review with the names of its apartment and landlord. */
export const PlacedReview = Type.Object({
  ...Review.properties,
  place: Type.Object({
    aptName: Type.Optional(
      Type.String({ description: 'Absent without an apartment and while it is unknown' }),
    ),
    landlordName: Type.String({ description: 'Empty while it is unknown' }),
  }),
  mentions: Type.Optional(
    Type.Array(
      Type.Object({
        start: Type.Integer({ minimum: 0 }),
        end: Type.Integer({ minimum: 1, description: 'Index after its last character' }),
      }),
      {
        description:
          'Where reviewText mentions the requested topic, in UTF-16 code units, in order and without overlaps; absent without topic',
      },
    ),
  ),
})
export type PlacedReview = Static<typeof PlacedReview>

const subject = {
  aptId: Type.Optional(Id),
  landlordId: Type.Optional(Id),
}

const filters = {
  stars: Type.Optional(
    Type.String({
      pattern: '^[1-5](,[1-5]){0,4}$',
      description: 'Comma list: reviews whose overall rating rounds to one of these',
    }),
  ),
  year: Type.Optional(Type.Integer({ minimum: 1970, maximum: 2999, description: 'Of the date' })),
  withPhotos: Type.Optional(Type.Boolean({ description: 'true: only those with pictures' })),
  bedrooms: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_BEDROOMS })),
  q: Type.Optional(
    Type.String({
      maxLength: MAX_REVIEW_QUERY,
      description: 'Words that all occur in the text, in any case and order',
    }),
  ),
  topic: Type.Optional({ ...ReviewTopic, description: 'Reviews that praise or criticize this' }),
  opinion: Type.Optional({ ...Opinion, description: 'Only praise or only criticism; requires topic' }),
}

export const getReviews = endpoint('GET /api/reviews', {
  summary:
    'A page of the publicly visible reviews of one apartment (aptId) or one landlord (landlordId) that pass every filter.',
  query: StrictObject({
    ...subject,
    sort: Type.Optional(
      Type.Enum([...REVIEW_SORTS], {
        description: 'Default: recent. Ties newest first, then by id',
      }),
    ),
    ...filters,
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default: 8' })),
    cursor: pageCursor({ maxLength: 500 }),
  }),
  reply: pageOf(PlacedReview),
})

const Count = Type.Integer({ minimum: 0 })

/** Summary of the publicly visible reviews of a place, and their filters. */
export const ReviewSummary = Type.Object({
  total: Count,
  avgRating: Type.Number({ description: 'Unrounded mean of overallRating, 0 when there is none' }),
  detailedRatings: DetailedRatings,
  stars: Type.Array(Type.Object({ stars: Type.Integer(), count: Count }), {
    description: 'By overall rating, rounded; 5 to 1, each of them',
  }),
  years: Type.Array(
    Type.Object({
      year: Type.Integer(),
      count: Count,
      avgRating: Type.Optional(Type.Number({ description: 'Unrounded mean of overallRating in this year' })),
    }),
    { description: 'Newest first' },
  ),
  bedrooms: Type.Array(Type.Object({ bedrooms: Type.Integer(), count: Count }), { description: 'Ascending' }),
  withPhotos: Count,
  topics: Type.Optional(TopicList),
})
export type ReviewSummary = Static<typeof ReviewSummary>

export const getReviewSummary = endpoint('GET /api/reviews/summary', {
  summary:
    'What the publicly visible reviews of one apartment (aptId) or one landlord (landlordId) add up to, whatever a list of them is filtered by.',
  query: StrictObject(subject),
  reply: ReviewSummary,
})

export const getComparedRatings = endpoint('GET /api/reviews/ratings', {
  ignoresCaller: true,
  summary:
    'What the publicly visible reviews of several apartments add up to, part by part; apartments without reviews are left out.',
  query: StrictObject({ aptIds: ComparedIds }),
  reply: Type.Array(Type.Object({ aptId: Id, total: Count, detailedRatings: DetailedRatings })),
})
export type ComparedRatings = ReplyOf<typeof getComparedRatings>[number]
