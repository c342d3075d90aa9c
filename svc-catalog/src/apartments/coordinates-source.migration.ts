import { type Migration } from '@offquad/service-kit'
import { type LocatedContent, type Geocoding } from '../entities'
import { addressKey } from '../postal-address'
import { withoutCoordinates } from './without-coordinates'

interface LocatedApartment {
  _id: string
  address: string
  latitude: number | null
  longitude: number | null
  coordinatesSource?: LocatedContent['coordinatesSource']
  geocoding?: Geocoding | null
  changedAt: Date
}

/**
 * Says where coordinates are from that were stored before there were sources, and repairs what a process of that time has
 * changed since: it writes coordinates without a source, and keeps those that were derived from an address it replaces.
 */
export const nameCoordinatesSource: Migration<LocatedApartment> = {
  id: 'apartment-coordinates-source-1',
  collection: 'apartments',
  // Equal to null: absent as well.
  pending: { coordinatesSource: null as never },
  changedAt: 'changedAt',
  fields: ['address', 'latitude', 'longitude', 'coordinatesSource', 'geocoding', 'changedAt'],
  migrate(apartment) {
    const set = repair(apartment)
    if (!set) return undefined
    const { address, latitude, longitude, coordinatesSource } = apartment
    return {
      unless: { address, latitude, longitude, coordinatesSource: coordinatesSource ?? (null as never) },
      set,
    }
  },
}

function repair(apartment: LocatedApartment): Partial<LocatedApartment> | undefined {
  const { address, latitude, longitude, coordinatesSource, geocoding } = apartment
  const isOfAddress = !geocoding || addressKey(geocoding.address) === addressKey(address)
  if (latitude === null) {
    if (coordinatesSource !== 'none') return { coordinatesSource: 'none', geocoding: null }
    return isOfAddress ? undefined : { geocoding: null }
  }
  if (coordinatesSource === undefined || coordinatesSource === null || coordinatesSource === 'none')
    return { coordinatesSource: 'listed', geocoding: null }
  if (coordinatesSource !== 'geocoded') return undefined
  const { found } = geocoding ?? {}
  const isAsFound = !found || (found.latitude === latitude && found.longitude === longitude)
  if (!isAsFound) return { coordinatesSource: 'listed', geocoding: null }
  // Without a lookup they are of the address before.
  return geocoding && isOfAddress ? undefined : withoutCoordinates()
}
