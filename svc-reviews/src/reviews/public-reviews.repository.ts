import { type ReviewSort, VISIBLE_STATUSES } from '@offquad/contracts'
import { type Connection, type PipelineStage, type QueryFilter } from 'mongoose'
import { likeModel } from './like.model'
import { type ReviewCursor } from './review-cursor'
import { type ReviewDocument, reviewModel } from './review.model'
import { type BedroomCount, createSharedBedrooms, type SharedBedrooms } from './shared-bedrooms'
import { type CountedPlace, type StoredReview } from './stored-review'

export type PublicReviewsRepository = ReturnType<typeof createPublicReviewsRepository>

/** The one apartment or landlord whose reviews are listed. */
export type ReviewSubject = { aptId: string } | { landlordId: string }

export interface ReviewFilter {
  /** Whole stars that ratings round to; none: any rating. */
  stars: number[]
  year?: number
  withPhotos: boolean
  /** With the places where so many bedrooms are public: elsewhere no review matches. */
  bedrooms?: { count: number; places: CountedPlace[] }
  /** All of them occur in the text. */
  words: string[]
}

/** A place in an order, right after a review. */
interface Position {
  value: number
  date: Date
  id: string
}

interface PageOfReviews {
  sort: ReviewSort
  after?: ReviewCursor
  size: number
}

export type SummarizedReview = Pick<
  StoredReview,
  'aptId' | 'landlordId' | 'overallRating' | 'detailedRatings' | 'bedrooms' | 'date' | 'photos'
>

// With more places, counting in all of them is faster than looking each of them up.
const MAX_PLACES_IN_QUERY = 200

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

  /** Where the next page begins. After a review that is gone it begins with its month, so that none is left out. */
  async function locate({ value, month, id }: ReviewCursor): Promise<Position> {
    const review = await model.findById(id, { date: 1 }).lean()
    return review ? { value, date: review.date, id } : { value, date: endOf(month), id: '' }
  }

  /** @param places absent: everywhere */
  async function countBedrooms(places?: readonly CountedPlace[]): Promise<BedroomCount[]> {
    if (places?.length === 0) return []
    const counted = await model.aggregate<{ _id: Omit<BedroomCount, 'reviews'>; reviews: number }>([
      {
        $match: {
          ...(places && places.length <= MAX_PLACES_IN_QUERY && inPlaces(places)),
          status: { $in: [...VISIBLE_STATUSES] },
          bedrooms: { $gt: 0 },
        },
      },
      {
        $group: {
          _id: { aptId: '$aptId', landlordId: '$landlordId', bedrooms: '$bedrooms' },
          reviews: { $sum: 1 },
        },
      },
    ])
    return counted.map(({ _id, reviews }) => ({ ..._id, reviews }))
  }

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
        ...(after ? [{ $match: isAfter(sort, await locate(after)) }] : []),
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
          {
            _id: 0,
            aptId: 1,
            landlordId: 1,
            overallRating: 1,
            detailedRatings: 1,
            bedrooms: 1,
            date: 1,
            photos: 1,
          },
        )
        .lean(),

    /** Which numbers of bedrooms are public in these places. */
    findSharedBedrooms: async (places: readonly CountedPlace[]): Promise<SharedBedrooms> =>
      createSharedBedrooms(await countBedrooms(places)),

    /** As `findSharedBedrooms`, for every place. */
    findAllSharedBedrooms: async (): Promise<SharedBedrooms> => createSharedBedrooms(await countBedrooms()),

    /** The places of a subject whose reviews a filter by this number of bedrooms may find, because it is public there. */
    async findPlacesSharing(subject: ReviewSubject, bedrooms: number): Promise<CountedPlace[]> {
      const places = await model.aggregate<{ _id: CountedPlace }>([
        { $match: { ...subject, status: { $in: [...VISIBLE_STATUSES] }, bedrooms } },
        { $group: { _id: { aptId: '$aptId', landlordId: '$landlordId' } } },
      ])
      const found = places.map(({ _id }) => _id)
      const sharedBedrooms = createSharedBedrooms(await countBedrooms(found))
      return found.filter((place) => sharedBedrooms.has({ ...place, bedrooms }))
    },
  }
}

const inPlaces = (places: readonly CountedPlace[]): QueryFilter<ReviewDocument> => ({
  $or: [
    { aptId: { $in: [...new Set(places.flatMap(({ aptId }) => aptId ?? []))] } },
    {
      aptId: null,
      landlordId: { $in: [...new Set(places.flatMap((place) => (place.aptId ? [] : place.landlordId)))] },
    },
  ],
})

function visibleMatching(
  subject: ReviewSubject,
  { stars, year, withPhotos, bedrooms, words }: ReviewFilter,
): QueryFilter<ReviewDocument> {
  const conditions: QueryFilter<ReviewDocument>[] = [
    ...(stars.length > 0
      ? [{ $or: stars.map((count) => ({ overallRating: ratingsRoundingTo(count) })) }]
      : []),
    ...(bedrooms ? [inPlaces(bedrooms.places)] : []),
    ...words.map((word) => ({ reviewText: { $regex: escapeRegex(word), $options: 'i' } })),
  ]
  return {
    ...subject,
    status: { $in: [...VISIBLE_STATUSES] },
    ...(year !== undefined && {
      date: { $gte: new Date(Date.UTC(year, 0)), $lt: new Date(Date.UTC(year + 1, 0)) },
    }),
    ...(withPhotos && { photos: { $regex: SITE_PICTURE } }),
    ...(bedrooms && { bedrooms: bedrooms.count }),
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

const endOf = (month: string): Date => {
  const end = new Date(`${month}-01`)
  end.setUTCMonth(end.getUTCMonth() + 1)
  return end
}

function isAfter(sort: ReviewSort, { value, date, id }: Position): QueryFilter<ReviewDocument> {
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
