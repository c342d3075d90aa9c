import { type Static, Type } from 'typebox'

/** A field of the input and what is wrong with it, in words for the person who typed it. */
export const FieldError = Type.Object({ field: Type.String(), message: Type.String() })
export type FieldError = Static<typeof FieldError>

/** RFC 9457 problem details, the body of every error answer. */
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
