import { randomBytes } from 'node:crypto'
import { type AlertMail, ALERT_MAILS } from '@offquad/contracts'
import { documentSchema, onDuplicateKey, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

/** A user's setting for alerts by mail. */
export interface AlertMailOfUser {
  userId: string
  mail: AlertMail
  /** Lets its bearer end the mails. */
  token: string
}

interface AlertMailDocument extends Omit<AlertMailOfUser, 'userId'> {
  _id: string
  /** The alerts in the mail that is being sent: a retry sends the same ones, even if more were added. */
  alertIds?: string[]
  /** No mail before then: the last one was sent too recently, or is being sent. */
  nextAt: Date
  /** Last month whose lease season the user was alerted about, such as '2026-10'. */
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
const DAY_MS = 24 * 60 * 60_000
export const PAUSE_MS = { daily: DAY_MS, weekly: 7 * DAY_MS }

export function createAlertMailRepository(connection: Connection) {
  const model = connection.model('AlertMail', schema, 'alert_mail')

  async function upsert(userId: string, mail: AlertMail, isDefault: boolean): Promise<void> {
    const first = { token: randomBytes(TOKEN_BYTES).toString('base64url'), nextAt: new Date(0) }
    const update = isDefault ? { $setOnInsert: { ...first, mail } } : { $set: { mail }, $setOnInsert: first }
    const write = () => retryOnFailover(() => model.updateOne({ _id: userId }, update, { upsert: true }))
    await onDuplicateKey(write(), write)
  }

  return {
    /** undefined: the user never chose, and gets no mails. */
    async find(userId: string): Promise<AlertMailOfUser | undefined> {
      const document = await model.findById(userId).lean()
      return document ? fromDocument(document) : undefined
    },

    /** The users among these who get mails, and when the next mail may be sent. */
    async listWanted(userIds: string[]): Promise<{ userId: string; nextAt: Date }[]> {
      const users = await model.find({ _id: { $in: userIds }, mail: { $ne: 'never' } }, { nextAt: 1 }).lean()
      return users.map(({ _id, nextAt }) => ({ userId: _id, nextAt }))
    },

    /** Some of the users who get mails and were not alerted for this month. */
    async listUntold(month: string, most: number): Promise<string[]> {
      const documents = await model
        .find({ mail: { $in: ['daily', 'weekly'] }, toldOfMonth: { $ne: month } }, { _id: 1 })
        .limit(most)
        .lean()
      return documents.map(({ _id }) => _id)
    },

    markTold: (userId: string, month: string) =>
      retryOnFailover(() => model.updateOne({ _id: userId }, { $set: { toldOfMonth: month } })),

    async set(userId: string, mail: AlertMail, now: Date): Promise<void> {
      await upsert(userId, mail, false)
      if (mail === 'never') return
      // The pause of what they chose before may be longer.
      const nextAt = new Date(now.getTime() + PAUSE_MS[mail])
      await retryOnFailover(() =>
        model.updateOne({ _id: userId, nextAt: { $gt: nextAt } }, { $set: { nextAt } }),
      )
    },

    /** Applies only to users who have not chosen yet. */
    setDefault: (userId: string, mail: AlertMail) => upsert(userId, mail, true),

    /** @returns the id of the user whose mails ended; undefined for an unknown token */
    async end(token: string): Promise<string | undefined> {
      const document = await retryOnFailover(() =>
        model.findOneAndUpdate({ token }, { $set: { mail: 'never' } }).lean(),
      )
      return document?._id
    },

    /**
     * Claims the next mail for this process, if a mail is due; after `until`, another process may send it.
     * @returns the alerts to send (these, or the ones of an interrupted attempt), and when the previous claim ended
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
      const taken = (await take(true)) ?? (await take(false)) ?? undefined
      return taken && { ...fromDocument(taken), alertIds: taken.alertIds ?? ids, nextAt: taken.nextAt }
    },

    async markSent(userId: string, nextAt: Date): Promise<void> {
      await retryOnFailover(() =>
        model.updateOne({ _id: userId }, { $set: { nextAt }, $unset: { alertIds: 1 } }),
      )
    },

    removeAllOf: (userId: string) => retryOnFailover(() => model.deleteOne({ _id: userId })),
  }
}

const fromDocument = ({ _id, mail, token }: AlertMailDocument): AlertMailOfUser => ({
  userId: _id,
  mail,
  token,
})
