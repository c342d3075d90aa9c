import { documentSchema, required } from '@offquad/service-kit'
import { type Connection, Schema } from 'mongoose'
import { type RoomType } from '@offquad/contracts'
import { byTravelLeg, type Geocoding, type KnownTravelTimes, type LocatedContent } from '../catalog/entities'
import { type WithLastWrite } from '../catalog/listing-writes'
import { outboxFields, type WithOutboxes } from '../catalog/outboxes'

export interface ApartmentDocument
  extends Omit<LocatedContent, 'roomTypes' | 'amenities'>, WithOutboxes, WithLastWrite {
  _id: string
  roomTypes?: RoomType[]
  amenities?: string[]
  geocoding?: Geocoding | null
  distanceToCampus: number | null
  travelTimes: KnownTravelTimes | null
  /** When routing is retried after a failure. */
  routing?: { failures: number; nextLookupAt: Date } | null
  /** Set by writes that change the coordinates, cleared by the write that stores the travel times. */
  travelTimesPending: boolean
  order: number
}

const optionalText = { type: String, default: null }
const optionalNumber = { type: Number, default: null }

const travelTimes = new Schema<KnownTravelTimes>(
  { method: required.text, estimatedLegs: [String], ...byTravelLeg(() => required.number) },
  { _id: false },
)

const roomType = new Schema<RoomType>(
  {
    beds: required.number,
    baths: required.number,
    rent: required.number,
    availableFrom: String,
    leaseMonths: Number,
    squareFeet: Number,
  },
  { _id: false },
)

const coordinates = { latitude: Number, longitude: Number }

const geocoding = new Schema<Geocoding>(
  {
    address: { type: String, default: '' },
    problem: { type: String, default: null },
    detail: String,
    lookedUpAt: required.date,
    nextLookupAt: { type: Date, default: null },
    failures: required.number,
    suggestion: { type: { ...coordinates, label: String }, _id: false },
    found: { type: { ...coordinates, precision: String, provider: String }, _id: false },
  },
  { _id: false },
)

const routing = new Schema<NonNullable<ApartmentDocument['routing']>>(
  { failures: required.number, nextLookupAt: required.date },
  { _id: false },
)

const schema = documentSchema<ApartmentDocument>({
  _id: required.text,
  name: required.text,
  // An unknown address is '', which `required` would not accept.
  address: { type: String, default: '' },
  landlordId: optionalText,
  numBeds: optionalNumber,
  numBaths: optionalNumber,
  price: optionalNumber,
  roomTypes: { type: [roomType], default: undefined },
  amenities: { type: [String], default: undefined },
  photos: [String],
  area: required.text,
  latitude: optionalNumber,
  longitude: optionalNumber,
  coordinatesSource: required.text,
  geocoding: { type: geocoding, default: undefined },
  distanceToCampus: optionalNumber,
  travelTimes: { type: travelTimes, default: null },
  travelTimesPending: required.flag,
  routing: { type: routing, default: undefined },
  order: required.number,
  changedAt: required.date,
  lastWrite: String,
  ...outboxFields,
})

schema.index({ name: 1 })
schema.index({ photos: 1 })
schema.index({ changedAt: 1 })
schema.index({ 'photoUse.change': 1 }, { sparse: true })
schema.index({ unpublishedChange: 1 }, { sparse: true })
schema.index({ 'unloggedChanges.change': 1 }, { sparse: true })
schema.index({ travelTimesPending: 1 }, { partialFilterExpression: { travelTimesPending: true } })

schema.index({ coordinatesSource: 1 })
schema.index({ latitude: 1, order: 1 })
schema.index({ 'travelTimes.method': 1 })

/** A write that changes the coordinates clears the travel times, which are pending if there are coordinates. */
export const travelTimesReset = (travelTimesPending: boolean) => ({
  travelTimes: null,
  distanceToCampus: null,
  travelTimesPending,
  routing: null,
})

export function apartmentModel(connection: Connection) {
  return connection.model('Apartment', schema, 'apartments')
}
