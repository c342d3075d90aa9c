import { createHash, timingSafeEqual } from 'node:crypto'
import { SESSION_PATH } from '@offquad/contracts'
import { type Exchange } from '@offquad/service-kit'
import { randomSecret } from '../sessions/refresh-tokens'

const COOKIE = 'offquad_sign_in'
const LIFETIME_SECONDS = 60 * 60
const SECRET = /^[\w-]{43}$/

const OPTIONS = { httpOnly: true, secure: true, sameSite: 'strict', path: SESSION_PATH } as const

/**
 * The nonce for requesting a credential from the identity provider. It is derived from a secret in a cookie, so that the
 * credential is valid in this browser only. The tabs of a browser share it.
 */
export function issueNonce(exchange: Exchange): string {
  const secret = readSecret(exchange) ?? randomSecret()
  exchange.reply.setCookie(COOKIE, secret, { ...OPTIONS, maxAge: LIFETIME_SECONDS })
  return nonceOf(secret)
}

/** The nonce that was issued to this browser and has not been used yet. */
export function issuedNonce(exchange: Exchange): string | undefined {
  const secret = readSecret(exchange)
  return secret === undefined ? undefined : nonceOf(secret)
}

/** Called after every sign-in, successful or not: the next attempt gets a new nonce. */
export function clearNonce(exchange: Exchange): void {
  if (exchange.request.cookies[COOKIE] !== undefined) exchange.reply.clearCookie(COOKIE, OPTIONS)
}

/**
 * Whether this browser requested the credential. A credential without a nonce is valid for clients that never request one;
 * if a nonce was issued, the credential comes from elsewhere.
 */
export function isNonceExpected(nonce: string | null, issued: string | undefined): boolean {
  if (nonce === null || issued === undefined) return nonce === null && issued === undefined
  const [actual, expected] = [Buffer.from(nonce), Buffer.from(issued)]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function readSecret({ request }: Exchange): string | undefined {
  const secret = request.cookies[COOKIE]
  return secret !== undefined && SECRET.test(secret) ? secret : undefined
}

const nonceOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
