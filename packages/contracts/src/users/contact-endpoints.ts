import { type Static, Type } from 'typebox'
import { auditFields, auditLog } from '../audit-log'
import { endpoint } from '../endpoint'
import { Id, IdParams, Timestamp } from '../shapes'

export const CONTACT_STATUSES = ['PENDING', 'COMPLETED', 'DELETED'] as const
export const ContactStatus = Type.Enum([...CONTACT_STATUSES])
export type ContactStatus = Static<typeof ContactStatus>

const doubtfulWords = Type.Optional(
  Type.Array(Type.String(), {
    description: 'Words in it that may be profanity; only in lists for administrators, where there are any',
  }),
)

/** An apartment that a user could not find here. */
export const PendingBuilding = Type.Object({
  id: Id,
  date: Timestamp,
  name: Type.String(),
  address: Type.String({ description: 'Empty when not given' }),
  photos: Type.Array(Type.String()),
  userId: Type.String(),
  status: ContactStatus,
  aptId: Type.Optional({ ...Id, description: 'The apartment that it became' }),
  doubtfulWords,
})
export type PendingBuilding = Static<typeof PendingBuilding>

export const ContactQuestion = Type.Object({
  id: Id,
  date: Timestamp,
  name: Type.String(),
  email: Type.String(),
  msg: Type.String(),
  userId: Type.String(),
  status: ContactStatus,
  doubtfulWords,
})
export type ContactQuestion = Static<typeof ContactQuestion>

const StatusParams = Type.Object({ status: ContactStatus })
const changeCall = {
  touches: [],
  access: 'admin',
  params: Type.Object({ ...IdParams.properties, status: ContactStatus }),
  query: Type.Object({
    from: Type.Optional({
      ...ContactStatus,
      description: 'The status that the administrator saw: 409 when it is another one by now',
    }),
  }),
} as const

// Values of any type, so that problems are reported in the words of the form, not of a schema.
const Field = (description: string) => Type.Optional(Type.Unknown({ description }))

export const addPendingBuilding = endpoint('POST /api/add-pending-building', {
  touches: [],
  summary: 'Tells the team of an apartment that cannot be found here; answers the id of the submission.',
  access: 'signed-in',
  status: 201,
  body: Type.Object({
    name: Field('Text, at most 200 characters; required'),
    address: Field('Text, at most 300 characters'),
    photos: Field('At most 3 addresses as uploadPhoto answers them, a list or the JSON of one'),
  }),
  reply: Id,
  takesIdempotencyKey: true,
})

export const addContactQuestion = endpoint('POST /api/add-contact-question', {
  touches: [],
  summary: 'Asks the team something; answers the id of the question.',
  access: 'signed-in',
  status: 201,
  body: Type.Object({
    name: Field('Text, at most 200 characters; required'),
    email: Field('Email address to answer to, at most 254 characters; required'),
    msg: Field('Text, at most 5000 characters; required'),
  }),
  reply: Id,
  takesIdempotencyKey: true,
})

export const getPendingBuildings = endpoint('GET /api/pending-buildings/:status', {
  summary: 'Apartments that could not be found, newest first.',
  access: 'admin',
  params: StatusParams,
  reply: Type.Array(PendingBuilding),
})

export const getContactQuestions = endpoint('GET /api/contact-questions/:status', {
  summary: 'Questions to the team, newest first.',
  access: 'admin',
  params: StatusParams,
  reply: Type.Array(ContactQuestion),
})

export const updatePendingBuildingStatus = endpoint('PUT /api/update-pending-building-status/:id/:status', {
  ...changeCall,
  query: Type.Object({
    ...changeCall.query.properties,
    aptId: Type.Optional({
      ...Id,
      description:
        'Of a completed one: the apartment that it became, for good, which reviews of it are about then; 404 for an unknown one, 409 when it became another',
    }),
  }),
  summary: 'Says what became of a submission. Idempotent.',
  reply: PendingBuilding,
})

export const updateContactQuestionStatus = endpoint('PUT /api/update-contact-question-status/:id/:status', {
  ...changeCall,
  summary: 'Says what became of a question. Idempotent.',
  reply: ContactQuestion,
})

/** An administrator's decision on a question or a submission. The log is append-only. */
export const ContactDecision = Type.Object({
  ...auditFields,
  kind: Type.Enum(['question', 'building']),
  contactId: Id,
  from: ContactStatus,
  to: ContactStatus,
})
export type ContactDecision = Static<typeof ContactDecision>

export const getContactLog = endpoint('GET /api/admin/contact-log', {
  ...auditLog(ContactDecision),
  summary:
    'A page of what administrators decided about questions and submissions, newest first, and how many decisions there are.',
})
