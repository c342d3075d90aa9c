import { type Static, Type } from 'typebox'
import { Id } from './shapes'

/** Where svc-users publishes which access tokens are no longer good, for services only: gateways do not route it. */
export const REVOCATIONS_PATH = '/.well-known/revocations'

/** As long as an access token lives and a little more: afterwards there is no token left to refuse. */
export const REVOCATION_LIFETIME_MS = 11 * 60_000

/** Access tokens of one user that are refused although they have not expired. */
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
