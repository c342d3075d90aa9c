import { type CatalogChange } from '@offquad/contracts'
import { type Connection } from 'mongoose'
import { type CatalogChangeDocument, changeLogModel } from './change-log.model'

export type ChangeLogRepository = ReturnType<typeof createChangeLogRepository>

interface Page {
  adminId: string | undefined
  /** Id of the entry the page follows. */
  after: string | undefined
  size: number
}

export function createChangeLogRepository(connection: Connection) {
  const model = changeLogModel(connection)

  return {
    /** Adds what is not in the log yet; nothing in it ever changes. */
    async append(changes: CatalogChangeDocument[]): Promise<void> {
      if (changes.length === 0) return
      await model.bulkWrite(
        changes.map(({ _id, ...change }) => ({
          updateOne: { filter: { _id }, update: { $setOnInsert: change }, upsert: true },
        })),
        { ordered: false },
      )
    },

    /** Newest first, and how many there are in all. */
    async listPage({ adminId, after, size }: Page): Promise<{ entries: CatalogChange[]; total: number }> {
      const filter = adminId === undefined ? {} : { adminId }
      const last = after === undefined ? undefined : await model.findById(after, { date: 1 }).lean()
      const older = last && {
        $or: [{ date: { $lt: last.date } }, { date: last.date, _id: { $gt: last._id } }],
      }
      const [found, total] = await Promise.all([
        model
          .find({ ...filter, ...older })
          .sort({ date: -1, _id: 1 })
          .limit(size)
          .lean(),
        model.countDocuments(filter),
      ])
      return {
        entries: found.map(({ _id, date, ...change }) => ({ ...change, id: _id, date: date.toISOString() })),
        total,
      }
    },
  }
}
