import { type Apartment, type RoomSummary, summarizeRooms, type University } from '@offquad/contracts'
import {
  type ApartmentContent,
  type LocatedContent,
  type ApartmentWrite,
  type Geocoding,
} from '../catalog/entities'
import { addressKey } from '../geography'
import { type Accepted, type Remark } from './parse-row'
import { planWrite } from './plan-write'
import { storeChanges, type StoreDeps } from './store-changes'

export interface StoreApartmentsDeps extends StoreDeps {
  university: University
  enqueueTravelTimes(apartmentIds: string[]): void
  /** Triggers the lookup of due addresses; not awaited. */
  enqueueGeocoding(): void
}

const BLANK: LocatedContent = {
  name: '',
  address: '',
  landlordId: null,
  numBeds: null,
  numBaths: null,
  price: null,
  roomTypes: [],
  amenities: [],
  photos: [],
  area: 'OTHER',
  latitude: null,
  longitude: null,
  coordinatesSource: 'none',
}

/** Origin of a row: an administrator's form with a map, or a file. */
type RowOrigin = 'form' | 'file'

export function planApartment(
  row: Accepted<ApartmentContent>,
  stored: Apartment | undefined,
  { origin, now }: { origin: RowOrigin; now: Date },
): ApartmentWrite | undefined {
  const before = stored && contentOf(stored)
  const located = locate(
    { ...row, content: { ...row.content, ...summaryAfter(row, stored) } },
    before,
    origin,
  )
  const write = planWrite(located, before, BLANK)
  if (!write) return undefined
  const { latitude, longitude } = located.content
  const isMoved = 'latitude' in write.content || 'longitude' in write.content
  // Even if only one coordinate has changed, both are written.
  if (isMoved && latitude !== undefined && longitude !== undefined)
    Object.assign(write.content, { latitude, longitude })
  const geocoding = planGeocoding(write, before, { origin, now })
  return geocoding === undefined ? write : { ...write, geocoding }
}

/** Values of the older fields by the room types that the apartment will have after the write, if any. */
function summaryAfter(
  { content }: Accepted<ApartmentContent>,
  stored: Apartment | undefined,
): RoomSummary | undefined {
  return summarizeRooms(content.roomTypes ?? stored?.roomTypes ?? [])
}

/** Remarks about older fields of a row that contradict its room types, which take precedence. */
export function findRoomConflicts(row: Accepted<ApartmentContent>, stored: Apartment | undefined): Remark[] {
  const summary = summaryAfter(row, stored)
  if (!summary) return []
  return (['numBeds', 'numBaths', 'price'] as const).flatMap((field) => {
    const value = row.content[field] ?? null
    if (value === null || value === summary[field]) return []
    return { field, text: `is ${summary[field]} by the room types, not ${value}: change these instead` }
  })
}

const contentOf = (apartment: Apartment): LocatedContent => ({
  ...apartment,
  roomTypes: apartment.roomTypes ?? [],
  amenities: apartment.amenities ?? [],
  coordinatesSource: apartment.coordinatesSource ?? 'none',
})

/** Adds the source of the coordinates to the row, if it has any. */
function locate(
  row: Accepted<ApartmentContent>,
  before: LocatedContent | undefined,
  origin: RowOrigin,
): Accepted<LocatedContent> {
  const { latitude, longitude, coordinatesSource, ...fields } = row.content
  if (latitude === undefined || longitude === undefined) return { ...row, content: fields }
  if (latitude === null) {
    // A file without coordinates does not remove geocoded or placed coordinates.
    const isDerived = before?.coordinatesSource === 'geocoded' || before?.coordinatesSource === 'placed'
    if (isDerived && origin === 'file') return { ...row, content: fields }
    return { ...row, content: { ...fields, latitude, longitude, coordinatesSource: 'none' } }
  }
  const isUnmoved = before?.latitude === latitude && before.longitude === longitude
  const unchanged = isUnmoved && before.coordinatesSource !== 'none' && before.coordinatesSource
  return {
    ...row,
    content: {
      ...fields,
      latitude,
      longitude,
      coordinatesSource: origin === 'form' ? 'placed' : coordinatesSource || unchanged || 'listed',
    },
  }
}

/** The effect of the write on geocoding; undefined: none. */
function planGeocoding(
  { content }: ApartmentWrite,
  before: LocatedContent | undefined,
  { origin, now }: { origin: RowOrigin; now: Date },
): Geocoding | null | undefined {
  const address = content.address ?? before?.address ?? ''
  const { latitude, longitude, coordinatesSource } = content
  if (typeof latitude === 'number' && typeof longitude === 'number') {
    const isGeocoded = coordinatesSource === 'geocoded'
    return {
      ...lookup(address, null, now),
      ...(isGeocoded && { found: { latitude, longitude, precision: 'unknown', provider: 'import' } }),
    }
  }
  // Otherwise the next lookup would restore the coordinates that the administrator removed.
  if (latitude === null && before && origin === 'form') return lookup(address, 'removed', now)
  if (latitude === null && before) return null
  const isOtherAddress =
    content.address !== undefined && addressKey(content.address) !== addressKey(before?.address ?? '')
  return isOtherAddress ? null : undefined
}

const lookup = (address: string, problem: Geocoding['problem'], lookedUpAt: Date): Geocoding => ({
  address,
  problem,
  lookedUpAt,
  nextLookupAt: null,
  failures: 0,
})

/** Stores apartments. When it resolves, searches find them; their travel times follow. */
export const storeApartments = <Result>(
  deps: StoreApartmentsDeps,
  writes: ApartmentWrite[],
  save: () => Promise<Result>,
): Promise<Result> =>
  storeChanges(deps, 'apartment', writes, async () => {
    const result = await save()
    deps.enqueueTravelTimes(
      writes.flatMap(({ id, content }) => (typeof content.latitude === 'number' ? [id] : [])),
    )
    if (writes.some(({ isNew, geocoding }) => isNew || geocoding === null)) deps.enqueueGeocoding()
    return result
  })
