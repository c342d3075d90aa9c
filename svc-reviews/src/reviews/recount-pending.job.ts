import { type ReviewOutboxRepository } from './review-outbox.repository'
import { type CountsDeps, sendCounts } from './send-counts'

interface RecountDeps extends CountsDeps {
  outbox: ReviewOutboxRepository
}

const REVIEWS_AT_ONCE = 1000

/**
 * Sends the counts of every apartment and landlord that an outbox names. The outbox is emptied only after the counts
 * are on their queue, so a crash at any point repeats work and loses none.
 */
export async function recountPending(deps: RecountDeps): Promise<void> {
  const pending = await deps.outbox.listPending(REVIEWS_AT_ONCE)
  if (pending.length === 0) return
  const entries = pending.flatMap(({ outbox }) => outbox)
  await sendCounts(deps, {
    aptIds: distinct(entries.map(({ aptId }) => aptId)),
    landlordIds: distinct(entries.map(({ landlordId }) => landlordId)),
  })
  await deps.outbox.clear(pending)
  if (pending.length === REVIEWS_AT_ONCE) await recountPending(deps)
}

const distinct = (ids: (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]
