import { type ContactQuestion, type ContactStatus } from '@offquad/contracts'
import { retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { type ContactQuestionDocument, contactQuestionModel } from './contact-question.model'
import { decisionsOn } from './decisions.repository'

export type ContactQuestionsRepository = ReturnType<typeof createContactQuestionsRepository>

export function createContactQuestionsRepository(connection: Connection) {
  const model = contactQuestionModel(connection)
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

    /** One with the same id that is stored already stays as it is. */
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
