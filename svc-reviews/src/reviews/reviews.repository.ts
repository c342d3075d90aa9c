import { type Decline, REVIEW_STATUSES, type ReviewStatus } from '@offquad/contracts'
import { retryOnFailover } from '@offquad/service-kit'
import { type AnyBulkWriteOperation, type Connection, type QueryFilter } from 'mongoose'
import { createLikesRepository } from './likes.repository'
import { type ReviewDocument, reviewModel } from './review.model'
import { shareReads } from './share-reads'
import { splitIds } from './split-list'
import { type CountedPlace, type ImportedReview, type StoredReview } from './stored-review'
import { fingerprintOf } from './text-fingerprint'

export type ReviewsRepository = ReturnType<typeof createReviewsRepository>

/** A review to create, or to update where it is stored already; `counted` are the places it stood and stands in. */
export type ImportedWrite = { review: ImportedReview; counted: CountedPlace[] } & (
  | { isNew: true; status: ReviewStatus; userId: string | null; decline?: Decline | undefined }
  | { isNew: false }
)

/** A stored review an import file may name, and whether the file still decides what it says. */
export interface ImportTarget {
  review: StoredReview
  isFromImport: boolean
}

interface Page {
  offset: number
  size: number
}

type FoundReview = Omit<
  ReviewDocument,
  'outbox' | 'changedAt' | 'contentSource' | 'textFingerprint' | 'flags' | 'flagsPending'
>

const REVIEWS_AT_ONCE = 1_000

const NEWEST_FIRST = { date: -1, _id: 1 } as const
const WITHOUT_BOOKKEEPING = {
  outbox: 0,
  changedAt: 0,
  contentSource: 0,
  textFingerprint: 0,
  flags: 0,
  flagsPending: 0,
} as const

const FROM_IMPORT = {
  $or: [{ contentSource: 'import' }, { contentSource: null, userId: null }],
} satisfies QueryFilter<ReviewDocument>

export function createReviewsRepository(connection: Connection) {
  const model = reviewModel(connection)
  const likes = createLikesRepository(connection)

  async function withLikers(found: FoundReview[]): Promise<StoredReview[]> {
    const likers = await likes.count(found.map(({ _id }) => _id))
    return found.map(({ _id, ...review }) => ({
      ...review,
      id: _id,
      likes: review.likes + (likers.get(_id) ?? 0),
    }))
  }

  async function list(filter: QueryFilter<ReviewDocument>, page?: Page): Promise<StoredReview[]> {
    const found = model.find(filter, WITHOUT_BOOKKEEPING).sort(NEWEST_FIRST)
    return withLikers(await (page ? found.skip(page.offset).limit(page.size) : found).lean())
  }

  return {
    listByApartment: (aptId: string, status: ReviewStatus) => list({ aptId, status }),
    listByLandlord: (landlordId: string, status: ReviewStatus) => list({ landlordId, status }),
    listByUser: (userId: string, status: ReviewStatus) => list({ userId, status }),
    /** All of a status is the largest answer of the site, and not cached for callers who are signed in. */
    listByStatus: shareReads((status: ReviewStatus) => list({ status }), { shareOfTime: 0.1 }),
    countByStatus: (status: ReviewStatus): Promise<number> => model.countDocuments({ status }),

    /** Whether more reviews than these are in a status. */
    hasMoreThan: async (status: ReviewStatus, limit: number): Promise<boolean> =>
      (await model.countDocuments({ status }, { limit: limit + 1 })) > limit,

    /** All of a status, newest first, as many at a time as are read at once. */
    async *readByStatus(status: ReviewStatus): AsyncGenerator<StoredReview[]> {
      const cursor = model
        .find({ status }, WITHOUT_BOOKKEEPING)
        .sort(NEWEST_FIRST)
        .lean()
        .cursor({ batchSize: REVIEWS_AT_ONCE })
      let batch: FoundReview[] = []
      for await (const review of cursor) {
        batch.push(review)
        if (batch.length < REVIEWS_AT_ONCE) continue
        yield withLikers(batch)
        batch = []
      }
      if (batch.length > 0) yield withLikers(batch)
    },

    /** Of the reviews in a status `size` after the first `offset`. */
    listPage: (status: ReviewStatus, page: Page) => list({ status }, page),

    /** For each of these reviews how many others say the same, in whatever status. Exact once every review has a fingerprint. */
    async countSameText(ids: string[]): Promise<Map<string, number>> {
      const reviews = await model.find({ _id: { $in: ids } }, { textFingerprint: 1 }).lean()
      const fingerprints = reviews.flatMap(({ textFingerprint }) => textFingerprint ?? [])
      const counted = await model.aggregate<{ _id: string; reviews: number }>([
        { $match: { textFingerprint: { $in: [...new Set(fingerprints)] } } },
        { $group: { _id: '$textFingerprint', reviews: { $sum: 1 } } },
      ])
      const countOf = new Map(counted.map(({ _id, reviews: count }) => [_id, count]))
      return new Map(
        reviews.map(({ _id, textFingerprint }) => [_id, (countOf.get(textFingerprint ?? '') ?? 1) - 1]),
      )
    },

    /** When reviews were written and reported, of those of which either happened since then. */
    async listTimesSince(since: Date) {
      const found = await model
        // With the status the index of each status' reviews by date serves.
        .find({
          $or: [
            { status: { $in: [...REVIEW_STATUSES] }, date: { $gte: since } },
            { 'reports.date': { $gte: since } },
          ],
        })
        .select({ date: 1, 'reports.date': 1, contentSource: 1, userId: 1 })
        .lean()
      return found.map(({ contentSource, userId, ...times }) => ({
        ...times,
        isImported: contentSource === 'import' || (contentSource === undefined && userId === null),
      }))
    },
    async listByIds(ids: string[]): Promise<StoredReview[]> {
      const parts = splitIds(ids)
      const found: StoredReview[] = []
      for (const part of parts) found.push(...(await list({ _id: { $in: part } })))
      return parts.length > 1 ? found.sort(newestFirst) : found
    },

    async listImportTargets(ids: string[]): Promise<ImportTarget[]> {
      const [found, imported] = await Promise.all([
        list({ _id: { $in: ids } }),
        model.find({ _id: { $in: ids }, ...FROM_IMPORT }, { _id: 1 }).lean(),
      ])
      const importedIds = new Set(imported.map(({ _id }) => _id))
      return found.map((review) => ({ review, isFromImport: importedIds.has(review.id) }))
    },

    async find(id: string): Promise<StoredReview | undefined> {
      const [found] = await list({ _id: id })
      return found
    },

    /** A review with the likes of its import alone, where nobody looks at them. */
    async findUncounted(id: string): Promise<StoredReview | undefined> {
      const found = await model.findById(id, WITHOUT_BOOKKEEPING).lean()
      if (!found) return undefined
      const { _id, ...review } = found
      return { ...review, id: _id }
    },

    /** The statuses of the reviews that show a photo, given its address. */
    async listStatusesByPhoto(url: string): Promise<ReviewStatus[]> {
      const found = await model.find({ photos: url }, { _id: 0, status: 1 }).lean()
      return found.map(({ status }) => status)
    },

    /** Stores reviews together with the recount they call for; `change` is the id of this write. */
    async saveImported(writes: ImportedWrite[], change: string): Promise<void> {
      const operations = writes.map((write) => operationOf(write, { change, changedAt: new Date() }))
      await retryOnFailover(() =>
        model.bulkWrite(operations, { ordered: false, throwOnValidationError: true }),
      )
    },
  }
}

const newestFirst = (one: StoredReview, other: StoredReview): number =>
  other.date.getTime() - one.date.getTime() || (one.id < other.id ? -1 : 1)

function operationOf(
  write: ImportedWrite,
  { change, changedAt }: { change: string; changedAt: Date },
): AnyBulkWriteOperation<ReviewDocument> {
  const { id, likes, ...content } = write.review
  const outbox = write.counted.map((place) => ({ ...place, change }))
  const textFingerprint = fingerprintOf(content.reviewText)
  if (write.isNew) {
    const { status, userId, decline } = write
    const review = {
      ...content,
      likes,
      userId,
      status,
      reports: [],
      contentSource: 'import' as const,
      textFingerprint,
      // A public review is looked at once it is reported.
      ...(status !== 'APPROVED' && status !== 'DELETED' && { flagsPending: true }),
      ...(decline && { decline }),
      changedAt,
      outbox,
    }
    return { updateOne: { filter: { _id: id }, update: { $setOnInsert: review }, upsert: true } }
  }
  return {
    updateOne: {
      // Its author may have edited it since it was read.
      filter: { _id: id, ...FROM_IMPORT },
      update: {
        $set: { ...content, textFingerprint, flagsPending: true, changedAt },
        $push: { outbox: { $each: outbox } },
      },
    },
  }
}
