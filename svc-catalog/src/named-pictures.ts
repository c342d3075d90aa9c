import { retryOnFailover } from '@offquad/service-kit'
import { type Model } from 'mongoose'
import { type Pictured, picturesOf, sourcesIn } from './picture-sources'

interface WithPictures extends Pictured {
  _id: string
  name: string
  changedAt: Date
}

const FIELDS = { name: 1, photos: 1, profilePhoto: 1 } as const

/** Finding one kind of documents by the pictures on other servers that they name. */
export const namedPicturesOf = <T extends WithPictures>(model: Model<T>) => {
  // Apartments have none, and no index of it.
  const hasProfilePhoto = model.schema.path('profilePhoto') !== undefined
  const naming = (picture: unknown) => ({
    $or: [{ photos: picture }, ...(hasProfilePhoto ? [{ profilePhoto: picture }] : [])],
  })

  return {
    async listSources(): Promise<string[]> {
      const found = await model.find(naming({ $regex: '^http' }), FIELDS).lean<WithPictures[]>()
      return sourcesIn(found)
    },

    async listNaming(sources: string[]): Promise<(Pictured & { id: string; name: string })[]> {
      if (sources.length === 0) return []
      const found = await model.find(naming({ $in: sources }), FIELDS).lean<WithPictures[]>()
      return found.map(({ _id, name, ...pictured }) => ({ id: _id, name, photos: picturesOf(pictured) }))
    },

    /** Marks those that name it as changed, so that they are read again; returns their ids. */
    async touchNaming(source: string): Promise<string[]> {
      const found = await model.find(naming(source), { _id: 1 }).lean<WithPictures[]>()
      await retryOnFailover(() => model.updateMany(naming(source), { $set: { changedAt: new Date() } }))
      return found.map(({ _id }) => _id)
    },
  }
}
