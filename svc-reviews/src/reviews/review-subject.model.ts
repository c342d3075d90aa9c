import { type Connection, Schema } from 'mongoose'

export interface ReviewSubjectDocument {
  /** 'apartment/<id>' or 'landlord/<id>'. */
  _id: string
  /** Of an apartment. */
  landlordId: string | null
  /** Absent until a message has brought it. */
  name?: string
  version: number
}

interface SubjectSnapshotDocument {
  /** 'complete' for the newest that arrived whole, else the version of one that is arriving. */
  _id: string
  version: number
  receivedParts: number[]
}

const text = { type: String, required: true }
const number = { type: Number, required: true }
const options = { versionKey: false, strict: 'throw' } as const

const subject = new Schema<ReviewSubjectDocument>(
  { _id: text, landlordId: { type: String, default: null }, name: String, version: number },
  options,
)
subject.index({ version: 1 })

const snapshot = new Schema<SubjectSnapshotDocument>(
  { _id: text, version: number, receivedParts: [Number] },
  options,
)

export const reviewSubjectModel = (connection: Connection) =>
  connection.model('ReviewSubject', subject, 'reviewSubjects')

export const subjectSnapshotModel = (connection: Connection) =>
  connection.model('SubjectSnapshot', snapshot, 'subjectSnapshots')
