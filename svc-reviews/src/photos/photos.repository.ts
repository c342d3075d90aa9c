import { documentSchema, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection, type UpdateQuery } from 'mongoose'

interface PhotoDocument {
  _id: string
  /** The user who uploaded it; '' if it was fetched for a listing. */
  userId: string
  uploadedAt: Date
  /** Time of the next check whether it is used. */
  checkAt: Date
  /** Things that use it, apart from reviews. */
  owners: string[]
  /** Former owners: later messages of theirs to attach it are ignored, unless dated. */
  formerOwners: string[]
  /** Date of the latest message of each owner: earlier messages are ignored. */
  lastMessages?: { owner: string; changedAt: Date }[]
  /** A review uses or used it. */
  wasUsed?: boolean
  /** It can no longer be used, and its files are being deleted. */
  isRemoved: boolean
}

const schema = documentSchema<PhotoDocument>({
  _id: required.text,
  // Not required, because mongoose treats '' as missing.
  userId: { type: String, default: '' },
  uploadedAt: required.date,
  checkAt: required.date,
  owners: [String],
  formerOwners: [String],
  lastMessages: {
    type: [{ _id: false, owner: required.text, changedAt: required.date }],
    default: undefined,
  },
  wasUsed: Boolean,
  isRemoved: required.flag,
})

schema.index({ checkAt: 1 })
schema.index({ userId: 1 })

export interface Photo extends Omit<PhotoDocument, '_id'> {
  id: string
}

interface Attachment {
  photoIds: string[]
  /** Only photos that this user uploaded; undefined: photos of any user. */
  userId?: string | undefined
  owner: string
  /** Orders the messages of an owner that may attach photos again; absent: it may not. */
  changedAt?: string | undefined
}

const DAY_MS = 86_400_000

/** Prefix of owners that are submissions of users, which only administrators see. */
export const SUBMISSION = 'pending-building/'

/** The records of photos; their files are in a PhotoStorage. */
export function createPhotosRepository(connection: Connection) {
  const model = connection.model('Photo', schema, 'photos')

  /** A stored photo with the same id stays unchanged. */
  async function insert(
    id: string,
    fields: Pick<PhotoDocument, 'userId' | 'uploadedAt' | 'checkAt' | 'owners'>,
  ): Promise<void> {
    const photo = { ...fields, formerOwners: [], isRemoved: false }
    await retryOnFailover(() => model.updateOne({ _id: id }, { $setOnInsert: photo }, { upsert: true }))
  }

  /** Applies a message unless this or a later message of its owner was applied already. */
  async function applyInOrder(
    { photoIds, owner }: Attachment,
    { changedAt, update }: { changedAt: string; update: UpdateQuery<PhotoDocument> },
  ): Promise<void> {
    const photos = { _id: { $in: photoIds }, isRemoved: false }
    const first = { owner, changedAt: new Date(0) }
    await retryOnFailover(() =>
      model.updateMany(
        { ...photos, 'lastMessages.owner': { $ne: owner } },
        { $push: { lastMessages: first } },
      ),
    )
    const date = new Date(changedAt)
    await retryOnFailover(() =>
      model.updateMany(
        { ...photos, lastMessages: { $elemMatch: { owner, changedAt: { $lt: date } } } },
        { ...update, $set: { 'lastMessages.$[last].changedAt': date } },
        { arrayFilters: [{ 'last.owner': owner }] },
      ),
    )
  }

  return {
    insert: (id: string, userId: string, now: Date): Promise<void> =>
      insert(id, { userId, uploadedAt: now, checkAt: new Date(now.getTime() + DAY_MS), owners: [] }),

    /** Inserts a photo that no user uploaded, with an owner. */
    insertOwned: (id: string, owner: string, now: Date): Promise<void> =>
      insert(id, { userId: '', uploadedAt: now, checkAt: now, owners: [owner] }),

    async find(id: string): Promise<Photo | undefined> {
      const document = await model.findOne({ _id: id, isRemoved: false }).lean()
      return document ? fromDocument(document) : undefined
    },

    /** Keeps photos for at least another day. Returns whether this user uploaded all of them and nothing else uses them. */
    async claim(photoIds: string[], userId: string, now: Date): Promise<boolean> {
      const ids = [...new Set(photoIds)]
      if (ids.length === 0) return true
      const { matchedCount } = await retryOnFailover(() =>
        model.updateMany(
          { _id: { $in: ids }, userId, isRemoved: false, owners: { $size: 0 }, formerOwners: { $size: 0 } },
          { $max: { checkAt: new Date(now.getTime() + DAY_MS) }, $set: { wasUsed: true } },
        ),
      )
      return matchedCount === ids.length
    },

    async attach(attachment: Attachment): Promise<void> {
      const { photoIds, userId, owner, changedAt } = attachment
      if (changedAt !== undefined) {
        const update = { $addToSet: { owners: owner }, $pull: { formerOwners: owner } }
        return applyInOrder(attachment, { changedAt, update })
      }
      await retryOnFailover(() =>
        model.updateMany(
          {
            ...uploaded(photoIds, userId),
            // A user's photo has one owner; administrators may also show a submission's photo with an apartment.
            ...(userId !== undefined && {
              wasUsed: { $ne: true },
              $or: [{ owners: { $size: 0 } }, { owners: owner }],
            }),
            isRemoved: false,
            formerOwners: { $ne: owner },
          },
          { $addToSet: { owners: owner } },
        ),
      )
    },

    async detach(attachment: Attachment): Promise<void> {
      const { photoIds, userId, owner, changedAt } = attachment
      const update = { $pull: { owners: owner }, $addToSet: { formerOwners: owner } }
      if (changedAt !== undefined) {
        // An administrator may be moving it to another apartment.
        const checkAt = new Date(Date.parse(changedAt) + DAY_MS)
        return applyInOrder(attachment, { changedAt, update: { ...update, $max: { checkAt } } })
      }
      await retryOnFailover(() => model.updateMany(uploaded(photoIds, userId), update))
    },

    /** Removes a user's id from their photos. Photos of their submissions, and unused photos, are then gone. */
    async releaseAllOf(userId: string, now: Date): Promise<void> {
      await retryOnFailover(() =>
        model.updateMany(
          { userId },
          { $pull: { owners: { $regex: `^${SUBMISSION}` } }, $set: { userId: '', checkAt: now } },
        ),
      )
    },

    /** Photos without an owner that are due for a check. */
    async listDue(now: Date, limit: number): Promise<Photo[]> {
      const documents = await model
        .find({ checkAt: { $lte: now }, owners: { $size: 0 } })
        .limit(limit)
        .lean()
      return documents.map(fromDocument)
    },

    async checkAgainAt({ id, checkAt }: Photo, date: Date): Promise<void> {
      await model.updateOne({ _id: id, checkAt }, { $set: { checkAt: date } })
    },

    /** Marks a photo as removed, unless it was claimed or attached since it was listed. Returns whether it was marked. */
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

const uploaded = (photoIds: string[], userId: string | undefined) => ({
  _id: { $in: photoIds },
  ...(userId !== undefined && { userId }),
})

function fromDocument({ _id, ...photo }: PhotoDocument): Photo {
  return { id: _id, ...photo }
}
