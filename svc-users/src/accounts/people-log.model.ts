import { type PeopleChange } from '@offquad/contracts'
import { type Connection, Schema } from 'mongoose'

export interface PeopleChangeDocument extends Omit<PeopleChange, 'id' | 'date'> {
  /** Id of the change. */
  _id: string
  date: Date
}

const text = { type: String, required: true }
const optional = { type: String, default: null }

const schema = new Schema<PeopleChangeDocument>(
  {
    _id: text,
    date: { type: Date, required: true },
    adminId: text,
    action: text,
    userId: optional,
    email: optional,
    role: optional,
  },
  { versionKey: false, strict: 'throw' },
)

// Read newest first, ties by id: all, or of an administrator.
schema.index({ date: -1, _id: 1 })
schema.index({ adminId: 1, date: -1, _id: 1 })
// Of people whose account is deleted.
schema.index({ userId: 1 })
schema.index({ email: 1 })

export function peopleLogModel(connection: Connection) {
  return connection.model('PeopleChange', schema, 'people_log')
}
