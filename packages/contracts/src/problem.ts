import { type Static, Type } from 'typebox'

/** An invalid field of the input, with a message for the person who entered it. */
export const FieldError = Type.Object({ field: Type.String(), message: Type.String() })
export type FieldError = Static<typeof FieldError>

/** RFC 9457 problem details, the body of every error response. */
export const Problem = Type.Object({
  type: Type.String({ description: '/problems/<code>: the stable name of what went wrong' }),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.Optional(Type.String({ description: 'What is wrong here and what to do' })),
  requestId: Type.String(),
  errors: Type.Optional(Type.Array(FieldError)),
})
export type Problem = Static<typeof Problem>

export const PROBLEM_MEDIA_TYPE = 'application/problem+json'
