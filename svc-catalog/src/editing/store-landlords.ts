import { catalogChanged } from '@offquad/contracts'
import { type Events } from '@offquad/service-kit'
import { type ChangedIds, type LandlordContent, type StoredLandlord, type Write } from '../entities'
import { type FindCopies, type ListingPicture, sourcesIn } from '../picture-sources'
import { type Accepted } from './parse-row'
import { planWrite } from './plan-rows'

export interface StoreLandlordsDeps {
  landlords: {
    list(ids: string[]): Promise<StoredLandlord[]>
    save(writes: Write<LandlordContent>[]): Promise<void>
  }
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

const BLANK: LandlordContent = { name: '', contact: null, address: null, photos: [], profilePhoto: null }

export const planLandlord = (
  row: Accepted<LandlordContent>,
  stored: LandlordContent | undefined,
): Write<LandlordContent> | undefined => planWrite(row, stored, BLANK)

/** Stores landlords; they can be found once it resolves. */
export async function storeLandlords(
  deps: StoreLandlordsDeps,
  writes: Write<LandlordContent>[],
): Promise<void> {
  if (writes.length === 0) return
  const sources = sourcesIn(writes.map(({ content }) => content))
  if (sources.length > 0) await deps.pictures.register(sources)
  await deps.landlords.save(writes)
  const changed = { apartmentIds: [], landlordIds: writes.map(({ id }) => id) }
  // Not awaited, as Redis may be unavailable: an instance that misses it finds the change in its next refresh.
  void deps.events.publish(catalogChanged, changed)
  deps.enqueueSubjects()
  if (writes.some(({ photoUse }) => photoUse)) deps.enqueuePhotoUsage()
  if (sources.length > 0) deps.enqueuePictures()
  await deps.refresh(changed)
}
