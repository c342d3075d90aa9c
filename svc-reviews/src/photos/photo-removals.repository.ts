import { type Connection } from 'mongoose'
import { photoModel } from './photo.model'
import { fromDocument, type Photo } from './photos.repository'

export type PhotoRemovalsRepository = ReturnType<typeof createPhotoRemovalsRepository>

/** The way of a photo out. */
export function createPhotoRemovalsRepository(connection: Connection) {
  const model = photoModel(connection)

  return {
    /** Photos without an owner whose time to be looked at has come. */
    async listDue(now: Date, limit: number): Promise<Photo[]> {
      const found = await model
        .find({ checkAt: { $lte: now }, owners: { $size: 0 } })
        .limit(limit)
        .lean()
      return found.map(fromDocument)
    },

    async checkAgainAt({ id, checkAt }: Photo, date: Date): Promise<void> {
      await model.updateOne({ _id: id, checkAt }, { $set: { checkAt: date } })
    },

    /** Whether it was neither claimed nor attached since it was listed; from now on it cannot be. */
    async markRemoved({ id, checkAt }: Photo): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        { _id: id, checkAt, owners: { $size: 0 } },
        { $set: { isRemoved: true } },
      )
      return matchedCount > 0
    },

    async forget(id: string): Promise<void> {
      await model.deleteOne({ _id: id, isRemoved: true })
    },
  }
}
