import { type Readable } from 'node:stream'
import { waitingReviewsChanged, type WaitingReviews } from '@offquad/contracts'
import { createEventStreams, type Events, type Exchange } from '@offquad/service-kit'
import { type ReviewsRepository } from '../reviews/reviews.repository'

interface WaitingDeps {
  reviews: Pick<ReviewsRepository, 'countByStatus'>
  events: Pick<Events, 'subscribe'>
  log: { warn(fields: object, message: string): void }
}

// Shorter than the lifetime of an administrator's token and the gateway's timeout.
const STREAM_LIFE_MS = 4 * 60_000
const HEARTBEAT_MS = 10_000
/** Throttles the stream: at most one message in this time. */
const SPACING_MS = 500

/** Streams the number of waiting reviews to administrators, after every change that any instance publishes. */
export function watchWaitingReviews({ reviews, events, log }: WaitingDeps) {
  const streams = createEventStreams<WaitingReviews>({ lifeMs: STREAM_LIFE_MS, heartbeatMs: HEARTBEAT_MS })
  let timer: NodeJS.Timeout | undefined
  const logFailure = (err: unknown) => log.warn({ err }, 'waiting reviews could not be sent to open streams')

  async function count(): Promise<WaitingReviews> {
    const [reported, pending] = await Promise.all([
      reviews.countByStatus('REPORTED'),
      reviews.countByStatus('PENDING'),
    ])
    return { reported, pending }
  }

  async function send(): Promise<void> {
    timer = undefined
    streams.send(await count())
  }

  // Not awaited: Redis may be unavailable. A new stream begins with the current numbers.
  events
    .subscribe(waitingReviewsChanged, () => {
      if (streams.count > 0) timer ??= setTimeout(() => void send().catch(logFailure), SPACING_MS)
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
