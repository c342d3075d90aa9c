import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint'
import { importCall, NoContent, Nullable } from '../shapes'

/**
 * A developer is a student who may have their own machine's slices on the page. Developers with slices are their engineers, who
 * watch releases, promote versions and take them back.
 */
export const ROLES = ['student', 'developer', 'admin'] as const
export const Role = Type.Enum([...ROLES])
export type Role = Static<typeof Role>

/** URL of a person's picture at the identity provider. Pages show it, so only https URLs are valid. */
export const ProfilePhotoUrl = Type.String({ pattern: '^https://[^\\s"\'<>\\\\]+$', maxLength: 2048 })

export const User = Type.Object({
  uid: Type.String(),
  displayName: Type.String(),
  email: Type.String(),
  photoURL: Type.Optional(Type.String()),
  role: Role,
  slices: Type.Optional(Type.Array(Type.String(), { description: 'Whose releases an engineer may change' })),
})
export type User = Static<typeof User>

/** Whether a user may open the administration: administrators all of it, engineers its releases. */
export const opensAdministration = (user: User | undefined): boolean =>
  user?.role === 'admin' || user?.slices !== undefined

/** A device that is not used for this long is signed out. */
export const SESSION_DAYS = 30

/** The session's cookie is sent to calls below this path only. */
export const SESSION_PATH = '/api/auth'

/** Response of the session calls; the refresh token is sent in a cookie that scripts cannot read. */
export const Session = Type.Object({
  accessToken: Type.String({ description: 'For ten minutes' }),
  user: User,
})
export type Session = Static<typeof Session>

export const signInWithGoogle = endpoint(`POST ${SESSION_PATH}/google`, {
  touches: [],
  rate: 'sign-in',
  summary:
    'Exchanges an identity provider credential for a short-lived access token; begins a session. Each credential can be used once.',
  body: Type.Object({ credential: Type.String({ minLength: 1, maxLength: 8192 }) }),
  reply: Session,
})

export const SignInNonce = Type.Object({
  nonce: Type.String({
    description: 'What to ask the identity provider for a credential with, as its "nonce"',
  }),
})
export type SignInNonce = Static<typeof SignInNonce>

export const issueSignInNonce = endpoint(`POST ${SESSION_PATH}/nonce`, {
  touches: [],
  rate: 'read',
  summary:
    'Ties the next sign-in to this browser: a credential with this nonce is accepted from it alone, for an hour, and one without it is not.',
  reply: SignInNonce,
})

export const refreshSession = endpoint(`POST ${SESSION_PATH}/refresh`, {
  touches: [],
  rate: 'read',
  summary: 'A new access token for the session in the cookie, whose refresh token is replaced.',
  reply: Session,
})

export const signOut = endpoint(`POST ${SESSION_PATH}/sign-out`, {
  touches: [],
  summary: 'Ends the session in the cookie, or every session of its user.',
  status: 204,
  body: Nullable(Type.Object({ everywhere: Type.Optional(Type.Boolean()) })),
  reply: NoContent,
})

export const getMe = endpoint(`GET ${SESSION_PATH}/me`, {
  summary: 'The signed-in user.',
  access: 'signed-in',
  reply: User,
})

export const FrequentQuestion = Type.Object({ question: Type.String(), answer: Type.String() })
export type FrequentQuestion = Static<typeof FrequentQuestion>

export const getFrequentQuestions = endpoint('GET /api/faqs', {
  ignoresCaller: true,
  summary: 'Frequently asked questions.',
  reply: Type.Array(FrequentQuestion),
})

export const importFrequentQuestions = endpoint('POST /api/import/faqs', {
  ...importCall,
  touches: ['svc-users'],
  summary: 'Creates or updates frequently asked questions. Idempotent by question.',
})
