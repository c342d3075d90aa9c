import { type Role, type University } from '@offquad/contracts'
import { NotAllowedError } from '@offquad/service-kit'
import { isUniversityEmail } from './account.policy'
import { type OpenSession } from './session'
import { openSession, type SessionDeps, sessionIn } from './sessions'
import { type VerifyCredential } from './verify-credential'

export interface SignInDeps extends SessionDeps {
  verifyCredential: VerifyCredential
  university: Pick<University, 'name' | 'emailDomain'>
  /** Roles given to the owners of these addresses when they sign in. */
  grantedRoles: ReadonlyMap<string, Role>
}

interface SignIn {
  credential: string
  /** What the browser had before; that session ends, because nobody can get back to it. */
  cookie: string | undefined
}

export async function signIn(deps: SignInDeps, { credential, cookie }: SignIn): Promise<OpenSession> {
  const { university } = deps
  const { isEmailVerified, ...profile } = await deps.verifyCredential(credential)
  if (!isUniversityEmail(profile.email, university.emailDomain))
    throw new NotAllowedError('email-not-accepted', `Error: Please sign in with a ${university.name} email.`)
  if (!isEmailVerified)
    throw new NotAllowedError(
      'email-not-verified',
      'Your email address has not been verified yet. Please verify it with your identity provider and try again.',
    )
  const account = await deps.users.saveProfile(profile, deps.grantedRoles.get(profile.email))
  const replaced = await sessionIn(deps, cookie)
  if (replaced) await deps.sessions.end(replaced.id)
  return openSession(deps, account)
}
