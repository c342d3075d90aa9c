import { type ContactStatus, isSitePicture, type PendingBuilding } from '@offquad/contracts'
import { openMarkOutbox, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { type PendingBuildingDocument, pendingBuildingModel } from './pending-building.model'
import { decisionsOn } from './decisions.repository'

export type PendingBuildingsRepository = ReturnType<typeof createPendingBuildingsRepository>

export function createPendingBuildingsRepository(connection: Connection) {
  const model = pendingBuildingModel(connection)
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

    /** Submissions whose photos svc-reviews, which keeps photos, does not know to be used. */
    photoUsage: openMarkOutbox(model, {
      field: 'hasUntoldPhotos',
      mark: true,
      date: 'date',
      also: ['userId', 'photos'],
    }),

    /** One with the same id that is stored already stays as it is. */
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

/** Pictures on other servers, which could once be submitted, are shown to no one. */
const withoutForeignPhotos = (building: PendingBuilding): PendingBuilding => ({
  ...building,
  photos: building.photos.filter(isSitePicture),
})

function fromDocument({ _id, date, name, address, photos, userId, status }: PendingBuildingDocument) {
  return { id: _id, date: date.toISOString(), name, address, photos, userId, status }
}
