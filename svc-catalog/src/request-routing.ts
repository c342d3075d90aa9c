import { isMyPlaceId } from '@offquad/contracts'
import { type Catalog, type CommuteSelection, type CommuteTimes, journeyOf } from './catalog'

interface RoutingDeps {
  catalog: Pick<Catalog, 'routedCommutes'>
  commuteTimes: Pick<CommuteTimes, 'isRouted' | 'request'>
}

/**
 * Has the router compute the commutes to these places. Each one is billed, so for personal places the caller has to be signed
 * in; visitors get estimates.
 */
export function requestRouting(
  { commuteTimes, isSignedIn }: Pick<RoutingDeps, 'commuteTimes'> & { isSignedIn: boolean },
  commutes: readonly CommuteSelection[],
): void {
  for (const commute of commutes) {
    const { placeId, destination, mode } = commute
    if (journeyOf(commute)) continue
    if (isSignedIn || !isMyPlaceId(placeId)) commuteTimes.request({ destination, mode })
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
