import {
  type ComparedRatings,
  type Opinion,
  type ReviewSort,
  type ReviewTopic,
  VISIBLE_STATUSES,
} from '@offquad/contracts'
import { midnightOf } from '@offquad/service-kit'
import { type Connection, type PipelineStage, type QueryFilter } from 'mongoose'
import { BOOKKEEPING, type ReviewDocument, reviewModel } from './review.model'
import { type BedroomCount, createSharedBedrooms, type SharedBedrooms } from './shared-bedrooms'
import { type ReviewSubject, type StoredReview } from './stored-review'

export type PublicReviewsRepository = ReturnType<typeof createPublicReviewsRepository>

/** The one apartment or landlord whose reviews are listed. */
export type ListedSubject = { aptId: string } | { landlordId: string }

export interface ReviewFilter {
  /** Whole stars that ratings round to; empty: any rating. */
  stars: number[]
  year?: number
  withPhotos: boolean
  /** `subjects` are those for which this number is public; reviews of other subjects do not match. */
  bedrooms?: { count: number; subjects: ReviewSubject[] }
  /** Words that must all occur in the text. */
  words: string[]
  /** A topic that the reviews praise or criticize. */
  topic?: { topic: ReviewTopic; opinions: readonly Opinion[] }
}

/**
 * The last review of a page. The next page begins right after it, even if new reviews were inserted before it or it was
 * deleted. Clients can read and forge cursors, so they contain only values that lists show, and nothing is looked up by them.
 */
export interface ReviewCursor {
  /** Likes or rating, if the list is sorted by them; otherwise 0. */
  value: number
  month: string
  id: string
}

interface PageOfReviews {
  sort: ReviewSort
  after?: ReviewCursor
  size: number
}

const SUMMARIZED = {
  aptId: 1,
  landlordId: 1,
  overallRating: 1,
  detailedRatings: 1,
  bedrooms: 1,
  date: 1,
  photos: 1,
  topics: 1,
} as const
export type SummarizedReview = Pick<ReviewDocument, keyof typeof SUMMARIZED>

// With more subjects, one count over all subjects is faster than a lookup of each.
const MAX_SUBJECTS_IN_QUERY = 200

/** First sort key and direction of each order; ties are sorted by month, newest first, then by id, which is random. */
const LEADING = {
  recent: undefined,
  helpful: { field: 'likes', direction: -1 },
  highest: { field: 'overallRating', direction: -1 },
  lowest: { field: 'overallRating', direction: 1 },
} as const satisfies Record<ReviewSort, { field: string; direction: 1 | -1 } | undefined>

/** Publicly visible reviews, of one apartment or landlord at a time. */
export function createPublicReviewsRepository(connection: Connection, likes: { collection: string }) {
  const model = reviewModel(connection)

  // Imported likes plus likes of users.
  const withLikes: PipelineStage[] = [
    {
      $lookup: { from: likes.collection, localField: '_id', foreignField: 'reviewId', as: 'likers' },
    },
    { $addFields: { likes: { $add: ['$likes', { $size: '$likers' }] } } },
    { $unset: 'likers' },
  ]

  async function countBedrooms(subjects: readonly ReviewSubject[]): Promise<BedroomCount[]> {
    if (subjects.length === 0) return []
    const counted = await model.aggregate<{ _id: Omit<BedroomCount, 'authors'>; authors: number }>([
      {
        $match: {
          ...(subjects.length <= MAX_SUBJECTS_IN_QUERY && about(subjects)),
          status: { $in: [...VISIBLE_STATUSES] },
          bedrooms: { $gt: 0 },
        },
      },
      {
        $group: {
          _id: {
            aptId: '$aptId',
            landlordId: '$landlordId',
            bedrooms: '$bedrooms',
            author: { $ifNull: ['$userId', '$formerAuthor', '$_id'] },
          },
        },
      },
      {
        $group: {
          _id: { aptId: '$_id.aptId', landlordId: '$_id.landlordId', bedrooms: '$_id.bedrooms' },
          authors: { $sum: 1 },
        },
      },
    ])
    return counted.map(({ _id, authors }) => ({ ..._id, authors }))
  }

  return {
    /** One page in index order. Only sorting by likes, which are stored separately, counts the likes of all reviews. */
    async listPage(
      subject: ListedSubject,
      filter: ReviewFilter,
      { sort, after, size }: PageOfReviews,
    ): Promise<StoredReview[]> {
      const leading = LEADING[sort]
      const matching = { $match: visibleMatching(subject, filter) }
      const page: PipelineStage[] = [
        ...(after ? [{ $match: isAfter(sort, after) }] : []),
        { $sort: { ...(leading && { [leading.field]: leading.direction }), month: -1, _id: 1 } },
        { $limit: size },
      ]
      const stages = sort === 'helpful' ? [...withLikes, ...page] : [...page, ...withLikes]
      const rows = await model.aggregate<ReviewDocument>([matching, ...stages, { $unset: [...BOOKKEEPING] }])
      return rows.map(({ _id, ...review }) => ({ ...review, id: _id }))
    },

    count: async (subject: ListedSubject, filter: ReviewFilter): Promise<number> =>
      model.countDocuments(visibleMatching(subject, filter)),

    listForSummary: (subject: ListedSubject): Promise<SummarizedReview[]> =>
      model.find({ ...subject, status: { $in: [...VISIBLE_STATUSES] } }, { _id: 0, ...SUMMARIZED }).lean(),

    /** Unsorted. */
    async averageRatings(aptIds: readonly string[]): Promise<ComparedRatings[]> {
      const part = (name: keyof ComparedRatings['detailedRatings']) => ({ $avg: `$detailedRatings.${name}` })
      const averages = await model.aggregate<
        { _id: string; total: number } & ComparedRatings['detailedRatings']
      >([
        { $match: { aptId: { $in: aptIds }, status: { $in: [...VISIBLE_STATUSES] } } },
        {
          $group: {
            _id: '$aptId',
            total: { $sum: 1 },
            location: part('location'),
            maintenance: part('maintenance'),
            safety: part('safety'),
            conditions: part('conditions'),
          },
        },
      ])
      return averages.map(({ _id, total, ...detailedRatings }) => ({ aptId: _id, total, detailedRatings }))
    },

    /** The numbers of bedrooms that are public for these subjects. */
    findSharedBedrooms: async (subjects: readonly ReviewSubject[]): Promise<SharedBedrooms> =>
      createSharedBedrooms(await countBedrooms(subjects)),

    /** The subjects in a list for which this number of bedrooms is public, so that a filter may match their reviews. */
    async findSharingSubjects(subject: ListedSubject, bedrooms: number): Promise<ReviewSubject[]> {
      const grouped = await model.aggregate<{ _id: ReviewSubject }>([
        { $match: { ...subject, status: { $in: [...VISIBLE_STATUSES] }, bedrooms } },
        { $group: { _id: { aptId: '$aptId', landlordId: '$landlordId' } } },
      ])
      const subjects = grouped.map(({ _id }) => _id)
      const sharedBedrooms = createSharedBedrooms(await countBedrooms(subjects))
      return subjects.filter((candidate) => sharedBedrooms.has({ ...candidate, bedrooms }))
    },
  }
}

const about = (subjects: readonly ReviewSubject[]): QueryFilter<ReviewDocument> => ({
  $or: [
    { aptId: { $in: [...new Set(subjects.flatMap(({ aptId }) => aptId ?? []))] } },
    {
      aptId: null,
      landlordId: {
        $in: [...new Set(subjects.flatMap(({ aptId, landlordId }) => (aptId ? [] : landlordId)))],
      },
    },
  ],
})

function visibleMatching(
  subject: ListedSubject,
  { stars, year, withPhotos, bedrooms, words, topic }: ReviewFilter,
): QueryFilter<ReviewDocument> {
  const conditions: QueryFilter<ReviewDocument>[] = [
    ...(stars.length > 0
      ? [{ $or: stars.map((count) => ({ overallRating: ratingsRoundingTo(count) })) }]
      : []),
    ...(bedrooms ? [about(bedrooms.subjects)] : []),
    ...(topic ? [{ $or: topic.opinions.map((opinion) => ({ [`topics.${opinion}`]: topic.topic })) }] : []),
    ...words.map((word) => ({ reviewText: { $regex: patternOf(word), $options: 'i' } })),
  ]
  return {
    ...subject,
    status: { $in: [...VISIBLE_STATUSES] },
    ...(year !== undefined && {
      date: { $gte: midnightOf(`${year}-01-01`), $lt: midnightOf(`${year + 1}-01-01`) },
    }),
    ...(withPhotos && { photos: { $regex: SITE_PICTURE } }),
    ...(bedrooms && { bedrooms: bedrooms.count }),
    ...(conditions.length > 0 && { $and: conditions }),
  }
}

/** Like isSitePicture in the contracts: pictures on other servers are hidden. */
const SITE_PICTURE = '^/[^/]'

// Old exports contain half stars and ratings below one.
const ratingsRoundingTo = (stars: number) => ({
  ...(stars > 1 && { $gte: stars - 0.5 }),
  $lt: stars + 0.5,
})

const ACCENTS = '[\u0300-\u036f]'
const EVERY_ACCENT = new RegExp(ACCENTS, 'g')
const withoutAccents = (text: string): string => text.normalize('NFD').replace(EVERY_ACCENT, '').normalize()

/** The accented lower-case letters of Latin, Greek and Cyrillic by their plain ones: "éèê…" by "e". */
const ACCENTED = new Map<string, string>()
for (let code = 0xc0; code < 0x2000; code += 1) {
  const letter = String.fromCodePoint(code)
  const plain = withoutAccents(letter)
  if (plain !== letter && letter === letter.toLowerCase())
    ACCENTED.set(plain, (ACCENTED.get(plain) ?? '') + letter)
}

/** Matches a word with any accents or none, composed or not, and with any apostrophe. */
function patternOf(word: string): string {
  return [...withoutAccents(word.toLowerCase())]
    .map((letter) => {
      if (/['’‘ʼ]/.test(letter)) return "['’‘ʼ]"
      const accented = ACCENTED.get(letter)
      return accented ? `[${letter}${accented}]${ACCENTS}*` : letter.replace(/[.*+?^${}()|[\]\\]/, '\\$&')
    })
    .join('')
}

function isAfter(sort: ReviewSort, { value, month, id }: ReviewCursor): QueryFilter<ReviewDocument> {
  const leading = LEADING[sort]
  const isOlder = [{ month: { $lt: month } }, { month, _id: { $gt: id } }]
  // The range beside `$or` gives the index its bounds.
  if (!leading) return { month: { $lte: month }, $or: isOlder }
  const { field, direction } = leading
  const [beyond, from] = direction === 1 ? ['$gt', '$gte'] : ['$lt', '$lte']
  return {
    [field]: { [from]: value },
    $or: [{ [field]: { [beyond]: value } }, ...isOlder.map((older) => ({ [field]: value, ...older }))],
  }
}
