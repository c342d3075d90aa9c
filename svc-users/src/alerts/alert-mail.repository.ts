import { randomBytes } from 'node:crypto'
import { type AlertMail, ALERT_MAILS } from '@offquad/contracts'
import { documentSchema, isDuplicateKey, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

/** How and when a user gets alerts by mail. */
export interface AlertMailOfUser {
  userId: string
  mail: AlertMail
  /** Who has it may end the mails. */
  token: string
}

interface AlertMailDocument extends Omit<AlertMailOfUser, 'userId'> {
  _id: string
  /** Those of the mail that is being sent: the next attempt sends the same, whatever was added. */
  alertIds?: string[]
  /** No mail before then: the last one was sent too recently, or is being sent. */
  nextAt: Date
  /** '2026-10': they were told of leases that are usually signed from that month on, if any. */
  toldOfMonth?: string
}

const schema = documentSchema<AlertMailDocument>({
  _id: required.text,
  mail: { ...required.text, enum: ALERT_MAILS },
  token: required.text,
  nextAt: required.date,
  alertIds: { type: [String], default: undefined },
  toldOfMonth: String,
})
schema.index({ token: 1 }, { unique: true })
schema.index({ mail: 1, toldOfMonth: 1 })

const TOKEN_BYTES = 32

export function createAlertMailRepository(connection: Connection) {
  const model = connection.model('AlertMail', schema, 'alert_mail')

  async function upsert(userId: string, mail: AlertMail, isDefault: boolean): Promise<void> {
    const first = { token: randomBytes(TOKEN_BYTES).toString('base64url'), nextAt: new Date(0) }
    const update = isDefault ? { $setOnInsert: { ...first, mail } } : { $set: { mail }, $setOnInsert: first }
    const write = () => retryOnFailover(() => model.updateOne({ _id: userId }, update, { upsert: true }))
    await write().catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error
      return write()
    })
  }

  return {
    /** undefined: they never chose, and get none. */
    async find(userId: string): Promise<AlertMailOfUser | undefined> {
      const found = await model.findById(userId).lean()
      return found ? fromDocument(found) : undefined
    },

    /** Those of the users who get mails, with when the next one may be sent. */
    async listWanted(userIds: string[]): Promise<{ userId: string; nextAt: Date }[]> {
      const found = await model.find({ _id: { $in: userIds }, mail: { $ne: 'never' } }, { nextAt: 1 }).lean()
      return found.map(({ _id, nextAt }) => ({ userId: _id, nextAt }))
    },

    /** Some of the users who get mails and were not told of this month. */
    async listUntold(month: string, most: number): Promise<string[]> {
      const found = await model
        .find({ mail: { $in: ['daily', 'weekly'] }, toldOfMonth: { $ne: month } }, { _id: 1 })
        .limit(most)
        .lean()
      return found.map(({ _id }) => _id)
    },

    async markTold(userId: string, month: string): Promise<void> {
      await retryOnFailover(() => model.updateOne({ _id: userId }, { $set: { toldOfMonth: month } }))
    },

    set: (userId: string, mail: AlertMail) => upsert(userId, mail, false),

    /** For who has not chosen yet. */
    setDefault: (userId: string, mail: AlertMail) => upsert(userId, mail, true),

    /** @returns whose mails were ended; undefined for an unknown token */
    async end(token: string): Promise<string | undefined> {
      const found = await retryOnFailover(() =>
        model.findOneAndUpdate({ token }, { $set: { mail: 'never' } }).lean(),
      )
      return found?._id
    },

    /**
     * Reserves the next mail for this process, if one is due; after `until` another may send it.
     * @returns with the alerts it is about: these, or those of an attempt that was cut off; and until when it was reserved before
     */
    async claim(
      userId: string,
      now: Date,
      until: Date,
      ids: string[],
    ): Promise<(AlertMailOfUser & { alertIds: string[]; nextAt: Date }) | undefined> {
      const take = (isCutOff: boolean) =>
        model
          .findOneAndUpdate(
            { _id: userId, nextAt: { $lte: now }, alertIds: { $exists: isCutOff } },
            { $set: { nextAt: until, ...(!isCutOff && { alertIds: ids }) } },
          )
          .lean()
      const found = (await take(true)) ?? (await take(false)) ?? undefined
      return found && { ...fromDocument(found), alertIds: found.alertIds ?? ids, nextAt: found.nextAt }
    },

    async markSent(userId: string, nextAt: Date): Promise<void> {
      await retryOnFailover(() =>
        model.updateOne({ _id: userId }, { $set: { nextAt }, $unset: { alertIds: 1 } }),
      )
    },

    async removeAllOf(userId: string): Promise<void> {
      await retryOnFailover(() => model.deleteOne({ _id: userId }))
    },
  }
}

const fromDocument = ({ _id, mail, token }: AlertMailDocument): AlertMailOfUser => ({
  userId: _id,
  mail,
  token,
})
