import { type ReviewSort, VISIBLE_STATUSES } from '@offquad/contracts'
import { type Connection, type PipelineStage, type QueryFilter } from 'mongoose'
import { likeModel } from './like.model'
import { type ReviewCursor } from './review-cursor'
import { type ReviewDocument, reviewModel } from './review.model'
import { type StoredReview } from './stored-review'

export type PublicReviewsRepository = ReturnType<typeof createPublicReviewsRepository>

/** The one apartment or landlord whose reviews are listed. */
export type ReviewSubject = { aptId: string } | { landlordId: string }

export interface ReviewFilter {
  /** Whole stars that ratings round to; none: any rating. */
  stars: number[]
  year?: number
  withPhotos: boolean
  bedrooms?: number
  /** All of them occur in the text. */
  words: string[]
}

interface PageOfReviews {
  sort: ReviewSort
  after?: ReviewCursor
  size: number
}

export type SummarizedReview = Pick<
  StoredReview,
  'overallRating' | 'detailedRatings' | 'bedrooms' | 'date' | 'photos'
>

/** Which value each order begins with, and in which direction; all go on newest first, then by id. */
const LEADING = {
  recent: undefined,
  helpful: { field: 'likes', direction: -1 },
  highest: { field: 'overallRating', direction: -1 },
  lowest: { field: 'overallRating', direction: 1 },
} as const satisfies Record<ReviewSort, { field: string; direction: 1 | -1 } | undefined>

/** The publicly visible reviews of one apartment or landlord at a time. */
export function createPublicReviewsRepository(connection: Connection) {
  const model = reviewModel(connection)
  const likes = likeModel(connection)

  // Likes an import brought along, and everyone who likes it here.
  const withLikes: PipelineStage[] = [
    {
      $lookup: { from: likes.collection.name, localField: '_id', foreignField: 'reviewId', as: 'likers' },
    },
    { $addFields: { likes: { $add: ['$likes', { $size: '$likers' }] } } },
    {
      $unset: ['likers', 'outbox', 'changedAt', 'contentSource', 'textFingerprint', 'flags', 'flagsPending'],
    },
  ]

  return {
    /** One page in the order of an index; only likes, which are never stored with a review, are counted for all first. */
    async listPage(
      subject: ReviewSubject,
      filter: ReviewFilter,
      { sort, after, size }: PageOfReviews,
    ): Promise<StoredReview[]> {
      const leading = LEADING[sort]
      const matching = { $match: visibleMatching(subject, filter) }
      const page: PipelineStage[] = [
        ...(after ? [{ $match: isAfter(sort, after) }] : []),
        { $sort: { ...(leading && { [leading.field]: leading.direction }), date: -1, _id: 1 } },
        { $limit: size },
      ]
      const stages = sort === 'helpful' ? [...withLikes, ...page] : [...page, ...withLikes]
      const found = await model.aggregate<ReviewDocument>([matching, ...stages])
      return found.map(({ _id, ...review }) => ({ ...review, id: _id }))
    },

    count: (subject: ReviewSubject, filter: ReviewFilter): Promise<number> =>
      model.countDocuments(visibleMatching(subject, filter)),

    listForSummary: (subject: ReviewSubject): Promise<SummarizedReview[]> =>
      model
        .find(
          { ...subject, status: { $in: [...VISIBLE_STATUSES] } },
          { _id: 0, overallRating: 1, detailedRatings: 1, bedrooms: 1, date: 1, photos: 1 },
        )
        .lean(),
  }
}

function visibleMatching(
  subject: ReviewSubject,
  { stars, year, withPhotos, bedrooms, words }: ReviewFilter,
): QueryFilter<ReviewDocument> {
  const conditions: QueryFilter<ReviewDocument>[] = [
    ...(stars.length > 0
      ? [{ $or: stars.map((count) => ({ overallRating: ratingsRoundingTo(count) })) }]
      : []),
    ...words.map((word) => ({ reviewText: { $regex: escapeRegex(word), $options: 'i' } })),
  ]
  return {
    ...subject,
    status: { $in: [...VISIBLE_STATUSES] },
    ...(year !== undefined && {
      date: { $gte: new Date(Date.UTC(year, 0)), $lt: new Date(Date.UTC(year + 1, 0)) },
    }),
    ...(withPhotos && { photos: { $regex: SITE_PICTURE } }),
    ...(bedrooms !== undefined && { bedrooms }),
    ...(conditions.length > 0 && { $and: conditions }),
  }
}

/** As isSitePicture of the contracts: pictures elsewhere are not shown. */
const SITE_PICTURE = '^/[^/]'

// Old exports hold half stars, and ratings below one.
const ratingsRoundingTo = (stars: number) => ({
  ...(stars > 1 && { $gte: stars - 0.5 }),
  $lt: stars + 0.5,
})

const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function isAfter(sort: ReviewSort, { value, date, id }: ReviewCursor): QueryFilter<ReviewDocument> {
  const leading = LEADING[sort]
  const isOlder = [{ date: { $lt: date } }, { date, _id: { $gt: id } }]
  // The range beside the alternatives is where an index begins to read.
  if (!leading) return { date: { $lte: date }, $or: isOlder }
  const { field, direction } = leading
  const [beyond, from] = direction === 1 ? ['$gt', '$gte'] : ['$lt', '$lte']
  return {
    [field]: { [from]: value },
    $or: [{ [field]: { [beyond]: value } }, ...isOlder.map((older) => ({ [field]: value, ...older }))],
  }
}
