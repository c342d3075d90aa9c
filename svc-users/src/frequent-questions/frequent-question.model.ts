import { type Connection, Schema } from 'mongoose'

export interface FrequentQuestionDocument {
  _id: string
  question: string
  answer: string
  /** Place in the list, from 1. */
  position: number
}

const text = { type: String, required: true }

const schema = new Schema<FrequentQuestionDocument>(
  {
    _id: text,
    question: { ...text, unique: true },
    answer: text,
    position: { type: Number, required: true, index: true },
  },
  { versionKey: false, strict: 'throw' },
)

export function frequentQuestionModel(connection: Connection) {
  return connection.model('FrequentQuestion', schema, 'faqs')
}
