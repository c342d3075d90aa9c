import { catalogChanged, type University } from '@offquad/contracts'
import { type Events } from '@offquad/service-kit'
import { type ApartmentContent, type ChangedIds, type StoredApartment, type Write } from '../entities'
import { type Accepted } from './parse-row'
import { planWrite } from './plan-rows'

export interface StoreApartmentsDeps {
  university: University
  apartments: {
    list(ids: string[]): Promise<StoredApartment[]>
    listByNames(names: string[]): Promise<StoredApartment[]>
    save(writes: Write<ApartmentContent>[]): Promise<void>
  }
  landlords: { listIdsAmong(ids: string[]): Promise<string[]> }
  events: Pick<Events, 'publish'>
  refresh(ids: ChangedIds): Promise<void>
  requestTravelTimes(apartmentIds: string[]): void
  /** There may be something svc-reviews has to know of; no one waits for that. */
  publishSubjects(): void
  /** There may be photos to tell of; nobody waits for that. */
  requestPhotoUse(): void
}

const BLANK: ApartmentContent = {
  name: '',
  address: '',
  landlordId: null,
  numBeds: null,
  numBaths: null,
  price: null,
  photos: [],
  area: 'OTHER',
  latitude: null,
  longitude: null,
}

export function planApartment(
  row: Accepted<ApartmentContent>,
  stored: ApartmentContent | undefined,
): Write<ApartmentContent> | undefined {
  const write = planWrite(row, stored, BLANK)
  const { latitude, longitude } = row.content
  if (!write || write.isNew || latitude === undefined || longitude === undefined) return write
  const isMoved = 'latitude' in write.content || 'longitude' in write.content
  // A move along one axis is a move all the same: the place is written whole.
  return isMoved ? { ...write, content: { ...write.content, latitude, longitude } } : write
}

/** Stores apartments; they can be found once it resolves, and their travel times are on their way. */
export async function storeApartments(
  deps: StoreApartmentsDeps,
  writes: Write<ApartmentContent>[],
): Promise<void> {
  if (writes.length === 0) return
  await deps.apartments.save(writes)
  const changed = { apartmentIds: writes.map(({ id }) => id), landlordIds: [] }
  // Not waited for, as Redis may be away: whoever does not hear of it looks for changes by itself.
  void deps.events.publish(catalogChanged, changed)
  deps.requestTravelTimes(
    writes.flatMap(({ id, content }) => (typeof content.latitude === 'number' ? [id] : [])),
  )
  deps.publishSubjects()
  if (writes.some(({ photoUse }) => photoUse)) deps.requestPhotoUse()
  await deps.refresh(changed)
}
