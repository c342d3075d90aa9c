import { randomBytes } from 'node:crypto'
import { getPhoto, pathOf } from '@offquad/contracts'
import { documentSchema, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection, type QueryFilter } from 'mongoose'
import { type ListingPicture } from '../catalog/picture-sources'

type ListingPictureDocument = Omit<ListingPicture, 'source'> & { _id: string }

const schema = documentSchema<ListingPictureDocument>({
  _id: required.text,
  photoId: required.text,
  state: required.text,
  reason: String,
  failures: required.number,
  nextAttemptAt: { type: Date, default: null },
  registeredAt: required.date,
})
schema.index({ nextAttemptAt: 1 })
schema.index({ state: 1, _id: 1 })
schema.index({ photoId: 1 })

// An explicit list of states: an index cannot serve $ne.
const MISSING = { state: { $in: ['waiting', 'failed'] } } satisfies QueryFilter<ListingPictureDocument>

/** The pictures that listings reference by URLs of other servers, and the state of their copies. */
export function createListingPicturesRepository(connection: Connection) {
  const model = connection.model('ListingPicture', schema, 'listing_pictures')

  return {
    /** Registers pictures: new pictures become due, existing pictures count as referenced again. */
    async register(sources: string[], now: Date): Promise<void> {
      const operations = sources.map((source) => ({
        updateOne: {
          filter: { _id: source },
          update: {
            $setOnInsert: {
              photoId: randomBytes(16).toString('hex'),
              state: 'waiting' as const,
              failures: 0,
              nextAttemptAt: now,
            },
            $set: { registeredAt: now },
          },
          upsert: true,
        },
      }))
      await retryOnFailover(() => model.bulkWrite(operations, { ordered: false }))
    },

    /** The paths of this site's copies, by source. */
    async findCopies(sources: string[]): Promise<Map<string, string>> {
      const copies = await model.find({ _id: { $in: sources }, state: 'stored' }, { photoId: 1 }).lean()
      return new Map(copies.map(({ _id, photoId }) => [_id, pathOf(getPhoto, { id: photoId })]))
    },

    async list(sources: string[]): Promise<ListingPicture[]> {
      return (await model.find({ _id: { $in: sources } }).lean()).map(fromDocument)
    },

    /** Claims due pictures: they are due again at `nextAttemptAt`, in case the request is lost. */
    async takeDue(
      most: number,
      { now, nextAttemptAt }: { now: Date; nextAttemptAt: Date },
    ): Promise<ListingPicture[]> {
      const due = await model
        .find({ state: 'waiting', nextAttemptAt: { $lte: now } })
        .limit(most)
        .lean()
      const ids = due.map(({ _id }) => _id)
      await retryOnFailover(() => model.updateMany({ _id: { $in: ids } }, { $set: { nextAttemptAt } }))
      return due.map(fromDocument)
    },

    /** Stores the outcome unless the picture has another copy by now. */
    async saveOutcome(
      source: string,
      photoId: string,
      outcome: Pick<ListingPicture, 'state' | 'reason' | 'failures' | 'nextAttemptAt'>,
    ): Promise<void> {
      await model.updateOne({ _id: source, photoId }, { $set: outcome })
    },

    /** Pictures without a copy, sorted by source, beginning after the given source. */
    async listMissing(after: string, size: number): Promise<ListingPicture[]> {
      const documents = await model
        .find({ ...MISSING, _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(size)
        .lean()
      return documents.map(fromDocument)
    },

    countMissing: (): Promise<number> => model.countDocuments(MISSING),

    /** Makes these pictures, or all failed pictures, due again; returns their number. */
    async retry(sources: string[] | undefined, now: Date): Promise<number> {
      const filter = sources ? { _id: { $in: sources }, ...MISSING } : { state: 'failed' as const }
      // Counted first, as a retried update would match fewer.
      const queued = await model.countDocuments(filter)
      await retryOnFailover(() =>
        model.updateMany(filter, { $set: { state: 'waiting', failures: 0, nextAttemptAt: now } }),
      )
      return queued
    },

    /** All pictures that were registered before this time. */
    async listRegisteredBefore(time: Date): Promise<ListingPicture[]> {
      return (await model.find({ registeredAt: { $lt: time } }).lean()).map(fromDocument)
    },

    /** Removes those of the pictures that were not registered again since this time; returns the removed pictures. */
    async removeRegisteredBefore(time: Date, pictures: ListingPicture[]): Promise<ListingPicture[]> {
      const sources = pictures.map(({ source }) => source)
      await retryOnFailover(() => model.deleteMany({ _id: { $in: sources }, registeredAt: { $lt: time } }))
      const kept = await model.find({ _id: { $in: sources } }, { photoId: 1 }).lean()
      const keptIds = new Set(kept.map(({ photoId }) => photoId))
      return pictures.filter(({ photoId }) => !keptIds.has(photoId))
    },
  }
}

function fromDocument({ _id, ...picture }: ListingPictureDocument): ListingPicture {
  return { source: _id, ...picture }
}
