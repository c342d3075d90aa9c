import { ROLES } from '@offquad/contracts'
import { type Connection, Schema } from 'mongoose'
import { type Account } from './account'

export interface UserDocument extends Omit<Account, 'id'> {
  _id: string
  createdAt: Date
  signedInAt: Date
  /** Of the last role change that was applied: an earlier one that is applied late changes nothing. */
  roleRevision: number
  /** When tokenVersion last rose: the document is the revocation, so that neither is ever stored without the other. */
  tokensRevokedAt: Date | null
}

const text = { type: String, required: true }

const schema = new Schema<UserDocument>(
  {
    _id: text,
    subject: { ...text, unique: true },
    email: { ...text, unique: true },
    displayName: text,
    photoURL: { type: String, default: null },
    role: { ...text, enum: ROLES },
    roleDecidedAt: { type: Date, default: null },
    roleRevision: { type: Number, default: 0 },
    tokenVersion: { type: Number, default: 0 },
    tokensRevokedAt: { type: Date, default: null },
    createdAt: { type: Date, required: true },
    signedInAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
)

schema.index({ role: 1, displayName: 1 })
schema.index({ tokensRevokedAt: 1 }, { sparse: true })

export function userModel(connection: Connection) {
  return connection.model('User', schema, 'users')
}
