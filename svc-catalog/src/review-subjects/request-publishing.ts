import { publishReviewSubjects } from '@offquad/contracts'
import { type Jobs } from '@offquad/service-kit'

interface Log {
  warn(fields: object, message: string): void
}

/** Has the worker publish new apartments and landlords. No one waits for it, as Redis may be away; the sweep finds a lost request. */
export function createSubjectsPublishing(jobs: Pick<Jobs, 'add'>, log: Log): () => void {
  return () => {
    jobs
      .add(publishReviewSubjects, {}, { deduplication: { id: publishReviewSubjects.queue } })
      .catch((err: unknown) =>
        log.warn({ err }, 'apartments and landlords not published, the sweep will do it'),
      )
  }
}
