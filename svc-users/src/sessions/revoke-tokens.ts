import { REVOCATION_LIFETIME_MS, type RevocationList } from '@offquad/contracts'
import { type Revocations } from '@offquad/service-kit'
import { type Repositories } from '../repositories'

export interface RevokeDeps extends Pick<Repositories, 'users' | 'sessions'> {
  revocations: Pick<Revocations, 'publish'>
  now: () => Date
}

/** Ends every session of a user and revokes their access tokens in every service. */
export async function revokeTokens(deps: RevokeDeps, userId: string): Promise<void> {
  const minVersion = await deps.users.raiseTokenVersion(userId, deps.now())
  if (minVersion === undefined) return
  await deps.sessions.endBefore(userId, minVersion)
  await deps.revocations.publish({ userId, minVersion })
}

export interface RevocationListDeps extends Pick<Repositories, 'users' | 'accountDeletions'> {
  /** Completes a role change that a process left unfinished when it died. */
  finishRoleChange: () => Promise<unknown>
  now: () => Date
}

/** The revoked access tokens, read from the documents whose writes revoked them. */
export async function listRevocations(deps: RevocationListDeps): Promise<RevocationList> {
  await deps.finishRoleChange()
  const since = new Date(deps.now().getTime() - REVOCATION_LIFETIME_MS)
  const [raised, deletions] = await Promise.all([
    deps.users.listRevokedSince(since),
    deps.accountDeletions.list(),
  ])
  return { revocations: [...raised, ...deletions.map(({ userId }) => ({ userId }))] }
}
