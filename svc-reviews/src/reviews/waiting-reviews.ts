import { waitingReviewsChanged, type WaitingReviews } from '@offquad/contracts'
import { createEventStreams, type Events, type Exchange } from '@offquad/service-kit'
import { type Readable } from 'node:stream'
import { type ReviewsRepository } from './reviews.repository'

interface WaitingDeps {
  reviews: Pick<ReviewsRepository, 'countByStatus'>
  events: Pick<Events, 'subscribe'>
  log: { warn(fields: object, message: string): void }
}

// Shorter than an administrator's token is good for, and than the gateway waits for more of an answer.
const STREAM_LIFE_MS = 4 * 60_000
const HEARTBEAT_MS = 10_000
/** However much happens, those who watch are told no more often. */
const SPACING_MS = 500

/** Tells administrators who watch how many reviews wait, whenever any instance of the service says that this changed. */
export function watchWaitingReviews({ reviews, events, log }: WaitingDeps) {
  const streams = createEventStreams<WaitingReviews>({ lifeMs: STREAM_LIFE_MS, heartbeatMs: HEARTBEAT_MS })
  let timer: NodeJS.Timeout | undefined
  const logFailure = (err: unknown) => log.warn({ err }, 'those who watch reviews are not told')

  async function count(): Promise<WaitingReviews> {
    const [reported, pending] = await Promise.all([
      reviews.countByStatus('REPORTED'),
      reviews.countByStatus('PENDING'),
    ])
    return { reported, pending }
  }

  async function tell(): Promise<void> {
    timer = undefined
    streams.send(await count())
  }

  // Not waited for: Redis may be away. Who asks anew is told the counts of then.
  events
    .subscribe(waitingReviewsChanged, () => {
      if (streams.count > 0) timer ??= setTimeout(() => void tell().catch(logFailure), SPACING_MS)
    })
    .catch(logFailure)

  return {
    open: async (exchange: Exchange): Promise<Readable> => streams.open(exchange, await count()),
    close() {
      clearTimeout(timer)
      streams.close()
    },
  }
}
