import { type TravelTimes } from '@offquad/contracts'
import { type Connection, Schema } from 'mongoose'
import { type ApartmentContent } from '../entities'
import { photoOutbox } from '../photo-outbox'
import { type PhotoUse } from '../photo-use'
import { type WithUnpublishedChange } from '../subject-outbox'

export interface ApartmentDocument extends ApartmentContent, WithUnpublishedChange {
  _id: string
  distanceToCampus: number | null
  travelTimes: TravelTimes | null
  /** Set by the write that places or moves an apartment, cleared by the one that stores its travel times. */
  travelTimesPending: boolean
  order: number
  changedAt: Date
  photoUse: PhotoUse[]
}

const text = { type: String, required: true }
const optionalText = { type: String, default: null }
const optionalNumber = { type: Number, default: null }
const minutes = { type: Number, required: true }

const travelTimes = new Schema<TravelTimes>(
  {
    engQuadWalking: minutes,
    engQuadDriving: minutes,
    hoPlazaWalking: minutes,
    hoPlazaDriving: minutes,
    agQuadWalking: minutes,
    agQuadDriving: minutes,
  },
  { _id: false },
)

const schema = new Schema<ApartmentDocument>(
  {
    _id: text,
    name: text,
    // An unknown address is '', which `required` would not accept.
    address: { type: String, default: '' },
    landlordId: optionalText,
    numBeds: optionalNumber,
    numBaths: optionalNumber,
    price: optionalNumber,
    photos: [String],
    area: text,
    latitude: optionalNumber,
    longitude: optionalNumber,
    distanceToCampus: optionalNumber,
    travelTimes: { type: travelTimes, default: null },
    travelTimesPending: { type: Boolean, required: true },
    order: { type: Number, required: true },
    changedAt: { type: Date, required: true },
    photoUse: photoOutbox,
    unpublishedChange: String,
  },
  { versionKey: false, strict: 'throw' },
)

schema.index({ name: 1 })
schema.index({ changedAt: 1 })
schema.index({ 'photoUse.change': 1 }, { sparse: true })
schema.index({ unpublishedChange: 1 }, { sparse: true })
schema.index({ travelTimesPending: 1 }, { partialFilterExpression: { travelTimesPending: true } })

export function apartmentModel(connection: Connection) {
  return connection.model('Apartment', schema, 'apartments')
}
