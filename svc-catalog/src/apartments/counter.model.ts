import { type Connection, Schema } from 'mongoose'

interface CounterDocument {
  _id: string
  next: number
}

const schema = new Schema<CounterDocument>(
  { _id: { type: String, required: true }, next: { type: Number, required: true } },
  { versionKey: false },
)

export function counterModel(connection: Connection) {
  return connection.model('Counter', schema, 'counters')
}
