import { type Static, Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../shapes'
import { Decline } from './decline-reasons'

export const REVIEW_STATUSES = ['APPROVED', 'PENDING', 'REPORTED', 'DECLINED', 'DELETED'] as const
export const ReviewStatus = Type.Enum([...REVIEW_STATUSES])
export type ReviewStatus = Static<typeof ReviewStatus>

/** One report must not take a review off the site before an admin decides: reported reviews stay visible. */
export const VISIBLE_STATUSES: readonly ReviewStatus[] = ['APPROVED', 'REPORTED']

const Rating = Type.Number({ minimum: 0, maximum: 5 })

export const DetailedRatings = Type.Object({
  location: Rating,
  maintenance: Rating,
  safety: Rating,
  conditions: Rating,
})

/** `userId` of a review for everyone but its author and admins, and of reviews without a known author. */
export const ANONYMOUS = 'anonymous'

export const Review = Type.Object({
  id: Id,
  aptId: Nullable(Type.String()),
  landlordId: Type.String(),
  date: {
    ...Timestamp,
    description:
      'When it was written for the author and for admins, the middle of that month for everyone else',
  },
  overallRating: Rating,
  detailedRatings: DetailedRatings,
  bedrooms: Type.Integer({
    description: '0 where it is not known, or would tell others who wrote the review',
  }),
  price: Type.Integer({ description: 'Bracket 1 to 6, 0 when unknown' }),
  signedMonth: Type.Optional(
    Type.Integer({
      description:
        'Month in which the lease was signed, 1 to 12, if the author said so. For the author and admins only',
    }),
  ),
  photos: Type.Array(Type.String()),
  reviewText: Type.String(),
  likes: Type.Integer(),
  status: ReviewStatus,
  userId: Type.Optional(
    Type.String({
      description: `The author for the author and for admins, "${ANONYMOUS}" for everyone else`,
    }),
  ),
  reports: Type.Optional(
    Type.Array(Type.Object({ date: Timestamp, userId: Type.String(), reason: Type.String() }), {
      description: 'For admins only',
    }),
  ),
  suggestion: Type.Optional(
    Type.Object(
      { id: Id, name: Type.String() },
      {
        description:
          'What it is about until that apartment is added, as its author suggested it: for the author and admins only',
      },
    ),
  ),
  decline: Type.Optional({
    ...Decline,
    description: 'Why it was declined, where a reason was given: for the author and admins only',
  }),
  version: Type.Optional(
    Type.String({
      description:
        'Names what it says now, and to admins its reports: a decision or an edit that sends it is made only while that is so. For the author and admins only',
    }),
  ),
})
export type Review = Static<typeof Review>
