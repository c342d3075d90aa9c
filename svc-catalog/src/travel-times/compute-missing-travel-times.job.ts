import { routeTravelTimes } from '@offquad/contracts'
import { computeTravelTimes, type TravelTimesDeps } from './compute-travel-times.job'
import { type RoutingDeps } from './route-travel-times.job'
import { CURRENT_METHODS, routedMethodOf } from './travel-time-methods'

type MissingTravelTimesDeps = TravelTimesDeps &
  RoutingDeps & { places: { listIdsOfPending(most: number): Promise<string[]> } }

const APARTMENTS_AT_ONCE = 500

/**
 * Computes what is still missing because a request for it was lost or has failed for good, and what an older version has
 * estimated; queues what the router has not answered yet.
 */
export async function computeMissingTravelTimes(deps: MissingTravelTimesDeps): Promise<void> {
  const { places, router, pauses, jobs, log } = deps
  const ids = [
    ...(await places.listIdsOfPending(APARTMENTS_AT_ONCE)),
    ...(await places.listIdsOfOutdated(CURRENT_METHODS, APARTMENTS_AT_ONCE)),
  ]
  for (const apartmentId of ids) {
    try {
      await computeTravelTimes(deps, { apartmentId })
    } catch (err) {
      // One place that cannot be computed must not hold up the others.
      log.warn({ err, apartmentId }, 'travel times not computed')
    }
  }
  if (!router || (await pauses.find('routing', router))) return
  const unrouted = await places.listIdsOfOutdated([routedMethodOf(router.id)], APARTMENTS_AT_ONCE)
  if (unrouted.length === 0) return
  await jobs.addBulk(
    routeTravelTimes,
    unrouted.map((apartmentId) => ({ apartmentId })),
    ({ apartmentId }) => apartmentId,
  )
}
