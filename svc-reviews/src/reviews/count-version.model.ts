import { type Connection, Schema } from 'mongoose'

interface CountVersionDocument {
  _id: string
  value: number
}

const schema = new Schema<CountVersionDocument>(
  { _id: { type: String, required: true }, value: { type: Number, required: true } },
  { versionKey: false },
)

export function countVersionModel(connection: Connection) {
  return connection.model('CountVersion', schema, 'countVersions')
}
