import { CONTACT_STATUSES, type PendingBuilding } from '@offquad/contracts'
import { type Connection, Schema } from 'mongoose'
import { unloggedDecisions, type WithUnloggedDecisions } from './decisions.repository'

export interface PendingBuildingDocument extends Omit<PendingBuilding, 'id' | 'date'>, WithUnloggedDecisions {
  _id: string
  date: Date
  /** svc-reviews, which keeps photos, does not know yet that these are used. */
  hasUntoldPhotos: boolean
}

const text = { type: String, required: true }

const schema = new Schema<PendingBuildingDocument>(
  {
    _id: text,
    date: { type: Date, required: true },
    name: text,
    address: { type: String, default: '' },
    photos: [String],
    userId: { ...text, index: true },
    status: { ...text, enum: CONTACT_STATUSES },
    unloggedDecisions,
    hasUntoldPhotos: { type: Boolean, required: true, index: true },
  },
  { versionKey: false, strict: 'throw' },
)
// Read newest first, ties by id.
schema.index({ status: 1, date: -1, _id: -1 })
schema.index({ 'unloggedDecisions.change': 1 }, { sparse: true })

export function pendingBuildingModel(connection: Connection) {
  return connection.model('PendingBuilding', schema, 'pending_buildings')
}
