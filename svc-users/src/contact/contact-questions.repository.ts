import { type ContactQuestion } from '@offquad/contracts'
import { required } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { openSubmissions, type SubmissionDocument, submissionSchema } from './submissions.repository'

interface ContactQuestionDocument extends SubmissionDocument {
  name: string
  email: string
  msg: string
}

const schema = submissionSchema<ContactQuestionDocument>({
  name: required.text,
  email: required.text,
  msg: required.text,
})

export function createContactQuestionsRepository(connection: Connection) {
  const { insert, ...submissions } = openSubmissions(
    connection.model('ContactQuestion', schema, 'contact_questions'),
    fromDocument,
  )

  return {
    ...submissions,

    /** A stored question with the same id stays unchanged. */
    add: ({ id, date, ...content }: ContactQuestion) => insert(id, { ...content, date: new Date(date) }),
  }
}

function fromDocument(document: ContactQuestionDocument): ContactQuestion {
  const { _id, date, name, email, msg, userId, status } = document
  return { id: _id, date: date.toISOString(), name, email, msg, userId, status }
}
