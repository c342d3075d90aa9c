import { type PlaceLocator } from './campus-places'
import { type Catalog, type CommuteSelection, type CommuteTimes, journeyOf } from './catalog'

interface RoutingDeps {
  catalog: Pick<Catalog, 'routedCommutes'>
  commuteTimes: Pick<CommuteTimes, 'isRouted' | 'request'>
}

interface RequestDeps extends Pick<RoutingDeps, 'commuteTimes'>, Pick<PlaceLocator, 'isOnCampus'> {
  isSignedIn: boolean
}

/**
 * Has the router compute the commutes to these places. Each one is billed, so for places that are not on campus the caller has
 * to be signed in; visitors get estimates.
 */
export function requestRouting(
  { commuteTimes, isOnCampus, isSignedIn }: RequestDeps,
  commutes: readonly CommuteSelection[],
): void {
  for (const commute of commutes) {
    const { placeId, destination, mode } = commute
    if (journeyOf(commute)) continue
    if (isSignedIn || isOnCampus(placeId)) commuteTimes.request({ destination, mode })
  }
}

/** How many of the commutes to these places the router has returned so far; undefined without a router. */
export function routingOf(
  { catalog, commuteTimes }: RoutingDeps,
  commutes: readonly CommuteSelection[],
): { routing?: { routed: number; total: number } } {
  const counts = commutes
    .filter(({ mode }) => commuteTimes.isRouted(mode))
    .map((commute) => catalog.routedCommutes(commute))
  if (counts.length === 0) return {}
  const sumOf = (name: 'routed' | 'total') => counts.reduce((sum, count) => sum + count[name], 0)
  return { routing: { routed: sumOf('routed'), total: sumOf('total') } }
}
