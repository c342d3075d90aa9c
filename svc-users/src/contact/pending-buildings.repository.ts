import { CONTACT_STATUSES, type ContactStatus, isSitePicture, type PendingBuilding } from '@offquad/contracts'
import { openMarkOutbox, retryOnFailover } from '@offquad/service-kit'
import { type Connection, Schema } from 'mongoose'
import { decisionsOn, unloggedDecisions, type WithUnloggedDecisions } from './decisions.repository'

interface PendingBuildingDocument extends Omit<PendingBuilding, 'id' | 'date'>, WithUnloggedDecisions {
  _id: string
  date: Date
  /** svc-reviews, which stores photos, does not know yet that these are used. The name is stored data. */
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

export type PendingBuildingsRepository = ReturnType<typeof createPendingBuildingsRepository>

export function createPendingBuildingsRepository(connection: Connection) {
  const model = connection.model('PendingBuilding', schema, 'pending_buildings')
  const decisions = decisionsOn(model)

  /** Newest first. */
  async function list(filter: Partial<PendingBuildingDocument>): Promise<PendingBuilding[]> {
    const found = await model
      .find({ ...filter })
      .sort({ date: -1, _id: -1 })
      .lean()
    return found.map(fromDocument)
  }

  return {
    decisions: decisions.outbox,

    /** Submissions whose photos svc-reviews, which stores photos, does not know to be used. */
    photoUsage: openMarkOutbox(model, {
      field: 'hasUntoldPhotos',
      mark: true,
      date: 'date',
      also: ['userId', 'photos'],
    }),

    /** A stored submission with the same id stays unchanged. */
    async add({ id, date, ...content }: PendingBuilding): Promise<void> {
      const building = { ...content, date: new Date(date), hasUntoldPhotos: content.photos.length > 0 }
      await retryOnFailover(() =>
        model.updateOne({ _id: id }, { $setOnInsert: building }, { upsert: true, runValidators: true }),
      )
    },

    async find(id: string): Promise<PendingBuilding | undefined> {
      const found = await model.findById(id).lean()
      return found ? fromDocument(found) : undefined
    },

    listIn: async (status: ContactStatus) => (await list({ status })).map(withoutForeignPhotos),

    listOf: (userId: string) => list({ userId }),

    async setStatus(
      id: string,
      status: ContactStatus,
      adminId: string,
    ): Promise<PendingBuilding | undefined> {
      const found = await decisions.decide(id, status, adminId)
      return found && withoutForeignPhotos(fromDocument(found))
    },

    async removeAllOf(userId: string): Promise<void> {
      await retryOnFailover(() => model.deleteMany({ userId }))
    },
  }
}

/** Pictures on other servers, which earlier versions accepted, are not shown. */
const withoutForeignPhotos = (building: PendingBuilding): PendingBuilding => ({
  ...building,
  photos: building.photos.filter(isSitePicture),
})

function fromDocument({ _id, date, name, address, photos, userId, status }: PendingBuildingDocument) {
  return { id: _id, date: date.toISOString(), name, address, photos, userId, status }
}
