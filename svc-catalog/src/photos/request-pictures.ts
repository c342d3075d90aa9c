import { sweepListingPictures } from '@offquad/contracts'
import { type Jobs } from '@offquad/service-kit'

interface Log {
  warn(fields: object, message: string): void
}

/** Has the worker look for pictures that are due. No one waits for it, as Redis may be away; the next sweep finds them. */
export function createPicturesRequest(jobs: Pick<Jobs, 'add'>, log: Log): () => void {
  return () => {
    jobs
      .add(sweepListingPictures, {}, { deduplication: { id: sweepListingPictures.queue } })
      .catch((err: unknown) => log.warn({ err }, 'pictures not requested, the sweep will do it'))
  }
}
