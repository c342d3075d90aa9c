import { Schema } from 'mongoose'

export const requiredText = { type: String, required: true }
export const requiredDate = { type: Date, required: true }

/** A schema with these fields alone: writing any other one fails. */
export const documentSchema = <T>(fields: NonNullable<ConstructorParameters<typeof Schema<T>>[0]>) =>
  new Schema<T>(fields, { versionKey: false, strict: 'throw' })

/** The schema of an append-only log of what administrators do, with the fields of its entries. */
export function auditLogSchema<T>(fields: NonNullable<ConstructorParameters<typeof Schema<T>>[0]>) {
  const schema = documentSchema<T>({
    _id: requiredText,
    date: requiredDate,
    adminId: requiredText,
    ...fields,
  })
  // Read newest first, ties by id: all, or of an administrator.
  schema.index({ date: -1, _id: 1 })
  schema.index({ adminId: 1, date: -1, _id: 1 })
  return schema
}
