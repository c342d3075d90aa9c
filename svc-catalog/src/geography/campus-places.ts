import {
  type CampusPlace,
  campusPlaces,
  type CommutePlace,
  roundedCoordinates,
  type University,
} from '@offquad/contracts'
import { type Coordinates } from '../catalog/entities'

export interface PlaceLocator {
  isOnCampus(id: string): boolean
  /** The coordinates of a caller's place: as configured for one on campus, rounded for any other. */
  locate(place: Pick<CommutePlace, 'id' | 'latitude' | 'longitude'>): Coordinates
}

export function createPlaceLocator(university: Pick<University, 'landmarks' | 'buildings'>): PlaceLocator {
  const known = new Map<string, CampusPlace>(campusPlaces(university).map((place) => [place.id, place]))
  return {
    isOnCampus: (id) => known.has(id),
    locate(place) {
      const onCampus = known.get(place.id)
      if (!onCampus) return roundedCoordinates(place)
      const { latitude, longitude } = onCampus
      return { latitude, longitude }
    },
  }
}
