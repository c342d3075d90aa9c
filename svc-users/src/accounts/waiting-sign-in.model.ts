import { type Connection, Schema } from 'mongoose'
import { type SignInMail, type WaitingSignIn } from './waiting-sign-in'

export interface WaitingSignInDocument extends Omit<WaitingSignIn, 'id'> {
  _id: string
  /** The decision has been carried out and logged. */
  isFinished: boolean
  unsentMail: SignInMail | null
  /** One process sends the mail; after this time another one tries. */
  mailClaimedUntil: Date
  expiresAt: Date
}

const text = { type: String, required: true }
const date = { type: Date, required: true }

const decision = new Schema(
  { adminId: text, decidedAt: date, replacedSubject: text },
  { _id: false, strict: 'throw' },
)

const schema = new Schema<WaitingSignInDocument>(
  {
    _id: text,
    userId: text,
    subject: text,
    email: text,
    displayName: text,
    requestedAt: date,
    status: { ...text, enum: ['waiting', 'allowed', 'refused'] },
    decision: { type: decision, default: null },
    isFinished: { type: Boolean, required: true },
    unsentMail: { type: String, default: null },
    mailClaimedUntil: date,
    expiresAt: { ...date, index: { expires: 0 } },
  },
  { versionKey: false, strict: 'throw' },
)

schema.index({ userId: 1, subject: 1 }, { unique: true })
// Read oldest first, ties by id.
schema.index({ status: 1, requestedAt: 1, _id: 1 })
schema.index({ isFinished: 1, status: 1 })
schema.index({ unsentMail: 1, mailClaimedUntil: 1 })

export function waitingSignInModel(connection: Connection) {
  return connection.model('WaitingSignIn', schema, 'waiting_sign_ins')
}
