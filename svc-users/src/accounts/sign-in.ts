import { type University } from '@offquad/contracts'
import { NotAllowedError } from '@offquad/service-kit'
import { type AccessTokens } from './access-tokens'
import { type Account } from './account'
import { isUniversityEmail } from './account.policy'
import { type UsersRepository } from './users.repository'
import { type VerifyCredential } from './verify-credential'

export interface SignInDeps {
  verifyCredential: VerifyCredential
  users: UsersRepository
  tokens: AccessTokens
  university: Pick<University, 'name' | 'emailDomain'>
  adminEmails: ReadonlySet<string>
}

interface Session {
  accessToken: string
  account: Account
}

export async function signIn(deps: SignInDeps, credential: string): Promise<Session> {
  const { university } = deps
  const { isEmailVerified, ...profile } = await deps.verifyCredential(credential)
  if (!isUniversityEmail(profile.email, university.emailDomain))
    throw new NotAllowedError('email-not-accepted', `Error: Please sign in with a ${university.name} email.`)
  if (!isEmailVerified)
    throw new NotAllowedError(
      'email-not-verified',
      'Your email address has not been verified yet. Please verify it with your identity provider and try again.',
    )
  const account = await deps.users.saveProfile(
    profile,
    deps.adminEmails.has(profile.email) ? 'admin' : undefined,
  )
  return { accessToken: deps.tokens.issue(account), account }
}
