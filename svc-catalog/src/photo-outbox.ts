import { backlogIn, retryOnFailover } from '@offquad/service-kit'
import { type Model } from 'mongoose'
import { type PhotoUse } from './photo-use'

/** The part of documents that says what svc-reviews has not been told of their photos yet. */
export const photoOutbox = [
  { _id: false, change: { type: String, required: true }, attach: [String], detach: [String] },
]

/** Something whose photos have changed. */
export interface UntoldPhotos {
  id: string
  photoUse: PhotoUse[]
}

interface WithOutbox {
  _id: string
  changedAt: Date
  photoUse: PhotoUse[]
}

const UNTOLD = { 'photoUse.change': { $gt: '' } }

/** Reading and emptying the outboxes of one kind of documents. */
export const photoOutboxOf = <T extends WithOutbox>(model: Model<T>) => ({
  async listUntoldPhotos(most: number): Promise<UntoldPhotos[]> {
    const found = await model.find(UNTOLD, { photoUse: 1 }).limit(most).lean<WithOutbox[]>()
    return found.map(({ _id, photoUse }) => ({ id: _id, photoUse }))
  },

  untoldPhotos: () => backlogIn(model, UNTOLD, 'changedAt'),

  /** Takes out exactly what was listed; what was written since stays. */
  async clearUntoldPhotos(told: UntoldPhotos[]): Promise<void> {
    const changes = told.flatMap(({ photoUse }) => photoUse.map(({ change }) => change))
    await retryOnFailover(() =>
      model.updateMany(
        { _id: { $in: told.map(({ id }) => id) } },
        { $pull: { photoUse: { change: { $in: changes } } } },
      ),
    )
  },
})
