import { randomUUID } from 'node:crypto'
import { type ContactStatus } from '@offquad/contracts'
import { retryOnFailover } from '@offquad/service-kit'
import { type Model } from 'mongoose'

/** Stored in the question or submission it is about until it is in the log. */
interface UnloggedDecision {
  change: string
  adminId: string
  date: Date
  from: ContactStatus
  to: ContactStatus
}

export interface WithUnloggedDecisions {
  unloggedDecisions?: UnloggedDecision[]
}

/** A question or submission with decisions that are not in the log yet. */
export interface UnloggedContact {
  id: string
  unloggedDecisions: UnloggedDecision[]
}

interface Decidable extends WithUnloggedDecisions {
  _id: string
  date: Date
  status: ContactStatus
}

const text = { type: String, required: true }

/** Absent where no one has decided. */
export const unloggedDecisions = {
  type: [
    { _id: false, change: text, adminId: text, date: { type: Date, required: true }, from: text, to: text },
  ],
  default: undefined,
}

const UNLOGGED = { 'unloggedDecisions.change': { $gt: '' } }

/** Deciding about one kind of documents, and reading and emptying their outboxes. */
export const decisionsOn = <T extends Decidable>(model: Model<T>) => ({
  /** Returns the document as it is then; undefined where there is none. Deciding the same again changes nothing. */
  decide: (id: string, to: ContactStatus, adminId: string): Promise<T | undefined> =>
    retryOnFailover(async () => {
      for (;;) {
        const found = await model.findOne({ _id: id }).lean<T>()
        if (!found) return undefined
        if (found.status === to) return found
        const decision = { change: randomUUID(), adminId, date: new Date(), from: found.status, to }
        // Of two administrators at once, the second one decides about what the first one made of it.
        const changed = await model
          .findOneAndUpdate(
            { _id: id, status: found.status },
            { $set: { status: to }, $push: { unloggedDecisions: decision } },
            { returnDocument: 'after' },
          )
          .lean<T>()
        if (changed) return changed
      }
    }),

  async listUnlogged(limit: number): Promise<UnloggedContact[]> {
    const found = await model
      .find(UNLOGGED, { unloggedDecisions: 1 })
      .limit(limit)
      .lean<{ _id: string; unloggedDecisions: UnloggedDecision[] }[]>()
    return found.map(({ _id, ...contact }) => ({ id: _id, ...contact }))
  },

  /** How many documents hold any, and since when the oldest waits, of the first hundred. */
  async unloggedBacklog(): Promise<{ entries: number; oldest: Date | undefined }> {
    const [entries, found] = await Promise.all([
      model.countDocuments(UNLOGGED),
      model.find(UNLOGGED, { unloggedDecisions: 1 }).limit(100).lean<UnloggedContact[]>(),
    ])
    const times = found.flatMap((contact) => contact.unloggedDecisions.map(({ date }) => date.getTime()))
    return { entries, oldest: times.length > 0 ? new Date(Math.min(...times)) : undefined }
  },

  /** Takes out exactly what was listed; what was decided since stays. */
  async clearUnlogged(logged: UnloggedContact[]): Promise<void> {
    const changes = logged.flatMap((contact) => contact.unloggedDecisions.map(({ change }) => change))
    await retryOnFailover(() =>
      model.updateMany(
        { _id: { $in: logged.map(({ id }) => id) } },
        { $pull: { unloggedDecisions: { change: { $in: changes } } } },
      ),
    )
  },
})
