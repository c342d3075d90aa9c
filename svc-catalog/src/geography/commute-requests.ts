import { campusPlaces, type CommutePlace, roundedCoordinates, type University } from '@offquad/contracts'
import { type Catalog, type CommuteSelection, type CommuteTimes, journeyOf } from '../catalog/catalog'
import { type Coordinates } from '../catalog/entities'

interface CommuteRequestsDeps {
  catalog: Pick<Catalog, 'routedCommutes'>
  commuteTimes: Pick<CommuteTimes, 'isRouted' | 'request'>
  university: Pick<University, 'landmarks' | 'buildings'>
}

/** What requests for commutes have in common: where a place is, and for whom the router computes them. */
export function createCommuteRequests({ catalog, commuteTimes, university }: CommuteRequestsDeps) {
  const onCampus = new Map(campusPlaces(university).map((place) => [place.id, place]))

  return {
    /** The coordinates of a caller's place: as configured for one on campus, rounded for any other. */
    locate(place: Pick<CommutePlace, 'id' | 'latitude' | 'longitude'>): Coordinates {
      const known = onCampus.get(place.id)
      return known ? { latitude: known.latitude, longitude: known.longitude } : roundedCoordinates(place)
    },

    /**
     * Has the router compute the commutes to these places. Each one is billed, so for places that are not on campus the caller
     * has to be signed in; visitors get estimates.
     * @returns those that the router computes
     */
    requestRouting(commutes: readonly CommuteSelection[], isSignedIn: boolean): CommuteSelection[] {
      const routable = commutes.filter(
        (commute) =>
          commuteTimes.isRouted(commute.mode) &&
          !journeyOf(commute) &&
          (isSignedIn || onCampus.has(commute.placeId)),
      )
      for (const { destination, mode } of routable) commuteTimes.request({ destination, mode })
      return routable
    },

    /** How many of the requested commutes the router has returned so far; nothing where none was requested. */
    routingOf(requested: readonly CommuteSelection[]): { routing?: { routed: number; total: number } } {
      if (requested.length === 0) return {}
      const counts = requested.map((commute) => catalog.routedCommutes(commute))
      const sumOf = (name: 'routed' | 'total') => counts.reduce((sum, count) => sum + count[name], 0)
      return { routing: { routed: sumOf('routed'), total: sumOf('total') } }
    },
  }
}
