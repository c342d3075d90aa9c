import { documentSchema, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { type LandlordContent, type StoredLandlord, type Write } from '../catalog/entities'
import { editsOf, newWrite, type WithLastWrite } from '../catalog/last-writes'
import { idsOf, namedPicturesOf, WITHOUT_BOOKKEEPING } from '../catalog/listing-queries'
import {
  firstOutboxEntries,
  outboxesOf,
  outboxFields,
  pushOutboxes,
  unpublishedChange,
  type WithOutboxes,
} from '../catalog/outboxes'

interface LandlordDocument extends LandlordContent, WithOutboxes, WithLastWrite {
  _id: string
}

const optionalText = { type: String, default: null }

const schema = documentSchema<LandlordDocument>({
  _id: required.text,
  name: required.text,
  contact: optionalText,
  address: optionalText,
  photos: [String],
  profilePhoto: optionalText,
  changedAt: required.date,
  lastWrite: String,
  ...outboxFields,
})

schema.index({ changedAt: 1 })
schema.index({ photos: 1 })
schema.index({ profilePhoto: 1 })
schema.index({ 'photoUse.change': 1 }, { sparse: true })
schema.index({ unpublishedChange: 1 }, { sparse: true })
schema.index({ 'unloggedChanges.change': 1 }, { sparse: true })

export function createLandlordsRepository(connection: Connection) {
  const model = connection.model('Landlord', schema, 'landlords')
  const { lastWriteOf, updateAfter } = editsOf(model)

  return {
    outboxes: outboxesOf(model),

    ...idsOf(model),
    ...namedPicturesOf(model),

    /** These landlords, or all of them. */
    async list(ids?: string[]): Promise<StoredLandlord[]> {
      const stored = await model.find(ids ? { _id: { $in: ids } } : {}, WITHOUT_BOOKKEEPING).lean()
      return stored.map(({ _id, ...content }) => ({ id: _id, ...content }))
    },

    async listIdsAmong(ids: string[]): Promise<string[]> {
      const stored = await model.find({ _id: { $in: ids } }, { _id: 1 }).lean()
      return stored.map(({ _id }) => _id)
    },

    /** Stores a new landlord. Returns false, and changes nothing, if its id exists already. */
    async add(write: Write<LandlordContent>): Promise<boolean> {
      const fields = { ...fieldsOf(write), ...firstOutboxEntries(write) }
      const { upsertedCount } = await retryOnFailover(() =>
        model.updateOne({ _id: write.id }, { $setOnInsert: fields }, { upsert: true }),
      )
      return upsertedCount > 0
    },

    lastWriteOf,

    /** Stores an edit. Returns false, and changes nothing, if there was another write since `lastWrite`. */
    edit: (write: Write<LandlordContent>, lastWrite: string | null): Promise<boolean> =>
      updateAfter({ id: write.id, lastWrite }, { $set: fieldsOf(write), ...pushOutboxes(write) }),

    /** Stores all writes in one round trip. A landlord that another import has created concurrently is updated. */
    async save(writes: Write<LandlordContent>[]): Promise<void> {
      const operations = writes.map((write) => ({
        updateOne: {
          filter: { _id: write.id },
          update: { $set: fieldsOf(write), ...pushOutboxes(write) },
          upsert: write.isNew,
        },
      }))
      await retryOnFailover(() =>
        model.bulkWrite(operations, { ordered: false, throwOnValidationError: true }),
      )
    },
  }
}

function fieldsOf({ isNew, content }: Write<LandlordContent>): Partial<LandlordDocument> {
  const isPublished = isNew || content.name !== undefined
  return { ...content, changedAt: new Date(), ...newWrite(), ...(isPublished && unpublishedChange()) }
}
