import { CONTACT_STATUSES, type ContactQuestion } from '@offquad/contracts'
import { type Connection, Schema } from 'mongoose'
import { unloggedDecisions, type WithUnloggedDecisions } from './decisions.repository'

export interface ContactQuestionDocument extends Omit<ContactQuestion, 'id' | 'date'>, WithUnloggedDecisions {
  _id: string
  date: Date
}

const text = { type: String, required: true }

const schema = new Schema<ContactQuestionDocument>(
  {
    _id: text,
    date: { type: Date, required: true },
    name: text,
    email: text,
    msg: text,
    userId: { ...text, index: true },
    status: { ...text, enum: CONTACT_STATUSES },
    unloggedDecisions,
  },
  { versionKey: false, strict: 'throw' },
)
// Read newest first, ties by id.
schema.index({ status: 1, date: -1, _id: -1 })
schema.index({ 'unloggedDecisions.change': 1 }, { sparse: true })

export function contactQuestionModel(connection: Connection) {
  return connection.model('ContactQuestion', schema, 'contact_questions')
}
