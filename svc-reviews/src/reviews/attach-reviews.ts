import { UNKNOWN_LANDLORD } from '@offquad/contracts'
import { type Repositories } from '../repositories'

interface AttachDeps extends Pick<Repositories, 'changes' | 'reviews' | 'subjects' | 'suggestions'> {
  /** Notifies administrators, who can approve them now. */
  publishWaiting: () => void
}

/**
 * Attaches reviews of suggestions to the apartments that the suggestions became, once both messages have arrived. None of
 * these reviews is public yet, so no stats change.
 */
export async function attachReviews(deps: AttachDeps): Promise<void> {
  const { changes, reviews, subjects, suggestions } = deps
  const awaited = await reviews.listSuggestionIds()
  // The usual case, on every message about an apartment.
  if (awaited.length === 0) return
  const added = await suggestions.listAdded(awaited)
  const apartments = await subjects.findApartments(added.map(({ aptId }) => aptId))
  for (const { id, aptId } of added) {
    const apartment = apartments.get(aptId)
    if (!apartment) continue
    await changes.attach(id, { aptId, landlordId: apartment.landlordId ?? UNKNOWN_LANDLORD })
    deps.publishWaiting()
  }
}
