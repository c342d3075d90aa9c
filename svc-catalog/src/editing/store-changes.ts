import { catalogChanged } from '@offquad/contracts'
import { type Events } from '@offquad/service-kit'
import { type ChangedIds } from '../catalog/entities'
import { type PhotoUsage } from '../catalog/outboxes'
import { type Pictured, sourcesIn } from '../catalog/picture-sources'
import { type Repositories } from '../repositories'

/** Common dependencies of storing apartments and landlords. */
export interface StoreDeps extends Pick<Repositories, 'apartments' | 'landlords' | 'pictures'> {
  events: Pick<Events, 'publish'>
  refresh(ids: ChangedIds): Promise<void>
  /** Triggers the publication of changed names and landlords; not awaited. */
  enqueueSubjects(): void
  /** Triggers the fetching of due pictures; not awaited. */
  enqueuePictures(): void
  /** Triggers the publication of changed use of photos; not awaited. */
  enqueuePhotoUsage(): void
  now: () => Date
}

export type ListingKind = 'apartment' | 'landlord'

export const changedIds = (kind: ListingKind, ids: string[]): ChangedIds => ({
  apartmentIds: kind === 'apartment' ? ids : [],
  landlordIds: kind === 'landlord' ? ids : [],
})

/**
 * Stores apartments or landlords. When it resolves, searches find them.
 * @param save stores them, and triggers further work for their kind
 * @returns the result of `save`
 */
export async function storeChanges<Result>(
  deps: StoreDeps,
  kind: ListingKind,
  writes: readonly { id: string; content: Pictured; photoUse?: PhotoUsage }[],
  save: () => Promise<Result>,
): Promise<Result> {
  const changed = changedIds(
    kind,
    writes.map(({ id }) => id),
  )
  const sources = sourcesIn(writes.map(({ content }) => content))
  if (sources.length > 0) await deps.pictures.register(sources, deps.now())
  const result = await save()
  // Not awaited, as Redis may be unavailable: an instance that misses the event finds the change in its next poll.
  void deps.events.publish(catalogChanged, changed)
  deps.enqueueSubjects()
  if (writes.some(({ photoUse }) => photoUse)) deps.enqueuePhotoUsage()
  if (sources.length > 0) deps.enqueuePictures()
  await deps.refresh(changed)
  return result
}
