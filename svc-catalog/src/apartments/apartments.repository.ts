import { type AnyBulkWriteOperation, type Connection } from 'mongoose'
import { type ApartmentContent, type StoredApartment, type Write } from '../entities'
import { photoOutboxOf } from '../photo-outbox'
import { subjectOutboxOf, unpublishedChange } from '../subject-outbox'
import { type ApartmentDocument, apartmentModel } from './apartment.model'
import { counterModel } from './counter.model'

const WITHOUT_BOOKKEEPING = {
  travelTimesPending: 0,
  changedAt: 0,
  photoUse: 0,
  unpublishedChange: 0,
} as const

export function createApartmentsRepository(connection: Connection) {
  const model = apartmentModel(connection)
  const counters = counterModel(connection)

  return {
    ...photoOutboxOf(model),
    ...subjectOutboxOf(model),

    /** These apartments, or all of them. */
    async list(ids?: string[]): Promise<StoredApartment[]> {
      const found = await model.find(ids ? { _id: { $in: ids } } : {}, WITHOUT_BOOKKEEPING).lean()
      return found.map(fromDocument)
    },

    async count(): Promise<number> {
      return model.estimatedDocumentCount()
    },

    async listIds(): Promise<string[]> {
      return (await model.find({}, { _id: 1 }).lean()).map(({ _id }) => _id)
    },

    async listByNames(names: string[]): Promise<StoredApartment[]> {
      return (await model.find({ name: { $in: names } }, WITHOUT_BOOKKEEPING).lean()).map(fromDocument)
    },

    async listIdsChangedSince(since: Date): Promise<string[]> {
      const found = await model.find({ changedAt: { $gte: since } }, { _id: 1 }).lean()
      return found.map(({ _id }) => _id)
    },

    /** Stores all writes in one round trip. Where another import was faster to create an apartment, it is updated. */
    async save(writes: Write<ApartmentContent>[]): Promise<void> {
      const newCount = writes.filter(({ isNew }) => isNew).length
      let order = newCount > 0 ? await reserveOrders(newCount) : 0
      const operations = writes.map((write): AnyBulkWriteOperation<ApartmentDocument> => {
        const isPublished = write.isNew || write.content.landlordId !== undefined
        const $set = {
          ...write.content,
          ...travelTimesReset(write.content),
          changedAt: new Date(),
          ...(isPublished && unpublishedChange()),
        }
        const update = {
          $set,
          ...(write.isNew && { $setOnInsert: { order: order++ } }),
          ...(write.photoUse && { $push: { photoUse: write.photoUse } }),
        }
        return { updateOne: { filter: { _id: write.id }, update, upsert: write.isNew } }
      })
      await model.bulkWrite(operations, { ordered: false, throwOnValidationError: true })
    },
  }

  /** The first of `count` numbers that nobody else gets. */
  async function reserveOrders(count: number): Promise<number> {
    const { next } = await counters
      .findOneAndUpdate(
        { _id: 'apartments' },
        { $inc: { next: count } },
        { upsert: true, returnDocument: 'after' },
      )
      .orFail()
      .lean()
    return next - count
  }
}

/** Travel times belong to a place: the write that changes the place drops them and says that new ones are wanted. */
function travelTimesReset(content: Partial<ApartmentContent>): Partial<ApartmentDocument> {
  if (content.latitude === undefined) return {}
  return { travelTimes: null, distanceToCampus: null, travelTimesPending: content.latitude !== null }
}

function fromDocument(document: Omit<ApartmentDocument, keyof typeof WITHOUT_BOOKKEEPING>): StoredApartment {
  const { _id, travelTimes, order, ...content } = document
  return { apartment: { id: _id, ...content }, travelTimes, order }
}
