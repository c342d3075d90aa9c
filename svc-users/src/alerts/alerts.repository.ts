import { ALERT_DAYS, type AlertPlace, type AlertSeason } from '@offquad/contracts'
import { documentSchema, onDuplicateKey, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection, Schema } from 'mongoose'

export interface StoredAlert {
  /** The same when its subject is reported again. */
  id: string
  userId: string
  /** null for alerts about a bookmarked apartment or a season. */
  search: { name: string; address: string } | null
  places: AlertPlace[]
  total: number
  season?: AlertSeason
  at: Date
  isSeen: boolean
}

interface AlertDocument extends Omit<StoredAlert, 'id'> {
  _id: string
  isMailed: boolean
}

const schema = documentSchema<AlertDocument>({
  _id: required.text,
  userId: required.text,
  search: {
    type: new Schema({ name: required.text, address: required.text }, { _id: false }),
    default: null,
  },
  places: [{ _id: false, aptId: required.text, reason: required.text, rent: Number, rentBefore: Number }],
  total: required.number,
  season: { type: { month: Number, areas: [String] }, _id: false },
  at: required.date,
  isSeen: required.flag,
  isMailed: required.flag,
})
schema.index({ userId: 1, at: -1 })
schema.index({ isMailed: 1, userId: 1 }, { partialFilterExpression: { isMailed: false } })
schema.index({ at: 1 }, { expireAfterSeconds: ALERT_DAYS * 24 * 60 * 60 })

export function createAlertsRepository(connection: Connection) {
  const model = connection.model('Alert', schema, 'alerts')

  return {
    /** Alerts that are already stored stay unchanged. */
    async add(alerts: StoredAlert[]): Promise<void> {
      if (alerts.length === 0) return
      const documents = alerts.map(({ id, ...alert }) => ({ _id: id, ...alert, isMailed: false }))
      const adding = retryOnFailover(() => model.insertMany(documents, { ordered: false, lean: true }))
      await onDuplicateKey(adding, () => undefined)
    },

    /** Newest first. */
    async list(userId: string, most: number): Promise<StoredAlert[]> {
      const documents = await model.find({ userId }).sort({ at: -1 }).limit(most).lean()
      return documents.map(fromDocument)
    },

    countUnseen: (userId: string): Promise<number> => model.countDocuments({ userId, isSeen: false }),

    async markSeen(userId: string, until: Date): Promise<void> {
      await retryOnFailover(() =>
        model.updateMany({ userId, at: { $lte: until }, isSeen: false }, { $set: { isSeen: true } }),
      )
    },

    async listUsersToMail(): Promise<string[]> {
      const groups = await model.aggregate<{ _id: string }>([
        { $match: { isMailed: false } },
        { $group: { _id: '$userId' } },
      ])
      return groups.map(({ _id }) => _id)
    },

    /** Oldest first. */
    async listToMail(userId: string): Promise<StoredAlert[]> {
      const documents = await model.find({ userId, isMailed: false }).lean()
      return documents.map(fromDocument).toSorted((a, b) => a.at.getTime() - b.at.getTime())
    },

    /** @param ids absent: all alerts of the user */
    async markMailed(userId: string, ids?: string[]): Promise<void> {
      await retryOnFailover(() =>
        model.updateMany(
          { userId, isMailed: false, ...(ids && { _id: { $in: ids } }) },
          { $set: { isMailed: true } },
        ),
      )
    },

    removeAllOf: (userId: string) => retryOnFailover(() => model.deleteMany({ userId })),
  }
}

const fromDocument = ({ _id: id, ...alert }: AlertDocument): StoredAlert => ({ id, ...alert })
