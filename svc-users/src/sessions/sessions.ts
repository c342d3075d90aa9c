import { randomUUID } from 'node:crypto'
import { SESSION_DAYS } from '@offquad/contracts'
import { UnauthenticatedError } from '@offquad/service-kit'
import { type Account } from '../accounts/account'
import { type Repositories } from '../repositories'
import { type AccessTokens } from './access-tokens'
import {
  formatRefreshToken,
  hashSecret,
  nextSecret,
  parseRefreshToken,
  randomSecret,
  type RefreshToken,
} from './refresh-tokens'
import { type StoredSession } from './sessions.repository'

export interface SessionDeps extends Pick<Repositories, 'sessions' | 'users'> {
  tokens: AccessTokens
  now: () => Date
  log: { warn(fields: object, message: string): void }
}

/** Response of the session calls. */
export interface OpenSession {
  accessToken: string
  refreshToken: string
  account: Account
}

export const SESSION_LIFETIME_MS = SESSION_DAYS * 24 * 60 * 60_000

/** Begins a new session for every sign-in, whatever session cookie the request has. */
export async function openSession(deps: SessionDeps, account: Account): Promise<OpenSession> {
  const [sessionId, secret, now] = [randomUUID(), randomSecret(), deps.now()]
  await deps.sessions.add({
    id: sessionId,
    userId: account.id,
    secretHash: hashSecret(secret),
    previousHash: null,
    seed: null,
    tokenVersion: account.tokenVersion,
    startedAt: now,
    refreshedAt: now,
    expiresAt: endOf(now),
  })
  return issueTokens(deps, account, { token: { sessionId, secret }, signedInAt: now })
}

/**
 * Replaces the refresh token and issues an access token with the user's current role.
 * A token whose successor has been used was copied. Which of the two copies was stolen is unknown, so the session ends.
 */
export async function refreshSession(deps: SessionDeps, cookie: string | undefined): Promise<OpenSession> {
  const token = parseRefreshToken(cookie)
  const session = token && (await deps.sessions.find(token.sessionId))
  if (!token || !session || session.expiresAt <= deps.now()) throw sessionOver()
  const account = await deps.users.find(session.userId)
  // Sessions with a lower version are over, whether or not they have been deleted yet.
  if (!account || session.tokenVersion < account.tokenVersion) {
    await deps.sessions.end(session.id)
    throw sessionOver()
  }
  const secret = (await rotate(deps, session, token)) ?? (await repeatRotation(deps, token))
  return issueTokens(deps, account, { token: { ...token, secret }, signedInAt: session.startedAt })
}

/** The next secret; undefined if this is not the current token, or a concurrent refresh has used it. */
async function rotate(deps: SessionDeps, session: StoredSession, { secret }: RefreshToken) {
  const previousHash = hashSecret(secret)
  if (previousHash !== session.secretHash) return undefined
  const [seed, now] = [randomSecret(), deps.now()]
  const next = nextSecret(secret, seed)
  const isRotated = await deps.sessions.rotate({
    id: session.id,
    previousHash,
    secretHash: hashSecret(next),
    seed,
    refreshedAt: now,
    expiresAt: endOf(now),
  })
  return isRotated ? next : undefined
}

/**
 * The secret that replaced this one, while it has not been used: other tabs refresh at the same time, and responses get
 * lost, which clients may notice late.
 */
async function repeatRotation(deps: SessionDeps, { sessionId, secret }: RefreshToken): Promise<string> {
  const session = await deps.sessions.find(sessionId)
  if (!session) throw sessionOver()
  const { previousHash, seed, userId } = session
  if (previousHash === hashSecret(secret) && seed) return nextSecret(secret, seed)
  await deps.sessions.end(sessionId)
  deps.log.warn({ sessionId, userId }, 'replaced refresh token presented: session ended')
  throw sessionOver()
}

/** The session of a cookie; undefined when the cookie has no valid secret of a session. */
export async function sessionIn(
  deps: Pick<SessionDeps, 'sessions'>,
  cookie: string | undefined,
): Promise<StoredSession | undefined> {
  const token = parseRefreshToken(cookie)
  const session = token && (await deps.sessions.find(token.sessionId))
  if (!session) return undefined
  return [session.secretHash, session.previousHash].includes(hashSecret(token.secret)) ? session : undefined
}

const endOf = (now: Date): Date => new Date(now.getTime() + SESSION_LIFETIME_MS)

const issueTokens = (
  { tokens }: SessionDeps,
  account: Account,
  { token, signedInAt }: { token: RefreshToken; signedInAt: Date },
): OpenSession => ({
  accessToken: tokens.issue(account, signedInAt),
  refreshToken: formatRefreshToken(token),
  account,
})

const sessionOver = () =>
  new UnauthenticatedError('session-over', 'Your session has ended. Please sign in again.')
