import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint'
import { IMPORT_BODY_LIMIT, ImportBatch, ImportReport } from '../shapes'

export const ROLES = ['student', 'admin'] as const
export const Role = Type.Enum([...ROLES])
export type Role = Static<typeof Role>

export const User = Type.Object({
  uid: Type.String(),
  displayName: Type.String(),
  email: Type.String(),
  photoURL: Type.Optional(Type.String()),
  role: Role,
})
export type User = Static<typeof User>

export const signInWithGoogle = endpoint({
  method: 'POST',
  path: '/api/auth/google',
  summary: 'Exchanges an identity provider credential for a short-lived access token.',
  body: Type.Object({ credential: Type.String({ minLength: 1, maxLength: 8192 }) }),
  reply: Type.Object({ accessToken: Type.String(), user: User }),
  problems: [401, 403],
})

export const getMe = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'The signed-in user.',
  access: 'signed-in',
  reply: User,
  problems: [401],
})

export const FrequentQuestion = Type.Object({ question: Type.String(), answer: Type.String() })
export type FrequentQuestion = Static<typeof FrequentQuestion>

export const getFrequentQuestions = endpoint({
  method: 'GET',
  path: '/api/faqs',
  summary: 'Frequently asked questions.',
  reply: Type.Array(FrequentQuestion),
})

export const importFrequentQuestions = endpoint({
  method: 'POST',
  path: '/api/import/faqs',
  summary: 'Creates or updates frequently asked questions. Idempotent by question.',
  access: 'admin',
  body: ImportBatch,
  bodyLimit: IMPORT_BODY_LIMIT,
  reply: ImportReport,
})
