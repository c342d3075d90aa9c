import { type Catalog, type CommuteSelection, type CommuteTimes, journeyOf } from '../catalog/catalog'
import { type PlaceLocator } from './campus-places'

interface RoutingDeps extends Pick<PlaceLocator, 'isOnCampus'> {
  commuteTimes: Pick<CommuteTimes, 'isRouted' | 'request'>
  isSignedIn: boolean
}

/**
 * Has the router compute the commutes to these places. Each one is billed, so for places that are not on campus the caller has
 * to be signed in; visitors get estimates.
 * @returns those that the router computes
 */
export function requestRouting(
  { commuteTimes, isOnCampus, isSignedIn }: RoutingDeps,
  commutes: readonly CommuteSelection[],
): CommuteSelection[] {
  const routable = commutes.filter(
    (commute) =>
      commuteTimes.isRouted(commute.mode) &&
      !journeyOf(commute) &&
      (isSignedIn || isOnCampus(commute.placeId)),
  )
  for (const { destination, mode } of routable) commuteTimes.request({ destination, mode })
  return routable
}

/** How many of the requested commutes the router has returned so far; nothing where none was requested. */
export function routingOf(
  catalog: Pick<Catalog, 'routedCommutes'>,
  requested: readonly CommuteSelection[],
): { routing?: { routed: number; total: number } } {
  if (requested.length === 0) return {}
  const counts = requested.map((commute) => catalog.routedCommutes(commute))
  const sumOf = (name: 'routed' | 'total') => counts.reduce((sum, count) => sum + count[name], 0)
  return { routing: { routed: sumOf('routed'), total: sumOf('total') } }
}
