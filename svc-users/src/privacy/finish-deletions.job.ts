import { accountDeleted, REVOCATION_LIFETIME_MS } from '@offquad/contracts'
import { type Jobs } from '@offquad/service-kit'
import { type AccountDeletion, type AccountDeletionsRepository } from './account-deletions.repository'

export interface DeletionDeps {
  accountDeletions: AccountDeletionsRepository
  /** Each removes one kind of thing this service holds of a user; there may be none any more. */
  erasers: ((userId: string) => Promise<void>)[]
  jobs: Pick<Jobs, 'add'>
  now: () => Date
}

// Its access tokens are refused within seconds. Until they expire the deletion is on the list of revocations, and what a
// service wrote that did not know of it yet is erased at the end.
const LAST_ERASURE_AFTER_MS = REVOCATION_LIFETIME_MS

/** Erases what is left of deleted accounts and notifies the other services, at once and after the last token has expired. */
export async function finishDeletions(deps: DeletionDeps): Promise<void> {
  for (const deletion of await deps.accountDeletions.list()) await finishDeletion(deps, deletion)
}

async function finishDeletion(deps: DeletionDeps, deletion: AccountDeletion): Promise<void> {
  const { userId, reviews, requestedAt, isPublished } = deletion
  const isLast = deps.now().getTime() - requestedAt.getTime() >= LAST_ERASURE_AFTER_MS
  if (isPublished && !isLast) return
  await erase(deps, userId)
  await deps.jobs.add(accountDeleted, { userId, reviews })
  if (isLast) await deps.accountDeletions.remove(userId)
  else await deps.accountDeletions.markPublished(userId)
}

export async function erase({ erasers }: Pick<DeletionDeps, 'erasers'>, userId: string): Promise<void> {
  await Promise.all(erasers.map((eraseFrom) => eraseFrom(userId)))
}
