import { computeTravelTimes, type TravelTimesDeps } from './compute-travel-times.job'

interface MissingTravelTimesDeps extends TravelTimesDeps {
  log: { warn(fields: object, message: string): void }
}

const APARTMENTS_AT_ONCE = 500

/** Computes whatever is still missing because a request for it was lost or has failed for good. */
export async function computeMissingTravelTimes(deps: MissingTravelTimesDeps): Promise<void> {
  for (const apartmentId of await deps.places.listIdsOfPending(APARTMENTS_AT_ONCE)) {
    try {
      await computeTravelTimes(deps, { apartmentId })
    } catch (err) {
      // One place nobody can compute must not hold up the others.
      deps.log.warn({ err, apartmentId }, 'travel times not computed')
    }
  }
}
