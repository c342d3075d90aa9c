import fastifyJwt, { type TokenOrHeader } from '@fastify/jwt'
import { Role } from '@offquad/contracts'
import { type FastifyInstance, type FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type ServiceConfig } from './config'
import { NotAllowedError, UnauthenticatedError, UnavailableError } from './errors'
import { accessTokenKeys } from './signing-keys'
import { createVerifiedTokens, type VerifiedTokens } from './verified-tokens'

/** Who is calling, by a token this service has verified itself. */
export interface Identity {
  userId: string
  role: Role
}

/** The caller of a request: `identity` is absent for a visitor and for a token that does not verify. */
export interface Caller {
  identity?: Identity
  /** There is a token, and the keys to verify it cannot be had right now. */
  isUnverifiable?: boolean
  /** The token is genuine, and an administrator's from so long ago that the role may have been taken since. */
  isTooOld?: boolean
}

const TokenClaims = Type.Object({
  sub: Type.String({ minLength: 1 }),
  role: Type.String(),
  iat: Type.Integer(),
  exp: Type.Number(),
})
type TokenClaims = Static<typeof TokenClaims>

const ADMIN_TOKEN_MAX_AGE_SECONDS = 5 * 60

// A browser sends the same token with every call, and verifying it costs more than most calls themselves.
const verifiedTokens = new WeakMap<object, VerifiedTokens<TokenClaims>>()

// The library that verifies wraps the reason of a failed key lookup in an error of its own.
const withoutKeys = new WeakSet<FastifyRequest>()

/** Lets the instance verify access tokens against the keys svc-users publishes. */
export async function verifyAccessTokens(
  app: FastifyInstance,
  config: Pick<ServiceConfig, 'TOKEN_ISSUER' | 'TOKEN_AUDIENCE' | 'USERS_URL'>,
): Promise<void> {
  verifiedTokens.set(app.server, createVerifiedTokens())
  const keys = accessTokenKeys(() => config.USERS_URL.split(','))
  await app.register(fastifyJwt, {
    decode: { complete: true },
    verify: { algorithms: ['EdDSA'], allowedIss: config.TOKEN_ISSUER, allowedAud: config.TOKEN_AUDIENCE },
    secret: async (request: FastifyRequest, token: TokenOrHeader) => {
      const { kid = '' } = 'header' in token ? token.header : token
      const key = await keys.find(kid).catch((error: unknown) => {
        withoutKeys.add(request)
        throw error
      })
      if (key === undefined) throw new Error('signed with a key that is not published')
      return key
    },
  })
}

/**
 * The caller of this request; a missing, expired or forged token makes a visitor of them. So does an administrator's
 * of more than five minutes: wherever the role is looked at, it is one of now.
 * @param token where it does not come in the Authorization header
 */
export async function callerOf(request: FastifyRequest, token?: string): Promise<Caller> {
  if (!token && !request.headers.authorization) return {}
  try {
    const claims = await claimsOf(request, token)
    if (!claims) return {}
    if (claims.role === 'admin' && ageOf(claims) > ADMIN_TOKEN_MAX_AGE_SECONDS) return { isTooOld: true }
    // A role this version does not know yet has no rights here but everybody's.
    const role = Value.Check(Role, claims.role) ? claims.role : 'student'
    return { identity: { userId: claims.sub, role } }
  } catch (error) {
    request.log.info({ reason: (error as Error).message }, 'access token refused')
    return { isUnverifiable: withoutKeys.has(request) }
  }
}

async function claimsOf(request: FastifyRequest, token?: string): Promise<TokenClaims | undefined> {
  const known = verifiedTokens.get(request.server.server)
  const key = token ?? request.headers.authorization ?? ''
  const verified = known?.find(key)
  if (verified) return verified
  // The library's types know of extractToken only where the plugin is registered.
  const verify: object = token ? { extractToken: () => token } : {}
  const claims: unknown = await request.jwtVerify(verify)
  if (!Value.Check(TokenClaims, claims)) return undefined
  known?.add(key, claims)
  return claims
}

const ageOf = ({ iat }: { iat: number }): number => Date.now() / 1000 - iat

/** @throws UnauthenticatedError when nobody is signed in, UnavailableError when that cannot be found out */
export function requireIdentity(caller: Caller): Identity {
  if (caller.isUnverifiable)
    throw new UnavailableError(
      'identity-unavailable',
      'Your sign-in cannot be checked right now. Please try again in a moment.',
    )
  if (caller.isTooOld)
    throw new UnauthenticatedError(
      'token-too-old',
      'Administrators confirm their session every five minutes. Please refresh it and try again.',
    )
  if (!caller.identity) throw new UnauthenticatedError('sign-in-required', 'Please sign in and try again.')
  return caller.identity
}

/** @throws UnauthenticatedError when nobody is signed in, NotAllowedError when it is not an administrator */
export function requireAdmin(caller: Caller): Identity {
  const identity = requireIdentity(caller)
  if (identity.role !== 'admin') throw new NotAllowedError('admins-only', 'Only administrators may do this.')
  return identity
}
