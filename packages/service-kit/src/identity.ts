import fastifyJwt, { type TokenOrHeader } from '@fastify/jwt'
import { RECENT_SIGN_IN_REQUIRED, Role } from '@offquad/contracts'
import { type FastifyInstance, type FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type ServiceConfig } from './config'
import { NotAllowedError, UnauthenticatedError, UnavailableError } from './errors'
import {
  openRevocations,
  readRevocationsFrom,
  type RevocationEvents,
  type Revocations,
  startRevocations,
  type TokenHolder,
} from './revocations'
import { accessTokenKeys } from './signing-keys'

/** Who is calling, by a token this service has verified itself. */
export interface Identity {
  userId: string
  role: Role
  /** When the person signed in, in seconds since 1970; absent in tokens of versions that do not say it. */
  authenticatedAt?: number
}

/** The caller of a request: `identity` is absent for a visitor and for a token that does not verify. */
export interface Caller {
  identity?: Identity
  /** There is a token, and the keys to verify it, or the list of revoked ones, cannot be had right now. */
  isUnverifiable?: boolean
  /** The token is genuine, and is no longer good: the role was changed, the account deleted, or it was signed out. */
  isRevoked?: boolean
  /** The token is genuine, and an administrator's from so long ago that the role may have been taken since. */
  isTooOld?: boolean
}

const TokenClaims = Type.Object({
  sub: Type.String({ minLength: 1 }),
  role: Type.String(),
  iat: Type.Integer(),
  exp: Type.Number(),
  // Absent in tokens of versions that did not revoke any.
  ver: Type.Optional(Type.Integer()),
  auth_time: Type.Optional(Type.Integer()),
})
type TokenClaims = Static<typeof TokenClaims>

const ADMIN_TOKEN_MAX_AGE_SECONDS = 5 * 60
const RECENT_SIGN_IN_SECONDS = 5 * 60
// Clocks of instances differ, and whole seconds are rounded.
const CLOCK_TOLERANCE_SECONDS = 5

const MAX_VERIFIED_TOKENS = 5_000

/** Claims of tokens that were verified, until they expire; `exp` is in seconds since 1970, `now` in milliseconds. */
export function createVerifiedTokens<Claims extends { exp: number }>(now: () => number = Date.now) {
  const tokens = new LRUCache<string, Claims>({ max: MAX_VERIFIED_TOKENS })
  return {
    find(authorization: string): Claims | undefined {
      const claims = tokens.get(authorization)
      return claims && claims.exp * 1000 > now() ? claims : undefined
    },
    add(authorization: string, claims: Claims): void {
      tokens.set(authorization, claims)
    },
  }
}

/** What an instance knows of tokens. */
interface TokenKnowledge {
  // A browser sends the same token with every call, and verifying it costs more than most calls themselves.
  verified: ReturnType<typeof createVerifiedTokens<TokenClaims>>
  revocations: Revocations
}
const knowledge = new WeakMap<object, TokenKnowledge>()

// The library that verifies wraps the reason of a failed key lookup in an error of its own.
const withoutKeys = new WeakSet<FastifyRequest>()

interface VerificationOptions {
  /** Brings revocations at once; without it they are learned within two seconds. */
  events?: RevocationEvents | undefined
  /** Where the process has the list of revoked tokens itself; it is read from USERS_URL otherwise. */
  revocations?: Revocations | undefined
}

/** Lets the instance verify access tokens against the keys svc-users publishes, and refuse those it has revoked. */
export async function verifyAccessTokens(
  app: FastifyInstance,
  config: Pick<ServiceConfig, 'TOKEN_ISSUER' | 'TOKEN_AUDIENCE' | 'USERS_URL'>,
  { events, revocations: given }: VerificationOptions = {},
): Promise<void> {
  const revocations =
    given ??
    openRevocations({
      read: readRevocationsFrom(() => config.USERS_URL.split(',').filter(Boolean)),
      events,
      log: app.log,
    })
  knowledge.set(app.server, { verified: createVerifiedTokens(), revocations })
  app.addHook('onReady', () => startRevocations(revocations))
  app.addHook('onClose', async () => revocations.close())
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
    const revocations = knowledge.get(request.server.server)?.revocations
    if (revocations && !revocations.isKnown()) return { isUnverifiable: true }
    const holder = { userId: claims.sub, tokenVersion: claims.ver ?? 0 }
    if (revocations?.isRevoked(holder)) return { isRevoked: true }
    if (claims.role === 'admin' && ageOf(claims) > ADMIN_TOKEN_MAX_AGE_SECONDS) return { isTooOld: true }
    // A role this version does not know yet has no rights here but everybody's.
    const role = Value.Check(Role, claims.role) ? claims.role : 'student'
    holders.set(request, holder)
    return {
      identity: {
        userId: claims.sub,
        role,
        ...(claims.auth_time !== undefined && { authenticatedAt: claims.auth_time }),
      },
    }
  } catch (error) {
    request.log.info({ reason: (error as Error).message }, 'access token refused')
    return { isUnverifiable: withoutKeys.has(request) }
  }
}

const holders = new WeakMap<FastifyRequest, TokenHolder>()

/**
 * Calls back once when the token that the request was admitted with is revoked. For responses that go on.
 * @returns what stops waiting for it
 */
export function onRevocation(request: FastifyRequest, listener: () => void): () => void {
  const holder = holders.get(request)
  const revocations = knowledge.get(request.server.server)?.revocations
  return (holder && revocations?.whenRevoked(holder, listener)) ?? (() => undefined)
}

async function claimsOf(request: FastifyRequest, token?: string): Promise<TokenClaims | undefined> {
  const known = knowledge.get(request.server.server)?.verified
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

/** @throws UnauthenticatedError for anonymous callers, UnavailableError when the token cannot be verified */
export function requireIdentity(caller: Caller): Identity {
  if (caller.isUnverifiable)
    throw new UnavailableError(
      'identity-unavailable',
      'Your sign-in cannot be checked right now. Please try again in a moment.',
    )
  if (caller.isRevoked)
    throw new UnauthenticatedError('token-revoked', 'This session has ended. Please sign in again.')
  if (caller.isTooOld)
    throw new UnauthenticatedError(
      'token-too-old',
      'Administrators confirm their session every five minutes. Please refresh it and try again.',
    )
  if (!caller.identity) throw new UnauthenticatedError('sign-in-required', 'Please sign in and try again.')
  return caller.identity
}

/** @throws UnauthenticatedError for anonymous callers, NotAllowedError for all but administrators */
export function requireAdmin(caller: Caller): Identity {
  const identity = requireIdentity(caller)
  if (identity.role !== 'admin') throw new NotAllowedError('admins-only', 'Only administrators may do this.')
  return identity
}

/**
 * For what a session that was left open, or stolen, must not be enough for: the person has signed in during the last
 * five minutes.
 * @throws NotAllowedError whose code tells the page to ask for a sign-in and to repeat the call
 */
export function requireRecentSignIn({ authenticatedAt = 0 }: Identity): void {
  const age = Date.now() / 1000 - authenticatedAt
  if (age > RECENT_SIGN_IN_SECONDS + CLOCK_TOLERANCE_SECONDS)
    throw new NotAllowedError(
      RECENT_SIGN_IN_REQUIRED,
      'Please sign in again to do this: your sign-in is more than five minutes old.',
    )
}
