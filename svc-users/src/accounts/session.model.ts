import { type Connection, Schema } from 'mongoose'
import { type StoredSession } from './session'

export interface SessionDocument extends Omit<StoredSession, 'id'> {
  _id: string
}

const text = { type: String, required: true }
const date = { type: Date, required: true }

const schema = new Schema<SessionDocument>(
  {
    _id: text,
    userId: { ...text, index: true },
    secretHash: text,
    previousHash: { type: String, default: null },
    seed: { type: String, default: null },
    tokenVersion: { type: Number, default: 0 },
    startedAt: date,
    refreshedAt: date,
    expiresAt: { ...date, index: { expires: 0 } },
  },
  { versionKey: false, strict: 'throw' },
)

export function sessionModel(connection: Connection) {
  return connection.model('Session', schema, 'sessions')
}
