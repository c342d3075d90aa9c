import { createHash } from 'node:crypto'
import { type University } from '@offquad/contracts'
import { NotAllowedError, UnauthenticatedError } from '@offquad/service-kit'
import { isUniversityAccount, isUniversityEmail } from '../accounts/university-account'
import { type RoleDeps, settleRole } from '../people/change-role'
import { type OpenSession, openSession, type SessionDeps, sessionIn } from '../sessions/sessions'
import { type RelinkDeps, requestRelink } from '../waiting-sign-ins/request-relink'
import { isNonceExpected } from './sign-in-nonce'
import { type UsedCredentialsRepository } from './used-credentials.repository'
import { type VerifiedCredential, type VerifyCredential } from './verify-credential'

export interface SignInDeps extends SessionDeps, RoleDeps, RelinkDeps {
  verifyCredential: VerifyCredential
  usedCredentials: UsedCredentialsRepository
  university: Pick<University, 'name' | 'emailDomain' | 'workspaceDomain'>
}

interface SignIn {
  credential: string
  /** The session cookie of the browser: its session ends, as its cookie is replaced. */
  cookie: string | undefined
  /** The nonce that was issued to this browser; undefined if it requested none. */
  nonce: string | undefined
}

export async function signIn(deps: SignInDeps, { credential, cookie, nonce }: SignIn): Promise<OpenSession> {
  const verified = await deps.verifyCredential(credential)
  if (!isNonceExpected(verified.nonce, nonce))
    throw new UnauthenticatedError(
      'credential-of-another-browser',
      'This sign-in was not started in this browser. Please sign in again.',
    )
  requireUniversityAccount(deps.university, verified)
  await consumeCredential(deps, credential, verified)
  const saved = await deps.users.saveProfile(verified)
  if (!saved) throw await requestRelink(deps, verified)
  await deps.waitingSignIns.removeOutdated(saved)
  const account = await settleRole(deps, saved)
  const replaced = await sessionIn(deps, cookie)
  if (replaced) await deps.sessions.end(replaced.id)
  return openSession(deps, account)
}

/** @throws NotAllowedError */
function requireUniversityAccount(
  university: SignInDeps['university'],
  { email, isEmailVerified, hostedDomain }: VerifiedCredential,
): void {
  if (!isUniversityEmail(email, university.emailDomain))
    throw new NotAllowedError('email-not-accepted', `Error: Please sign in with a ${university.name} email.`)
  if (!isEmailVerified)
    throw new NotAllowedError(
      'email-not-verified',
      'Your email address has not been verified yet. Please verify it with your identity provider and try again.',
    )
  if (!isUniversityAccount({ hostedDomain }, university))
    throw new NotAllowedError(
      'account-not-of-university',
      `This Google account has a ${university.name} address but was not given to you by ${university.name}. Please sign in with your ${university.name} account.`,
    )
}

// The verifier tolerates a clock skew of five minutes.
const CLOCK_SKEW_MS = 10 * 60_000

/**
 * Makes the credential single-use, so that one that leaks later, through a log or a browser's history, is useless.
 * @throws UnauthenticatedError when it has been used before
 */
async function consumeCredential(
  { usedCredentials }: SignInDeps,
  credential: string,
  { expiresAt }: VerifiedCredential,
): Promise<void> {
  // Without the signature, which has several valid encodings.
  const signed = credential.slice(0, credential.lastIndexOf('.'))
  const hash = createHash('sha256').update(signed).digest('base64url')
  const isFirst = await usedCredentials.add(hash, new Date(expiresAt.getTime() + CLOCK_SKEW_MS))
  if (!isFirst)
    throw new UnauthenticatedError(
      'credential-used',
      'This sign-in has already been used. Please sign in again.',
    )
}
