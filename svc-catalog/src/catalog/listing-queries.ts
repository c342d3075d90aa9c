import { retryOnFailover } from '@offquad/service-kit'
import { type Model } from 'mongoose'
import { type Pictured, picturesOf, sourcesIn } from './picture-sources'

interface WithPictures extends Pictured {
  _id: string
  name: string
  changedAt: Date
}

/** Excludes internal fields, which no reader of a listing gets. */
export const WITHOUT_BOOKKEEPING = {
  changedAt: 0,
  lastWrite: 0,
  photoUse: 0,
  unpublishedChange: 0,
  unloggedChanges: 0,
} as const

const FIELDS = { name: 1, photos: 1, profilePhoto: 1 } as const

/** Queries for the ids of one kind of document. */
export const idsOf = <T extends WithPictures>(model: Model<T>) => ({
  /** Counted, not estimated: after a crash an estimate may stay too high, which would hide removed documents. */
  count: (): Promise<number> => model.countDocuments({}, { hint: { _id: 1 } }),

  async listIds(): Promise<string[]> {
    return (await model.find({}, { _id: 1 }).lean<WithPictures[]>()).map(({ _id }) => _id)
  },

  async listIdsChangedSince(since: Date): Promise<string[]> {
    const changed = await model.find({ changedAt: { $gte: since } }, { _id: 1 }).lean<WithPictures[]>()
    return changed.map(({ _id }) => _id)
  },
})

/** Queries for one kind of document by its pictures on other servers. */
export const namedPicturesOf = <T extends WithPictures>(model: Model<T>) => {
  // Apartments have no profile photo, and no index for it.
  const hasProfilePhoto = model.schema.path('profilePhoto') !== undefined
  const naming = (picture: unknown) => ({
    $or: [{ photos: picture }, ...(hasProfilePhoto ? [{ profilePhoto: picture }] : [])],
  })

  return {
    async listSources(): Promise<string[]> {
      const documents = await model.find(naming({ $regex: '^[^/]' }), FIELDS).lean<WithPictures[]>()
      return sourcesIn(documents)
    },

    async listNaming(sources: string[]): Promise<(Pictured & { id: string; name: string })[]> {
      if (sources.length === 0) return []
      const documents = await model.find(naming({ $in: sources }), FIELDS).lean<WithPictures[]>()
      return documents.map(({ _id, name, ...pictured }) => ({ id: _id, name, photos: picturesOf(pictured) }))
    },

    /** Marks documents with this picture as changed, so that they are reloaded; returns their ids. */
    async touchNaming(source: string): Promise<string[]> {
      const documents = await model.find(naming(source), { _id: 1 }).lean<WithPictures[]>()
      await retryOnFailover(() => model.updateMany(naming(source), { $set: { changedAt: new Date() } }))
      return documents.map(({ _id }) => _id)
    },
  }
}
