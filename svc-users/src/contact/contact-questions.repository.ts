import { type ContactQuestion } from '@offquad/contracts'
import { required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { openSubmissions, type SubmissionDocument, submissionSchema } from './submissions.repository'

/** A text that a message quotes, and its author if known: the quote is deleted with their account. */
export interface Quote {
  text: string
  userId?: string | undefined
}

interface ContactQuestionDocument extends SubmissionDocument {
  name: string
  email: string
  /** Quotes are appended, one per line. */
  msg: string
  quotes?: Quote[]
}

const schema = submissionSchema<ContactQuestionDocument>({
  name: required.text,
  email: required.text,
  msg: required.text,
  quotes: { type: [{ _id: false, text: required.text, userId: String }], default: undefined },
})
schema.index({ 'quotes.userId': 1 }, { sparse: true })

export function createContactQuestionsRepository(connection: Connection) {
  const model = connection.model('ContactQuestion', schema, 'contact_questions')
  const { insert, ...submissions } = openSubmissions(model, fromDocument)

  return {
    ...submissions,

    /** A stored question with the same id stays unchanged. */
    add: ({ id, date, ...content }: ContactQuestion & { quotes?: Quote[] }) =>
      insert(id, { ...content, date: new Date(date) }),

    /** Without what they quote, which others wrote. */
    async listOf(userId: string): Promise<ContactQuestion[]> {
      const sent = await model.find({ userId }, { quotes: 0 }).sort({ date: -1, _id: -1 }).lean()
      return sent.map(fromDocument)
    },

    removeQuotesOf: (userId: string) =>
      retryOnFailover(() => model.updateMany({ 'quotes.userId': userId }, { $pull: { quotes: { userId } } })),
  }
}

function fromDocument(document: ContactQuestionDocument): ContactQuestion {
  const { _id, date, name, email, userId, status, quotes = [] } = document
  const msg = [document.msg, ...quotes.map(({ text }) => text)].join('\n')
  return { id: _id, date: date.toISOString(), name, email, msg, userId, status }
}
