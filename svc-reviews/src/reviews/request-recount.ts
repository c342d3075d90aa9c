import { recountReviews } from '@offquad/contracts'
import { type Jobs } from '@offquad/service-kit'

interface Log {
  warn(fields: object, message: string): void
}

export type RequestRecount = () => void

/**
 * Tells the worker that an outbox was filled. Nobody waits for it, as Redis may be away: at most one message is under
 * way, and what was written meanwhile is told with the next one. Should this process die first, the sweep finds it.
 */
export function createRecountRequest(jobs: Pick<Jobs, 'add'>, log: Log): RequestRecount {
  let isWanted = false
  let isSending = false

  async function send(): Promise<void> {
    while (isWanted) {
      isWanted = false
      await jobs.add(recountReviews, {}, { deduplication: { id: recountReviews.queue } })
    }
  }

  return () => {
    isWanted = true
    if (isSending) return
    isSending = true
    send()
      .catch((err: unknown) => log.warn({ err }, 'recount not requested, the sweep will do it'))
      .finally(() => (isSending = false))
  }
}
