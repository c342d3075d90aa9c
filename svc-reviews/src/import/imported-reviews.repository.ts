import { type Decline, type ReviewStatus } from '@offquad/contracts'
import { monthOf, retryOnFailover } from '@offquad/service-kit'
import { type AnyBulkWriteOperation, type Connection } from 'mongoose'
import { type ReviewDocument, reviewModel } from '../reviews/review.model'
import { type ImportedReview, type ReviewSubject } from '../reviews/stored-review'
import { fingerprintOf } from '../reviews/review-fingerprints'

/** A review to create, or to update if it is stored already. The stats of `subjects` change. */
export type ImportedWrite = { review: ImportedReview; subjects: ReviewSubject[] } & (
  | { isNew: true; status: ReviewStatus; userId: string | null; decline?: Decline | undefined }
  | { isNew: false }
)

/** A stored review with an id from an import file, and whether the file still owns its content. */
export interface ImportTarget {
  review: ImportedReview
  isFromImport: boolean
}

const READ: Record<Exclude<keyof ImportedReview, 'id'> | 'contentSource', 1> = {
  aptId: 1,
  landlordId: 1,
  date: 1,
  overallRating: 1,
  detailedRatings: 1,
  bedrooms: 1,
  price: 1,
  signedMonth: 1,
  photos: 1,
  reviewText: 1,
  likes: 1,
  contentSource: 1,
}

export function createImportedReviewsRepository(connection: Connection) {
  const model = reviewModel(connection)

  return {
    async listTargets(ids: string[]): Promise<ImportTarget[]> {
      const documents = await model.find({ _id: { $in: ids } }, READ).lean()
      return documents.map(({ _id, contentSource, ...review }) => ({
        review: { ...review, id: _id },
        isFromImport: contentSource === 'import',
      }))
    },

    /** Stores reviews together with the outbox entries for their stats; `change` is the id of this write. */
    async save(writes: ImportedWrite[], change: string): Promise<void> {
      const operations = writes.map((write) => operationOf(write, { change, changedAt: new Date() }))
      await retryOnFailover(() =>
        model.bulkWrite(operations, { ordered: false, throwOnValidationError: true }),
      )
    },
  }
}

function operationOf(
  write: ImportedWrite,
  { change, changedAt }: { change: string; changedAt: Date },
): AnyBulkWriteOperation<ReviewDocument> {
  const { id, likes, ...imported } = write.review
  const content = { signedMonth: 0, ...imported, month: monthOf(imported.date) }
  const outbox = write.subjects.map((subject) => ({ ...subject, change }))
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
      ...(decline && { decline }),
      changedAt,
      outbox,
    }
    return { updateOne: { filter: { _id: id }, update: { $setOnInsert: review }, upsert: true } }
  }
  return {
    updateOne: {
      // The author may have edited the review since it was read.
      filter: { _id: id, contentSource: 'import' },
      update: {
        $set: { ...content, textFingerprint, changedAt },
        $push: { outbox: { $each: outbox } },
      },
    },
  }
}
