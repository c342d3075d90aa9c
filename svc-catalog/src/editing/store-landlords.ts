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
  /** There may be something svc-reviews has to know of; no one waits for that. */
  publishSubjects(): void
  pictures: {
    register(sources: string[]): Promise<void>
    list(sources: string[]): Promise<ListingPicture[]>
    findCopies: FindCopies
  }
  /** There may be pictures to fetch; no one waits for that. */
  requestPictures(): void
  /** There may be photos to tell of; nobody waits for that. */
  requestPhotoUse(): void
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
  // Not waited for, as Redis may be away: whoever does not hear of it looks for changes by itself.
  void deps.events.publish(catalogChanged, changed)
  deps.publishSubjects()
  if (writes.some(({ photoUse }) => photoUse)) deps.requestPhotoUse()
  if (sources.length > 0) deps.requestPictures()
  await deps.refresh(changed)
}
