import { type ReviewStatus } from '@offquad/contracts'
import { type AnyBulkWriteOperation, type Connection, type QueryFilter } from 'mongoose'
import { type ReviewDocument, reviewModel } from './review.model'
import { type CountedPlace, type ImportedReview, type StoredReview } from './stored-review'

export type ReviewsRepository = ReturnType<typeof createReviewsRepository>

/** A review to create, or to update where it is stored already; `counted` are the places it stood and stands in. */
export interface ImportedWrite {
  review: ImportedReview
  isNew: boolean
  counted: CountedPlace[]
}

const NEWEST_FIRST = { date: -1, _id: 1 } as const
const WITHOUT_BOOKKEEPING = { outbox: 0, changedAt: 0 } as const

export function createReviewsRepository(connection: Connection) {
  const model = reviewModel(connection)

  async function list(filter: QueryFilter<ReviewDocument>): Promise<StoredReview[]> {
    const found = await model.find(filter, WITHOUT_BOOKKEEPING).sort(NEWEST_FIRST).lean()
    return found.map(fromDocument)
  }

  return {
    listByApartment: (aptId: string, status: ReviewStatus) => list({ aptId, status }),
    listByLandlord: (landlordId: string, status: ReviewStatus) => list({ landlordId, status }),
    listByStatus: (status: ReviewStatus) => list({ status }),
    listByIds: (ids: string[]) => list({ _id: { $in: ids } }),

    async find(id: string): Promise<StoredReview | undefined> {
      const found = await model.findById(id, WITHOUT_BOOKKEEPING).lean()
      return found ? fromDocument(found) : undefined
    },

    /** Stores reviews together with the recount they call for; `change` is the id of this write. */
    async saveImported(writes: ImportedWrite[], change: string): Promise<void> {
      const changedAt = new Date()
      const operations = writes.map(({ review: { id, likes, ...content }, isNew, counted }) => {
        const outbox = counted.map((place) => ({ ...place, change }))
        return updateOne(
          id,
          isNew
            ? {
                $setOnInsert: {
                  ...content,
                  ...{ likes, userId: null, status: 'APPROVED', reports: [] },
                  ...{ changedAt, outbox },
                },
              }
            : { $set: { ...content, changedAt }, $push: { outbox: { $each: outbox } } },
          isNew,
        )
      })
      await model.bulkWrite(operations, { ordered: false, throwOnValidationError: true })
    },
  }
}

function updateOne(_id: string, update: object, upsert: boolean): AnyBulkWriteOperation<ReviewDocument> {
  return { updateOne: { filter: { _id }, update, upsert } }
}

function fromDocument({ _id, ...rest }: Omit<ReviewDocument, 'outbox' | 'changedAt'>): StoredReview {
  return { id: _id, ...rest }
}
