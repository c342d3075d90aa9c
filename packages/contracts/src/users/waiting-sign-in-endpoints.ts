import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint'
import { Id, IdParams, pageCursor, pageOf, StrictObject, Timestamp } from '../shapes'
import { Role } from './endpoints'

/** A person whose address has an account already, which another account at the identity provider signs in to. */
export const WaitingSignIn = Type.Object({
  id: Id,
  requestedAt: Timestamp,
  email: Type.String(),
  displayName: Type.String({ description: 'What the identity provider says of the person who waits' }),
  account: Type.Object({
    userId: Id,
    displayName: Type.String(),
    role: Role,
    signedInAt: { ...Timestamp, description: 'When the account was last signed in to' },
  }),
})
export type WaitingSignIn = Static<typeof WaitingSignIn>

export const getWaitingSignIns = endpoint('GET /api/admin/waiting-sign-ins', {
  summary: 'People who sign in with another account of the identity provider than before, oldest first.',
  access: 'admin',
  query: StrictObject({ cursor: pageCursor({ minLength: 1, maxLength: 512 }) }),
  reply: pageOf(WaitingSignIn),
})

export const SignInDecision = Type.Enum(['allowed', 'refused'])
export type SignInDecision = Static<typeof SignInDecision>

export const decideWaitingSignIn = endpoint('PUT /api/admin/waiting-sign-ins/:id', {
  touches: [],
  summary:
    'Allows a person who waits to use the account of their address from now on, instead of who used it before, or refuses it. The address is told by mail. Needs a sign-in of the last five minutes. Idempotent.',
  access: 'admin',
  params: IdParams,
  body: StrictObject({ decision: SignInDecision }),
  reply: Type.Object({ id: Id, decision: SignInDecision, decidedAt: Timestamp }),
})
