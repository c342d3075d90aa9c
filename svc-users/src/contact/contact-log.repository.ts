import { type ContactDecision } from '@offquad/contracts'
import { type Connection } from 'mongoose'
import { type ContactDecisionDocument, contactLogModel } from './contact-log.model'

export type ContactLogRepository = ReturnType<typeof createContactLogRepository>

const FORMER_ADMINISTRATOR = 'former-administrator'

interface Page {
  adminId: string | undefined
  /** Id of the entry the page follows. */
  after: string | undefined
  size: number
}

export function createContactLogRepository(connection: Connection) {
  const model = contactLogModel(connection)

  return {
    /** Adds what is not in the log yet; what was decided never changes. */
    async append(decisions: ContactDecisionDocument[]): Promise<void> {
      if (decisions.length === 0) return
      await model.bulkWrite(
        decisions.map(({ _id, ...decision }) => ({
          updateOne: { filter: { _id }, update: { $setOnInsert: decision }, upsert: true },
        })),
        { ordered: false },
      )
    },

    /** Decisions stay in the log when the account of who made them is deleted. */
    async anonymize(adminId: string): Promise<void> {
      await model.updateMany({ adminId }, { $set: { adminId: FORMER_ADMINISTRATOR } })
    },

    /** Newest first, and how many there are in all. */
    async listPage({ adminId, after, size }: Page): Promise<{ entries: ContactDecision[]; total: number }> {
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
        entries: found.map(({ _id, date, ...decision }) => ({
          ...decision,
          id: _id,
          date: date.toISOString(),
        })),
        total,
      }
    },
  }
}
