import { type Model, type QueryFilter } from 'mongoose'
import { retryOnFailover } from './failover'

/** A stored entry. Its id is the id of the write that it logs. */
export interface LogEntry {
  _id: string
  date: Date
}

/** An entry as readers get it. */
export type ReadLogEntry<T extends LogEntry> = Omit<T, keyof LogEntry> & {
  id: string
  /** ISO 8601. */
  date: string
}

interface LogPage {
  /** Id of the entry that the page follows; unknown ids are ignored. */
  after: string | undefined
  /** Number of entries to skip from there. */
  offset?: number
  /** Maximum number of entries on the page. */
  size: number
}

export interface AppendOnlyLog<T extends LogEntry> {
  /** Adds the entries that are not in the log yet; existing entries never change. */
  append(entries: T[]): Promise<void>
  /** A page of the matching entries, newest first, ties by id, and the number of matching entries. */
  listPage(filter: QueryFilter<T>, page: LogPage): Promise<{ entries: ReadLogEntry<T>[]; total: number }>
}

/** A log in a collection. Needs an index on `date` (descending) and `_id`, and one more per filtered field, with it in front. */
export const openAppendOnlyLog = <T extends LogEntry>(model: Model<T>): AppendOnlyLog<T> => ({
  async append(entries) {
    if (entries.length === 0) return
    const writes = entries.map(({ _id, ...entry }) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: entry }, upsert: true },
    }))
    await retryOnFailover(() =>
      model.bulkWrite(writes as Parameters<typeof model.bulkWrite>[0], { ordered: false }),
    )
  },

  async listPage(filter, { after, offset = 0, size }) {
    const last = after === undefined ? null : await model.findById(after, { date: 1 }).lean<LogEntry>()
    const older = last && {
      // Bounds the index scan.
      date: { $lte: last.date },
      $or: [{ date: { $lt: last.date } }, { date: last.date, _id: { $gt: last._id } }],
    }
    const [documents, total] = await Promise.all([
      model
        .find({ ...filter, ...older })
        .sort({ date: -1, _id: 1 })
        .skip(offset)
        .limit(size)
        .lean<T[]>(),
      Object.keys(filter).length === 0 ? countAll(model) : model.countDocuments(filter),
    ])
    return {
      entries: documents.map(({ _id, date, ...entry }) => ({ ...entry, id: _id, date: date.toISOString() })),
      total,
    }
  },
})

/** Larger logs are estimated: counting reads every entry, but the database's estimate may be wrong after a crash. */
const COUNTED_EXACTLY = 10_000

async function countAll<T extends LogEntry>(model: Model<T>): Promise<number> {
  const counted = await model.countDocuments({}, { limit: COUNTED_EXACTLY, hint: { _id: 1 } })
  return counted < COUNTED_EXACTLY ? counted : Math.max(counted, await model.estimatedDocumentCount())
}
