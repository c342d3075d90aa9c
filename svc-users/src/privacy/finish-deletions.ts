import { accountDeleted, forgetAdministrator, REVOCATION_LIFETIME_MS } from '@offquad/contracts'
import { type Jobs } from '@offquad/service-kit'
import { type Repositories } from '../repositories'
import { type AccountDeletion } from './account-deletions.repository'

export interface DeletionDeps extends Pick<Repositories, 'accountDeletions'> {
  /** Each erases one kind of data of a user; may be repeated. */
  erasers: ((userId: string) => Promise<unknown>)[]
  jobs: Pick<Jobs, 'add'>
  now: () => Date
}

// Services reject the access tokens within seconds. The deletion stays on the list of revocations until they have expired;
// the second erasure then removes data that a service stored before it was notified.
const LAST_ERASURE_AFTER_MS = REVOCATION_LIFETIME_MS

/** Erases deleted accounts and notifies the other services: at once, and again when the last access token has expired. */
export async function finishDeletions(deps: DeletionDeps): Promise<void> {
  for (const deletion of await deps.accountDeletions.list()) await finishDeletion(deps, deletion)
}

async function finishDeletion(deps: DeletionDeps, deletion: AccountDeletion): Promise<void> {
  const { userId, reviews, requestedAt, isPublished } = deletion
  const isLast = deps.now().getTime() - requestedAt.getTime() >= LAST_ERASURE_AFTER_MS
  if (isPublished && !isLast) return
  await erase(deps, userId)
  await deps.jobs.add(accountDeleted, { userId, reviews })
  await deps.jobs.add(forgetAdministrator, { userId })
  if (isLast) await deps.accountDeletions.remove(userId)
  else await deps.accountDeletions.markPublished(userId)
}

export async function erase({ erasers }: Pick<DeletionDeps, 'erasers'>, userId: string): Promise<void> {
  await Promise.all(erasers.map((eraseFrom) => eraseFrom(userId)))
}
