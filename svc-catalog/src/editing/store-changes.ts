import { catalogChanged } from '@offquad/contracts'
import { type Events } from '@offquad/service-kit'
import { type ChangedIds } from '../entities'
import { type PhotoUsage } from '../outboxes'
import { type FindCopies, type ListingPicture, type Pictured, sourcesIn } from '../picture-sources'

/** What storing apartments and storing landlords have in common. */
export interface StoreDeps {
  events: Pick<Events, 'publish'>
  refresh(ids: ChangedIds): Promise<void>
  /** Has changes of names and landlords published; not awaited. */
  enqueueSubjects(): void
  pictures: {
    register(sources: string[]): Promise<void>
    list(sources: string[]): Promise<ListingPicture[]>
    findCopies: FindCopies
  }
  /** Has pictures fetched that are due; not awaited. */
  enqueuePictures(): void
  /** Has changes of photos published; not awaited. */
  enqueuePhotoUsage(): void
}

/**
 * Stores apartments or landlords; they can be found once it resolves.
 * @param save stores them, and requests what only their kind needs
 */
export async function storeChanges(
  deps: StoreDeps,
  writes: readonly { content: Pictured; photoUse?: PhotoUsage }[],
  changed: ChangedIds,
  save: () => Promise<void>,
): Promise<void> {
  const sources = sourcesIn(writes.map(({ content }) => content))
  if (sources.length > 0) await deps.pictures.register(sources)
  await save()
  // Not awaited, as Redis may be unavailable: an instance that misses it finds the change in its next refresh.
  void deps.events.publish(catalogChanged, changed)
  deps.enqueueSubjects()
  if (writes.some(({ photoUse }) => photoUse)) deps.enqueuePhotoUsage()
  if (sources.length > 0) deps.enqueuePictures()
  await deps.refresh(changed)
}
