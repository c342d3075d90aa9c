import fastifyJwt, { type TokenOrHeader } from '@fastify/jwt'
import { RECENT_SIGN_IN_REQUIRED, Role } from '@offquad/contracts'
import { type FastifyInstance, type FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import ipaddr from 'ipaddr.js'
import { type ServiceConfig } from './config'
import { NotAllowedError, UnauthenticatedError, UnavailableError } from './errors'
import {
  openRevocations,
  readRevocationsFrom,
  type RevocationEvents,
  type Revocations,
  type TokenHolder,
} from './revocations'
import { accessTokenKeys } from './signing-keys'

/** The authenticated caller, from a token that this service has verified. */
export interface Identity {
  userId: string
  role: Role
  /** The slices whose releases an engineer may change. */
  slices?: string[]
  /** When the user signed in, in seconds since 1970; absent: not recently. */
  authenticatedAt?: number
}

/** The caller of a request: `identity` is absent for anonymous callers and invalid tokens. */
export interface Caller {
  identity?: Identity
  /** The request has a token, but the keys to verify it, or the list of revoked tokens, are unavailable. */
  isUnverifiable?: boolean
  /** The token is genuine, but was revoked: the role was changed, the account deleted, or the user signed out. */
  isRevoked?: boolean
  /** The token is genuine, but an administrator's and too old: the role may have been revoked since. */
  isTooOld?: boolean
}

const TokenClaims = Type.Object({
  sub: Type.String({ minLength: 1 }),
  role: Type.String(),
  slices: Type.Optional(Type.Array(Type.String())),
  iat: Type.Integer(),
  exp: Type.Number(),
  // Absent in tokens that administrators' tools sign themselves.
  ver: Type.Optional(Type.Integer()),
  auth_time: Type.Optional(Type.Integer()),
})
type TokenClaims = Static<typeof TokenClaims>

const ADMIN_TOKEN_MAX_AGE_SECONDS = 5 * 60
const RECENT_SIGN_IN_SECONDS = 5 * 60
// For clock skew between instances, and rounding to seconds.
const CLOCK_TOLERANCE_SECONDS = 5

const MAX_VERIFIED_TOKENS = 5_000

/** State with which an instance checks tokens. */
interface TokenChecks {
  /** Cached until they expire: browsers send a token with every call, and verifying it costs more than most calls. */
  verified: LRUCache<string, TokenClaims>
  revocations: Revocations
}

declare module 'fastify' {
  interface FastifyInstance {
    tokenChecks: TokenChecks
  }
  interface FastifyRequest {
    caller: Caller | undefined
    tokenHolder: TokenHolder | undefined
    /** The library wraps the error of a failed lookup of keys, so it cannot be recognized later. */
    lacksKeys: boolean
  }
}

interface VerificationOptions {
  /** Delivers revocations at once; without it, they are polled every two seconds. */
  events?: RevocationEvents | undefined
  /** For the process that revokes tokens; other processes read the list from USERS_URL. */
  revocations?: Revocations | undefined
}

/** Makes the instance verify access tokens with the keys that svc-users publishes, and reject revoked tokens. */
export async function verifyAccessTokens(
  app: FastifyInstance,
  config: Pick<ServiceConfig, 'TOKEN_ISSUER' | 'TOKEN_AUDIENCE' | 'USERS_URL'>,
  { events, revocations: opened }: VerificationOptions = {},
): Promise<void> {
  const revocations =
    opened ??
    openRevocations({
      read: readRevocationsFrom(() => config.USERS_URL.split(',').filter(Boolean)),
      events,
      log: app.log,
    })
  app.decorate('tokenChecks', {
    verified: new LRUCache<string, TokenClaims>({ max: MAX_VERIFIED_TOKENS }),
    revocations,
  })
  app.decorateRequest('caller', undefined)
  app.decorateRequest('tokenHolder', undefined)
  app.decorateRequest('lacksKeys', false)
  app.addHook('onReady', () => revocations.start())
  app.addHook('onClose', async () => revocations.close())
  const keys = accessTokenKeys(() => config.USERS_URL.split(','))
  await app.register(fastifyJwt, {
    decode: { complete: true },
    verify: { algorithms: ['EdDSA'], allowedIss: config.TOKEN_ISSUER, allowedAud: config.TOKEN_AUDIENCE },
    secret: async (request: FastifyRequest, token: TokenOrHeader) => {
      const { kid = '' } = 'header' in token ? token.header : token
      const key = await keys.find(kid).catch((error: unknown) => {
        request.lacksKeys = true
        throw error
      })
      if (key === undefined) throw new Error('signed with a key that is not published')
      return key
    },
  })
}

/**
 * The caller of this request. A missing, expired or invalid token yields an anonymous caller; so does an administrator's token
 * that is older than five minutes, so that the role is always current.
 * @param token if it is not in the Authorization header
 */
export async function callerOf(request: FastifyRequest, token?: string): Promise<Caller> {
  if (!token && !request.headers.authorization) return {}
  try {
    const claims = await claimsOf(request, token)
    if (!claims) return {}
    const { revocations } = request.server.tokenChecks
    if (!revocations.isKnown()) return { isUnverifiable: true }
    const holder = { userId: claims.sub, tokenVersion: claims.ver ?? 0 }
    if (revocations.isRevoked(holder)) return { isRevoked: true }
    if (claims.role === 'admin' && ageOf(claims) > ADMIN_TOKEN_MAX_AGE_SECONDS) return { isTooOld: true }
    // A role that this version does not know has the rights of a student.
    const role = Value.Check(Role, claims.role) ? claims.role : 'student'
    request.tokenHolder = holder
    return {
      identity: {
        userId: claims.sub,
        role,
        ...(claims.slices && { slices: claims.slices }),
        ...(claims.auth_time !== undefined && { authenticatedAt: claims.auth_time }),
      },
    }
  } catch (error) {
    request.log.info({ reason: (error as Error).message }, 'access token rejected')
    return { isUnverifiable: request.lacksKeys }
  }
}

/**
 * Calls back once when the token of this request is revoked. For streaming responses.
 * @returns unsubscribes
 */
export function onRevocation(request: FastifyRequest, listener: () => void): () => void {
  const { tokenHolder, server } = request
  return tokenHolder ? server.tokenChecks.revocations.whenRevoked(tokenHolder, listener) : () => undefined
}

async function claimsOf(request: FastifyRequest, token?: string): Promise<TokenClaims | undefined> {
  const { verified } = request.server.tokenChecks
  const key = token ?? request.headers.authorization ?? ''
  const cached = verified.get(key)
  if (cached) return cached
  // The library's types include extractToken only where the plugin is registered.
  const verify: object = token ? { extractToken: () => token } : {}
  const claims: unknown = await request.jwtVerify(verify)
  if (!Value.Check(TokenClaims, claims)) return undefined
  verified.set(key, claims, { ttl: Math.max(1, Math.ceil(claims.exp * 1000 - Date.now())) })
  return claims
}

/** The subject of a token that svc-users issued for this audience; undefined if the token is invalid or expired. */
export async function subjectOf(
  request: FastifyRequest,
  token: string,
  audience: string,
): Promise<string | undefined> {
  const options: object = { extractToken: () => token, allowedAud: audience }
  const { sub } = await request.jwtVerify<{ sub?: string }>(options).catch(() => ({ sub: undefined }))
  return sub
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

/** @throws UnauthenticatedError for anonymous callers, NotAllowedError for callers who are not administrators */
export function requireAdmin(caller: Caller): Identity {
  const identity = requireIdentity(caller)
  if (identity.role !== 'admin') throw new NotAllowedError('admins-only', 'Only administrators may do this.')
  return identity
}

/**
 * Requires a sign-in within the last five minutes, for actions that an unattended or stolen session must not allow.
 * @throws NotAllowedError whose code makes the page ask for a sign-in and repeat the call
 */
export function requireRecentSignIn({ authenticatedAt = 0 }: Identity): void {
  const age = Date.now() / 1000 - authenticatedAt
  if (age > RECENT_SIGN_IN_SECONDS + CLOCK_TOLERANCE_SECONDS)
    throw new NotAllowedError(
      RECENT_SIGN_IN_REQUIRED,
      'Please sign in again to do this: your sign-in is more than five minutes old.',
    )
}

/** Number of leading bits of an IP address that identify a network. */
interface PrefixLengths {
  ipv4: number
  ipv6: number
}

/** An IPv4 address is one client, or many behind NAT; an IPv6 /64 is the smallest block that a client gets (RFC 6177). */
const CLIENT: PrefixLengths = { ipv4: 32, ipv6: 64 }

/**
 * The network of an IP address: 192.0.2.7/32, 2001:db8:0:1234::/64. Limits per client apply to the network, because a client
 * with IPv6 can use many addresses. IPv4-mapped IPv6 addresses are treated as IPv4.
 */
export function networkOf(address: string, { ipv4, ipv6 }: PrefixLengths = CLIENT): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  const [family, length] = parsed.kind() === 'ipv4' ? [ipaddr.IPv4, ipv4] : [ipaddr.IPv6, ipv6]
  const plain = ipaddr.fromByteArray(parsed.toByteArray())
  return `${family.networkAddressFromCIDR(`${plain}/${length}`)}/${length}`
}
