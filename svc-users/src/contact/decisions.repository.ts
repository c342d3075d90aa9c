import { randomUUID } from 'node:crypto'
import { type ContactStatus } from '@offquad/contracts'
import { openOutbox, retryOnFailover } from '@offquad/service-kit'
import { type Model } from 'mongoose'

/** An administrator's decision, stored in the question or submission that it is about until it is logged. */
export interface UnloggedDecision {
  change: string
  adminId: string
  date: Date
  from: ContactStatus
  to: ContactStatus
}

export interface WithUnloggedDecisions {
  unloggedDecisions?: UnloggedDecision[]
}

interface Decidable extends WithUnloggedDecisions {
  _id: string
  date: Date
  status: ContactStatus
}

const text = { type: String, required: true }

/** Absent if there was no decision. */
export const unloggedDecisions = {
  type: [
    { _id: false, change: text, adminId: text, date: { type: Date, required: true }, from: text, to: text },
  ],
  default: undefined,
}

/** Stores decisions about one kind of document, with their outbox. */
export const decisionsOn = <T extends Decidable>(model: Model<T>) => ({
  /** Returns the document afterwards; undefined if there is none. Repeating a decision changes nothing. */
  decide: (id: string, to: ContactStatus, adminId: string): Promise<T | undefined> =>
    retryOnFailover(async () => {
      for (;;) {
        const found = await model.findOne({ _id: id }).lean<T>()
        if (!found) return undefined
        if (found.status === to) return found
        const decision = { change: randomUUID(), adminId, date: new Date(), from: found.status, to }
        // With two administrators at once, the second decision starts from the outcome of the first.
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

  outbox: openOutbox<T, 'unloggedDecisions'>(model, { field: 'unloggedDecisions' }),
})
