import {
  catalogChanged,
  type computeTravelTimes as job,
  type PayloadOf,
  routeTravelTimes,
} from '@offquad/contracts'
import { type Events, type Jobs } from '@offquad/service-kit'
import { type KnownTravelTimes, type Coordinates, TRAVEL_LEGS } from '../entities'
import { type TravelTimeEstimator } from './estimate-travel-times'
import { type Router } from './router'
import { CURRENT_METHODS, ESTIMATE_METHOD } from './travel-time-methods'

export interface TravelTimesDeps {
  places: {
    findPending(id: string): Promise<Coordinates | undefined>
    findOutdated(id: string, methods: readonly string[]): Promise<Coordinates | undefined>
    saveTravelTimes(
      id: string,
      place: Coordinates,
      change: { travelTimes: KnownTravelTimes; kept: readonly string[] },
    ): Promise<boolean>
  }
  estimator: TravelTimeEstimator
  /** Absent: none is configured. */
  router: Pick<Router, 'id'> | undefined
  events: Pick<Events, 'publish'>
  jobs: Pick<Jobs, 'addBulk'>
  log: { warn(fields: object, message: string): void }
}

/**
 * Stores estimated travel times of an apartment that was created or moved, or whose estimate is of an older version. They
 * need nobody, so they are there at once; those of a router replace them later.
 */
export async function computeTravelTimes(
  { places, estimator, router, events, jobs, log }: TravelTimesDeps,
  { apartmentId }: PayloadOf<typeof job>,
): Promise<void> {
  const place =
    (await places.findPending(apartmentId)) ?? (await places.findOutdated(apartmentId, CURRENT_METHODS))
  if (!place) return
  const travelTimes = {
    ...estimator.estimateFrom(place),
    method: ESTIMATE_METHOD,
    estimatedLegs: [...TRAVEL_LEGS],
  }
  // An apartment that moved meanwhile is still pending: the write that moved it has requested another run.
  if (!(await places.saveTravelTimes(apartmentId, place, { travelTimes, kept: CURRENT_METHODS }))) return
  await events.publish(catalogChanged, { apartmentIds: [apartmentId], landlordIds: [] })
  if (!router) return
  jobs
    .addBulk(routeTravelTimes, [{ apartmentId }], () => apartmentId)
    .catch((err: unknown) => log.warn({ err }, 'routed travel times not requested, the sweep will do it'))
}
