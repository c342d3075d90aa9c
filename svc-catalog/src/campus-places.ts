import {
  type CampusPlace,
  campusPlaces,
  type CommutePlace,
  roundedCoordinates,
  type University,
} from '@offquad/contracts'
import { type Coordinates } from './entities'

/** Where a place of a caller is: one on campus as configured, a personal one as rounded. */
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
