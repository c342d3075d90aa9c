import { documentSchema, required } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { type LandlordContent, type StoredLandlord, type Write } from '../catalog/entities'
import { idsOf, namedPicturesOf, WITHOUT_BOOKKEEPING } from '../catalog/listing-queries'
import { listingWrites, type WithLastWrite } from '../catalog/listing-writes'
import { outboxesOf, outboxFields, type WithOutboxes } from '../catalog/outboxes'

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

  return {
    outboxes: outboxesOf(model),

    ...idsOf(model),
    ...namedPicturesOf(model),
    ...listingWrites<LandlordDocument, Write<LandlordContent>>(model),

    /** These landlords, or all of them. */
    async list(ids?: string[]): Promise<StoredLandlord[]> {
      const stored = await model.find(ids ? { _id: { $in: ids } } : {}, WITHOUT_BOOKKEEPING).lean()
      return stored.map(({ _id, ...content }) => ({ id: _id, ...content }))
    },

    async listIdsAmong(ids: string[]): Promise<string[]> {
      const stored = await model.find({ _id: { $in: ids } }, { _id: 1 }).lean()
      return stored.map(({ _id }) => _id)
    },
  }
}
