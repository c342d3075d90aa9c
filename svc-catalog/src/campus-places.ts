import {
  type CampusPlace,
  campusPlaces,
  type CommutePlace,
  roundedCoordinates,
  type University,
} from '@offquad/contracts'
import { type Coordinates } from './entities'

/** The coordinates of a caller's place: as configured for one on campus, rounded for a personal one. */
export function createPlaceLocator(
  university: Pick<University, 'landmarks' | 'buildings'>,
): (place: Pick<CommutePlace, 'id' | 'latitude' | 'longitude'>) => Coordinates {
  const known = new Map<string, CampusPlace>(campusPlaces(university).map((place) => [place.id, place]))
  return (place) => {
    const onCampus = known.get(place.id)
    if (!onCampus) return roundedCoordinates(place)
    const { latitude, longitude } = onCampus
    return { latitude, longitude }
  }
}
