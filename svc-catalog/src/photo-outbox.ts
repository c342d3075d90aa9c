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

interface OutboxModel {
  find(
    filter: object,
    fields: object,
  ): { limit(most: number): { lean(): PromiseLike<{ _id: string; photoUse: PhotoUse[] }[]> } }
  updateMany(filter: object, change: object): PromiseLike<unknown>
}

/** Reading and emptying the outboxes of one kind of documents. */
export const photoOutboxOf = (model: OutboxModel) => ({
  async listUntoldPhotos(most: number): Promise<UntoldPhotos[]> {
    const found = await model
      .find({ 'photoUse.change': { $gt: '' } }, { photoUse: 1 })
      .limit(most)
      .lean()
    return found.map(({ _id, photoUse }) => ({ id: _id, photoUse }))
  },

  /** Takes out exactly what was listed; what was written since stays. */
  async clearUntoldPhotos(told: UntoldPhotos[]): Promise<void> {
    const changes = told.flatMap(({ photoUse }) => photoUse.map(({ change }) => change))
    await model.updateMany(
      { _id: { $in: told.map(({ id }) => id) } },
      { $pull: { photoUse: { change: { $in: changes } } } },
    )
  },
})
