import { computeTravelTimes } from '@offquad/contracts'
import { type Jobs } from '@offquad/service-kit'

export type EnqueueTravelTimes = (apartmentIds: string[]) => void

/** Enqueues the computation of travel times. Not awaited, as Redis may be unavailable; the sweep makes up for a lost message. */
export function createTravelTimesEnqueuer(
  jobs: Pick<Jobs, 'addBulk'>,
  log: { warn(fields: object, message: string): void },
): EnqueueTravelTimes {
  return (apartmentIds) => {
    if (apartmentIds.length === 0) return
    jobs
      .addBulk(
        computeTravelTimes,
        apartmentIds.map((apartmentId) => ({ apartmentId })),
      )
      .catch((err: unknown) => log.warn({ err }, 'travel times not enqueued, the sweep will do it'))
  }
}
