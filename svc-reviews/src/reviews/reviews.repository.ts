import { REVIEW_STATUSES, type ReviewStatus, VISIBLE_STATUSES } from '@offquad/contracts'
import { coalesce, inParts, monthOf, openOutbox } from '@offquad/service-kit'
import { type Connection, type QueryFilter } from 'mongoose'
import { BOOKKEEPING, type ReviewDocument, reviewModel } from './review.model'
import { type StoredReview } from './stored-review'

export type ReviewsRepository = ReturnType<typeof createReviewsRepository>

/** Likes of users; imported likes are stored with the review. */
export interface CountLikes {
  /** The number of users who like each of these reviews; reviews without likes are omitted. */
  count(reviewIds: string[]): Promise<Map<string, number>>
}

/** A review of an author, for comparison with another of theirs. */
export type Written = Pick<StoredReview, 'id' | 'date' | 'status'>

type FoundReview = Omit<ReviewDocument, (typeof BOOKKEEPING)[number]>

const NEWEST_FIRST = { date: -1, _id: 1 } as const
/** Readers may not learn in which order the reviews of a month were written; ids are random. */
const NEWEST_MONTH_FIRST = { month: -1, _id: 1 } as const
const orderOf = (status: ReviewStatus) =>
  VISIBLE_STATUSES.includes(status) ? NEWEST_MONTH_FIRST : NEWEST_FIRST
const WITHOUT_BOOKKEEPING = Object.fromEntries(BOOKKEEPING.map((field) => [field, 0])) as Record<
  (typeof BOOKKEEPING)[number],
  0
>

/** Limit of one `$in`: filters and replies of MongoDB may have 16 MB, and imported ids a few hundred characters. */
export const MOST_IDS = 5_000

export function createReviewsRepository(connection: Connection, likes: CountLikes) {
  const model = reviewModel(connection)

  async function withLikers(documents: FoundReview[]): Promise<StoredReview[]> {
    const likers = await likes.count(documents.map(({ _id }) => _id))
    return documents.map(({ _id, ...review }) => ({
      ...review,
      id: _id,
      likes: review.likes + (likers.get(_id) ?? 0),
    }))
  }

  const list = async (
    filter: QueryFilter<ReviewDocument>,
    order: typeof NEWEST_FIRST | typeof NEWEST_MONTH_FIRST = NEWEST_MONTH_FIRST,
  ): Promise<StoredReview[]> => withLikers(await model.find(filter, WITHOUT_BOOKKEEPING).sort(order).lean())

  const listApproved = coalesce(() => list({ status: 'APPROVED' }), { shareOfTime: 0.1 })

  return {
    outbox: openOutbox(model, { field: 'outbox', date: 'changedAt' }),

    listByApartment: (aptId: string, status: ReviewStatus) => list({ aptId, status }),
    listByLandlord: (landlordId: string, status: ReviewStatus) => list({ landlordId, status }),
    listByUser: (userId: string, status: ReviewStatus) => list({ userId, status }, NEWEST_FIRST),
    /** All approved reviews are the largest response of the site, so concurrent callers share the list. */
    listByStatus: (status: ReviewStatus) =>
      status === 'APPROVED' ? listApproved() : list({ status }, orderOf(status)),
    countByStatus: (status: ReviewStatus): Promise<number> => model.countDocuments({ status }),

    /** One page of the reviews in a status, newest first. */
    async listPage(
      status: ReviewStatus,
      { offset, size }: { offset: number; size: number },
    ): Promise<StoredReview[]> {
      const documents = await model
        .find({ status }, WITHOUT_BOOKKEEPING)
        .sort(NEWEST_FIRST)
        .skip(offset)
        .limit(size)
        .lean()
      return withLikers(documents)
    },

    /** Number of other reviews, in any status, with the same text as each of these. */
    async countSameText(ids: string[]): Promise<Map<string, number>> {
      const reviews = await model.find({ _id: { $in: ids } }, { textFingerprint: 1 }).lean()
      const fingerprints = new Set(reviews.map(({ textFingerprint }) => textFingerprint))
      const counted = await model.aggregate<{ _id: string; reviews: number }>([
        { $match: { textFingerprint: { $in: [...fingerprints] } } },
        { $group: { _id: '$textFingerprint', reviews: { $sum: 1 } } },
      ])
      const countOf = new Map(counted.map(({ _id, reviews: count }) => [_id, count]))
      return new Map(
        reviews.map(({ _id, textFingerprint }) => [_id, (countOf.get(textFingerprint) ?? 1) - 1]),
      )
    },

    /** All reviews of each of these users. */
    async listWrittenBy(userIds: string[]): Promise<Map<string, Written[]>> {
      const documents = await model
        .find({ userId: { $in: userIds } }, { userId: 1, date: 1, status: 1 })
        .lean()
      const writtenBy = new Map<string, Written[]>(userIds.map((id) => [id, []]))
      for (const { _id, userId, ...written } of documents)
        writtenBy.get(userId ?? '')?.push({ ...written, id: _id })
      return writtenBy
    },

    /** Times of reviews and their reports, for reviews that were written or reported since a time. */
    async listTimesSince(since: Date) {
      const documents = await model
        // The status makes MongoDB use the index by status and date.
        .find({
          $or: [
            { status: { $in: [...REVIEW_STATUSES] }, date: { $gte: since } },
            { 'reports.date': { $gte: since } },
          ],
        })
        .select({ date: 1, 'reports.date': 1, contentSource: 1 })
        .lean()
      return documents.map(({ contentSource, ...times }) => ({
        ...times,
        isImported: contentSource === 'import',
      }))
    },

    async listByIds(ids: string[]): Promise<StoredReview[]> {
      const parts = inParts(ids, MOST_IDS)
      const reviews: StoredReview[] = []
      for (const part of parts) reviews.push(...(await list({ _id: { $in: part } })))
      return parts.length > 1 ? reviews.sort(newestMonthFirst) : reviews
    },

    async find(id: string): Promise<StoredReview | undefined> {
      const [review] = await list({ _id: id })
      return review
    },

    /** A review without its users' likes, for callers that do not need them. */
    async findUncounted(id: string): Promise<StoredReview | undefined> {
      const document = await model.findById(id, WITHOUT_BOOKKEEPING).lean()
      if (!document) return undefined
      const { _id, ...review } = document
      return { ...review, id: _id }
    },

    /** The suggestions that reviews wait for. */
    async listSuggestionIds(): Promise<string[]> {
      const waiting = await model.find({ 'suggestion.id': { $gt: '' } }, { suggestion: 1 }).lean()
      return [...new Set(waiting.flatMap(({ suggestion }) => suggestion?.id ?? []))]
    },

    /** The reviews with a photo, given its path. */
    async listByPhoto(path: string): Promise<Pick<StoredReview, 'id' | 'status'>[]> {
      const documents = await model.find({ photos: path }, { status: 1 }).lean()
      return documents.map(({ _id, status }) => ({ id: _id, status }))
    },
  }
}

const newestMonthFirst = (a: StoredReview, b: StoredReview): number =>
  monthOf(b.date).localeCompare(monthOf(a.date)) || (a.id < b.id ? -1 : 1)

/** For administrators, who see exact times. */
export const newestFirst = (reviews: readonly StoredReview[]): StoredReview[] =>
  reviews.toSorted((a, b) => b.date.getTime() - a.date.getTime() || (a.id < b.id ? -1 : 1))
