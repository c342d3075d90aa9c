import { documentSchema, onDuplicateKey, required } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

interface BudgetDocument {
  /** The limited resource and the period: 'addresses/2027-08-01' */
  _id: string
  spent: number
  expiresAt: Date
}

const schema = documentSchema<BudgetDocument>({
  _id: required.text,
  spent: required.number,
  expiresAt: required.date,
})
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export interface Budget {
  name: string
  most: number
  /** The period of the amount. */
  per: 'second' | 'day'
}

const PERIODS: Record<Budget['per'], { length: number; ms: number }> = {
  second: { length: '2027-08-01T12:00:00'.length, ms: 1000 },
  day: { length: '2027-08-01'.length, ms: 24 * 3_600_000 },
}

export type ProviderBudgetsRepository = ReturnType<typeof createProviderBudgetsRepository>

/** Numbers of requests to providers in a period, over all processes of the service. */
export function createProviderBudgetsRepository(connection: Connection) {
  const model = connection.model('ProviderBudget', schema, 'providerBudgets')

  return {
    /** Spends an amount. @returns false if too little is left. Days are in UTC. */
    async spend({ name, most, per }: Budget, amount: number, now: Date): Promise<boolean> {
      if (amount > most) return false
      const { length, ms } = PERIODS[per]
      const _id = `${name}/${now.toISOString().slice(0, length)}`
      const left = { _id, spent: { $lte: most - amount } }
      const spending = { $inc: { spent: amount } }
      const { matchedCount, upsertedCount } = await onDuplicateKey(
        model.updateOne(
          left,
          { ...spending, $setOnInsert: { expiresAt: new Date(now.getTime() + 2 * ms) } },
          { upsert: true },
        ),
        // Either too little is left, or another process inserted the document at the same time.
        () => model.updateOne(left, spending),
      )
      return matchedCount + upsertedCount === 1
    },
  }
}
