import { ROLES } from '@offquad/contracts'
import { type Connection, Schema } from 'mongoose'
import { type Account } from './account'

export interface UserDocument extends Omit<Account, 'id'> {
  _id: string
  createdAt: Date
  signedInAt: Date
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
    createdAt: { type: Date, required: true },
    signedInAt: { type: Date, required: true },
  },
  { versionKey: false, strict: 'throw' },
)

export function userModel(connection: Connection) {
  return connection.model('User', schema, 'users')
}
