import { type Static, Type } from 'typebox'
import { auditFields, auditLog, auditQuery } from '../audit-log'
import { endpoint } from '../endpoint'
import { Id, Nullable, pageQuery, StrictObject } from '../shapes'
import { Decline } from './decline-reasons'
import { Review, ReviewStatus } from './review'

export const FLAG_KINDS = [
  'profanity',
  'email',
  'phone',
  'person-name',
  'same-text',
  'many-in-a-day',
] as const

/** A passage of a review that an administrator should check. */
export const ReviewFlag = Type.Object({
  kind: Type.Enum([...FLAG_KINDS]),
  passage: Type.Optional(Type.String({ description: 'The part of the text it is about, verbatim' })),
  count: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Of other reviews with the same text, or of all by the author within a day',
    }),
  ),
})
export type ReviewFlag = Static<typeof ReviewFlag>

const Count = Type.Integer({ minimum: 0 })

/** A review as administrators see it in their work list. */
export const ModeratedReview = Type.Object({
  ...Review.properties,
  sameTextAs: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'How many other reviews have the same text but for case, punctuation and white space; absent while that is not known',
    }),
  ),
  flags: Type.Optional(Type.Array(ReviewFlag, { description: 'Of the current text' })),
  authorReviews: Type.Optional(
    Type.Object(
      { approved: Count, pending: Count, reported: Count, declined: Count, deleted: Count },
      { description: 'How many other reviews its author wrote, by status; absent where no author is known' },
    ),
  ),
})
export type ModeratedReview = Static<typeof ModeratedReview>

export const getModeratedReviews = endpoint('GET /api/admin/reviews', {
  summary: 'A page of the reviews in a status, newest first, and how many there are in all.',
  access: 'admin',
  query: StrictObject({ status: ReviewStatus, ...pageQuery }),
  reply: Type.Object({ reviews: Type.Array(ModeratedReview), total: Type.Integer() }),
})

export const getReviewCounts = endpoint('GET /api/admin/review-counts', {
  summary: 'How many reviews are in each status that an administrator deals with.',
  access: 'admin',
  reply: Type.Object({ approved: Count, reported: Count, pending: Count, declined: Count }),
})

/** A decision of an administrator. The log is append-only. */
export const ModerationEntry = Type.Object({
  ...auditFields,
  reviewId: Id,
  from: ReviewStatus,
  to: ReviewStatus,
  decline: Type.Optional({ ...Decline, description: 'Why it was declined, where a reason was given' }),
})
export type ModerationEntry = Static<typeof ModerationEntry>

export const getModerationLog = endpoint('GET /api/admin/moderation-log', {
  ...auditLog(ModerationEntry),
  summary: 'A page of what administrators decided, newest first, and how many decisions there are in all.',
  query: StrictObject({
    ...auditQuery,
    ...pageQuery,
    to: Type.Optional(ReviewStatus),
  }),
})

export const getModerationTrend = endpoint('GET /api/admin/moderation-trend', {
  summary: 'What happened on each of the last days, and how long pending reviews waited for a decision.',
  access: 'admin',
  query: StrictObject({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366 })) }),
  reply: Type.Object({
    days: Type.Array(
      Type.Object({
        date: Type.String({ description: '2026-11-21' }),
        submitted: Count,
        approved: Count,
        declined: Count,
        reported: Count,
      }),
    ),
    medianHoursToDecision: Nullable(Type.Number({ minimum: 0, description: 'null: nothing was decided' })),
  }),
})

/** Numbers of reviews that wait for an administrator. */
export const WaitingReviews = Type.Object({ reported: Count, pending: Count })
export type WaitingReviews = Static<typeof WaitingReviews>

export const watchReviews = endpoint('GET /api/admin/waiting-reviews', {
  summary:
    'Server-sent events: how many reviews wait, at once and again whenever some come, go or are decided. The connection ends after some minutes, so that who reads it is an administrator still.',
  access: 'admin',
  reply: WaitingReviews,
  replyType: 'text/event-stream',
})
