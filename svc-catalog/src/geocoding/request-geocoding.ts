import { sweepGeocoding } from '@offquad/contracts'
import { type Jobs } from '@offquad/service-kit'

interface Log {
  warn(fields: object, message: string): void
}

/** Has the worker look for addresses that are due. No one waits for it, as Redis may be away; the next sweep finds them. */
export function createGeocodingRequest(jobs: Pick<Jobs, 'add'>, log: Log): () => void {
  return () => {
    jobs
      .add(sweepGeocoding, {}, { deduplication: { id: sweepGeocoding.queue } })
      .catch((err: unknown) => log.warn({ err }, 'geocoding not requested, the sweep will do it'))
  }
}
