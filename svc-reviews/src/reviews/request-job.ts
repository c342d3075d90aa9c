import { type flagReviews, type recountReviews } from '@offquad/contracts'
import { type Jobs } from '@offquad/service-kit'

interface Log {
  warn(fields: object, message: string): void
}

export type RequestJob = () => void

/**
 * Requests a job that does whatever the database says is due. Nobody waits for it, as Redis may be unavailable: at most
 * one message is under way, and requests made meanwhile are sent with the next one. Should this process die first, the
 * sweep does the work.
 */
export function createJobRequest(
  jobs: Pick<Jobs, 'add'>,
  contract: typeof recountReviews | typeof flagReviews,
  log: Log,
): RequestJob {
  let isRequested = false
  let isSending = false

  async function send(): Promise<void> {
    while (isRequested) {
      isRequested = false
      await jobs.add(contract, {}, { deduplication: { id: contract.queue } })
    }
  }

  return () => {
    isRequested = true
    if (isSending) return
    isSending = true
    send()
      .catch((err: unknown) =>
        log.warn({ err, queue: contract.queue }, 'job not requested, the sweep will do its work'),
      )
      .finally(() => (isSending = false))
  }
}
