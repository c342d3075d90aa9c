import { CONTACT_STATUSES, type ContactQuestion, type ContactStatus } from '@offquad/contracts'
import { retryOnFailover } from '@offquad/service-kit'
import { type Connection, Schema } from 'mongoose'
import { decisionsOn, unloggedDecisions, type WithUnloggedDecisions } from './decisions.repository'

interface ContactQuestionDocument extends Omit<ContactQuestion, 'id' | 'date'>, WithUnloggedDecisions {
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

export type ContactQuestionsRepository = ReturnType<typeof createContactQuestionsRepository>

export function createContactQuestionsRepository(connection: Connection) {
  const model = connection.model('ContactQuestion', schema, 'contact_questions')
  const decisions = decisionsOn(model)

  /** Newest first. */
  async function list(filter: Partial<ContactQuestionDocument>): Promise<ContactQuestion[]> {
    const found = await model
      .find({ ...filter })
      .sort({ date: -1, _id: -1 })
      .lean()
    return found.map(fromDocument)
  }

  return {
    decisions: decisions.outbox,

    /** A stored question with the same id stays unchanged. */
    async add({ id, date, ...content }: ContactQuestion): Promise<void> {
      const question = { ...content, date: new Date(date) }
      await retryOnFailover(() =>
        model.updateOne({ _id: id }, { $setOnInsert: question }, { upsert: true, runValidators: true }),
      )
    },

    async find(id: string): Promise<ContactQuestion | undefined> {
      const found = await model.findById(id).lean()
      return found ? fromDocument(found) : undefined
    },

    listIn: (status: ContactStatus) => list({ status }),

    listOf: (userId: string) => list({ userId }),

    async setStatus(
      id: string,
      status: ContactStatus,
      adminId: string,
    ): Promise<ContactQuestion | undefined> {
      const found = await decisions.decide(id, status, adminId)
      return found && fromDocument(found)
    },

    async removeAllOf(userId: string): Promise<void> {
      await retryOnFailover(() => model.deleteMany({ userId }))
    },
  }
}

function fromDocument({ _id, date, name, email, msg, userId, status }: ContactQuestionDocument) {
  return { id: _id, date: date.toISOString(), name, email, msg, userId, status }
}
