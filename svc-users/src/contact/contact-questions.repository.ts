import { type ContactQuestion, type ContactStatus } from '@offquad/contracts'
import { type Connection } from 'mongoose'
import { type ContactQuestionDocument, contactQuestionModel } from './contact-question.model'

export type ContactQuestionsRepository = ReturnType<typeof createContactQuestionsRepository>

export function createContactQuestionsRepository(connection: Connection) {
  const model = contactQuestionModel(connection)

  /** Newest first. */
  async function list(filter: Partial<ContactQuestionDocument>): Promise<ContactQuestion[]> {
    const found = await model
      .find({ ...filter })
      .sort({ date: -1, _id: -1 })
      .lean()
    return found.map(fromDocument)
  }

  return {
    async add({ id, date, ...question }: ContactQuestion): Promise<void> {
      await model.create({ _id: id, date: new Date(date), ...question })
    },

    listIn: (status: ContactStatus) => list({ status }),

    listOf: (userId: string) => list({ userId }),

    async setStatus(id: string, status: ContactStatus): Promise<ContactQuestion | undefined> {
      const found = await model
        .findOneAndUpdate({ _id: id }, { $set: { status } }, { returnDocument: 'after' })
        .lean()
      return found ? fromDocument(found) : undefined
    },

    async removeAllOf(userId: string): Promise<void> {
      await model.deleteMany({ userId })
    },
  }
}

const fromDocument = ({ _id, date, ...question }: ContactQuestionDocument): ContactQuestion => ({
  id: _id,
  date: date.toISOString(),
  ...question,
})
