import { computeTravelTimes } from '@offquad/contracts'
import { type Jobs } from '@offquad/service-kit'

interface Log {
  warn(fields: object, message: string): void
}

export type RequestTravelTimes = (apartmentIds: string[]) => void

/** Asks the worker for travel times. Nobody waits for it, as Redis may be away; a lost request is found by the sweep. */
export function createTravelTimesRequest(jobs: Pick<Jobs, 'addBulk'>, log: Log): RequestTravelTimes {
  return (apartmentIds) => {
    if (apartmentIds.length === 0) return
    jobs
      .addBulk(
        computeTravelTimes,
        apartmentIds.map((apartmentId) => ({ apartmentId })),
      )
      .catch((err: unknown) => log.warn({ err }, 'travel times not requested, the sweep will do it'))
  }
}
