import { type ContactQuestion, type ContactStatus } from '@offquad/contracts'
import { type Connection } from 'mongoose'
import { type ContactQuestionDocument, contactQuestionModel } from './contact-question.model'
import { decisionsOn } from './unlogged-decisions.repository'

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
    listUnlogged: decisions.listUnlogged,
    clearUnlogged: decisions.clearUnlogged,
    unloggedBacklog: decisions.unloggedBacklog,

    async add({ id, date, ...question }: ContactQuestion): Promise<void> {
      await model.create({ _id: id, date: new Date(date), ...question })
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
      await model.deleteMany({ userId })
    },
  }
}

function fromDocument({ _id, date, name, email, msg, userId, status }: ContactQuestionDocument) {
  return { id: _id, date: date.toISOString(), name, email, msg, userId, status }
}
