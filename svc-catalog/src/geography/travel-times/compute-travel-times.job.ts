import {
  catalogChanged,
  computeTravelTimes as computeTravelTimesJob,
  type PayloadOf,
  routeTravelTimes,
} from '@offquad/contracts'
import { type Jobs } from '@offquad/service-kit'
import { TRAVEL_LEGS } from '../../catalog/entities'
import { routedMethodOf, type Router } from '../router'
import { ESTIMATE_METHOD, estimateTravelTimes } from './estimate-travel-times'
import { type RoutingDeps } from './route-travel-times.job'

/** Methods whose times an estimate never replaces. */
const CURRENT_METHODS = [ESTIMATE_METHOD, routedMethodOf('google'), routedMethodOf('osrm')] as const

interface TravelTimesDeps extends Omit<RoutingDeps, 'router' | 'pauses'> {
  /** undefined: none is configured. */
  router: Pick<Router, 'id'> | undefined
  jobs: Pick<Jobs, 'addBulk'>
}

/**
 * Stores estimated travel times of an apartment that was created or moved, or whose estimate is outdated. Estimates need no
 * provider, so they are available at once; times of a router replace them later.
 */
export async function computeTravelTimes(
  { places, university, router, events, jobs, now, log }: TravelTimesDeps,
  { apartmentId }: PayloadOf<typeof computeTravelTimesJob>,
): Promise<void> {
  const place =
    (await places.findPending(apartmentId)) ??
    (await places.findOutdated(apartmentId, CURRENT_METHODS, now()))
  if (!place) return
  const travelTimes = {
    ...estimateTravelTimes(place, university),
    method: ESTIMATE_METHOD,
    estimatedLegs: [...TRAVEL_LEGS],
  }
  // An apartment that moved meanwhile is still pending: the write that moved it has enqueued another run.
  if (!(await places.saveTravelTimes(apartmentId, place, { travelTimes, kept: CURRENT_METHODS }))) return
  await events.publish(catalogChanged, { apartmentIds: [apartmentId], landlordIds: [] })
  if (!router) return
  jobs
    .addBulk(routeTravelTimes, [{ apartmentId }], () => apartmentId)
    .catch((err: unknown) => log.warn({ err }, 'routed travel times not enqueued, left to the sweep'))
}

/** Enqueues the computation of travel times. Not awaited, as Redis may be unavailable; the sweep makes up for a lost message. */
export function enqueueTravelTimes(
  { jobs, log }: Pick<TravelTimesDeps, 'jobs' | 'log'>,
  apartmentIds: string[],
): void {
  if (apartmentIds.length === 0) return
  jobs
    .addBulk(
      computeTravelTimesJob,
      apartmentIds.map((apartmentId) => ({ apartmentId })),
    )
    .catch((err: unknown) => log.warn({ err }, 'travel times not enqueued, left to the sweep'))
}

type MissingTravelTimesDeps = TravelTimesDeps & RoutingDeps

const APARTMENTS_AT_ONCE = 500

/**
 * Computes travel times that are missing because a message was lost or has failed, and outdated estimates; enqueues
 * apartments that have not been routed yet.
 */
export async function computeMissingTravelTimes(deps: MissingTravelTimesDeps): Promise<void> {
  const { places, router, pauses, jobs, now, log } = deps
  const ids = [
    ...(await places.listIdsOfPending(APARTMENTS_AT_ONCE)),
    ...(await places.listIdsOfOutdated(CURRENT_METHODS, APARTMENTS_AT_ONCE, now())),
  ]
  for (const apartmentId of ids) {
    try {
      await computeTravelTimes(deps, { apartmentId })
    } catch (err) {
      // A failure must not hold up the other apartments.
      log.warn({ err, apartmentId }, 'travel times not computed')
    }
  }
  if (!router || (await pauses.find('routing', router, now()))) return
  const unrouted = await places.listIdsOfOutdated([routedMethodOf(router.id)], APARTMENTS_AT_ONCE, now())
  if (unrouted.length === 0) return
  await jobs.addBulk(
    routeTravelTimes,
    unrouted.map((apartmentId) => ({ apartmentId })),
    ({ apartmentId }) => apartmentId,
  )
}
