import { campusPlaces, type CommutePlace, roundedCoordinates, type University } from '@offquad/contracts'
import { type Catalog, type CommuteSelection, type CommuteTimes } from '../catalog/catalog'
import { type Coordinates, travelLegOf } from '../catalog/entities'

interface CommuteRequestsDeps {
  catalog: Pick<Catalog, 'routedCommutes'>
  commuteTimes: Pick<CommuteTimes, 'isRouted' | 'request'>
  university: Pick<University, 'landmarks' | 'buildings'>
}

/** Shared by requests for commutes: locates places, and decides for which callers the router computes commutes. */
export function createCommuteRequests({ catalog, commuteTimes, university }: CommuteRequestsDeps) {
  const onCampus = new Map(campusPlaces(university).map((place) => [place.id, place]))

  return {
    /** The coordinates of a caller's place: as configured for campus places, rounded for others. */
    locate(place: Pick<CommutePlace, 'id' | 'latitude' | 'longitude'>): Coordinates {
      const campus = onCampus.get(place.id)
      return campus ? { latitude: campus.latitude, longitude: campus.longitude } : roundedCoordinates(place)
    },

    /**
     * Requests the router to compute the commutes to these places. Each is billed, so for places off campus the caller has to
     * be signed in; visitors get estimates.
     * @returns the commutes that the router computes
     */
    requestRouting(commutes: readonly CommuteSelection[], isSignedIn: boolean): CommuteSelection[] {
      const routable = commutes.filter(
        (commute) =>
          commuteTimes.isRouted(commute.mode) &&
          !travelLegOf(commute) &&
          (isSignedIn || onCampus.has(commute.placeId)),
      )
      for (const { destination, mode } of routable) commuteTimes.request({ destination, mode })
      return routable
    },

    /** Number of requested commutes that the router has returned so far; absent if none was requested. */
    routingOf(requested: readonly CommuteSelection[]): { routing?: { routed: number; total: number } } {
      if (requested.length === 0) return {}
      const counts = requested.map((commute) => catalog.routedCommutes(commute))
      const sumOf = (name: 'routed' | 'total') => counts.reduce((sum, count) => sum + count[name], 0)
      return { routing: { routed: sumOf('routed'), total: sumOf('total') } }
    },
  }
}
