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
 * Adds the source of coordinates to documents of earlier versions, and repairs later writes of such versions: they store
 * coordinates without a source, and keep geocoded coordinates when they change the address.
 */
export const nameCoordinatesSource: Migration<LocatedApartment> = {
  id: 'apartment-coordinates-source-1',
  collection: 'apartments',
  // null also matches absent fields.
  pending: { coordinatesSource: null as never },
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
  // Otherwise they belong to the previous address.
  return geocoding && isOfAddress ? undefined : withoutCoordinates()
}
