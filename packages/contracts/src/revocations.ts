import { type Static, Type } from 'typebox'
import { Id } from './shapes'

/** Path at which svc-users publishes revoked access tokens, for services only: gateways do not route it. */
export const REVOCATIONS_PATH = '/.well-known/revocations'

export const ACCESS_TOKEN_LIFETIME_MS = 10 * 60_000

/** A minute longer than the token, for clock skew: afterwards the token has expired anyway. */
export const REVOCATION_LIFETIME_MS = ACCESS_TOKEN_LIFETIME_MS + 60_000

/** Access tokens of one user that are rejected although they have not expired. */
export const Revocation = Type.Object({
  userId: Id,
  minVersion: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Tokens whose claim "ver" is lower are refused; absent: all tokens of the user',
    }),
  ),
})
export type Revocation = Static<typeof Revocation>

/** The revocations of the last eleven minutes. */
export const RevocationList = Type.Object({ revocations: Type.Array(Revocation) })
export type RevocationList = Static<typeof RevocationList>
