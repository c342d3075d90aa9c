import { Schema } from 'mongoose'

/** Fields that every document of a collection has. */
export const required = {
  text: { type: String, required: true },
  date: { type: Date, required: true },
  number: { type: Number, required: true },
  flag: { type: Boolean, required: true },
}

/** A schema with these fields only: writing any other field fails. */
export const documentSchema = <T>(fields: NonNullable<ConstructorParameters<typeof Schema<T>>[0]>) =>
  new Schema<T>(fields, { versionKey: false, strict: 'throw' })
