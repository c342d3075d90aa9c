import { type CatalogChange } from '@offquad/contracts'
import { openAppendOnlyLog } from '@offquad/service-kit'
import { type Connection, Schema } from 'mongoose'

interface CatalogChangeDocument extends Omit<CatalogChange, 'id' | 'date'> {
  /** Id of the write that made the change. */
  _id: string
  date: Date
}

const text = { type: String, required: true }

const schema = new Schema<CatalogChangeDocument>(
  {
    _id: text,
    date: { type: Date, required: true },
    adminId: text,
    kind: text,
    subjectId: text,
    name: text,
    action: text,
    fields: [String],
  },
  { versionKey: false, strict: 'throw' },
)

// Read newest first, ties by id: all, or of an administrator.
schema.index({ date: -1, _id: 1 })
schema.index({ adminId: 1, date: -1, _id: 1 })

export type ChangeLogRepository = ReturnType<typeof createChangeLogRepository>

export const createChangeLogRepository = (connection: Connection) =>
  openAppendOnlyLog(connection.model('CatalogChange', schema, 'changeLog'))
