import { sweepPhotoUse } from '@offquad/contracts'
import { type Jobs } from '@offquad/service-kit'

interface Log {
  warn(fields: object, message: string): void
}

/** Asks the worker to tell of photos. Nobody waits for it, as Redis may be away; a lost request is found by the sweep. */
export function createPhotoUseRequest(jobs: Pick<Jobs, 'add'>, log: Log): () => void {
  return () => {
    jobs
      .add(sweepPhotoUse, {})
      .catch((err: unknown) => log.warn({ err }, 'photos not told of, the sweep will do it'))
  }
}
