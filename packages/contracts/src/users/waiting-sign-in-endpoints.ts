import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint'
import { Id, Timestamp } from '../shapes'
import { Role } from './endpoints'

/** Someone whose address has an account already, which another account of the identity provider signs in to. */
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

export const getWaitingSignIns = endpoint({
  method: 'GET',
  path: '/api/admin/waiting-sign-ins',
  summary: 'People who sign in with another account of the identity provider than before, oldest first.',
  access: 'admin',
  query: Type.Object(
    { cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })) },
    { additionalProperties: false },
  ),
  reply: Type.Object({
    items: Type.Array(WaitingSignIn),
    total: Type.Integer({ minimum: 0 }),
    next: Type.Optional(Type.String({ description: 'The cursor of the next page; absent on the last one' })),
  }),
})

export const SignInDecision = Type.Enum(['allowed', 'refused'])
export type SignInDecision = Static<typeof SignInDecision>

export const decideWaitingSignIn = endpoint({
  method: 'PUT',
  path: '/api/admin/waiting-sign-ins/:id',
  touches: [],
  summary:
    'Allows a person who waits to use the account of their address from now on, instead of who used it before, or refuses it. The address is told by mail. Needs a sign-in of the last five minutes. Idempotent.',
  access: 'admin',
  params: Type.Object({ id: Id }),
  body: Type.Object({ decision: SignInDecision }, { additionalProperties: false }),
  reply: Type.Object({ id: Id, decision: SignInDecision, decidedAt: Timestamp }),
  problems: [404, 409],
})
