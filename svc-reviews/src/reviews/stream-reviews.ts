import { Readable } from 'node:stream'
import { type Review, type ReviewStatus } from '@offquad/contracts'
import { type Caller, UnavailableError } from '@offquad/service-kit'
import { type PublicReviewsRepository } from './public-reviews.repository'
import { type PresentDeps, presentReviews } from './review.presenter'
import { type ReviewsRepository } from './reviews.repository'

interface StreamDeps {
  reviews: Pick<ReviewsRepository, 'readByStatus'>
  publicReviews: Pick<PublicReviewsRepository, 'findAllSharedBedrooms'> & Pick<PresentDeps, 'addressOf'>
}

interface Streamed {
  status: ReviewStatus
  caller: Caller
  /** Serializes a list of reviews as JSON. */
  serialize: (reviews: Review[]) => string
}

// Each stream reads all reviews of a status at the speed of its reader.
const MOST_STREAMS = 4
const RETRY_AFTER_SECONDS = 30

/**
 * Streams all reviews of a status while they are read, so that neither the database nor this process holds them all in
 * memory: 290,000 reviews are about 300 MB. Concurrent changes may or may not be included.
 */
export function createReviewStreams({ reviews, publicReviews }: StreamDeps) {
  let running = 0

  async function* write({ status, caller, serialize }: Streamed): AsyncGenerator<string> {
    yield '['
    const shared = await publicReviews.findAllSharedBedrooms()
    let separator = ''
    for await (const batch of reviews.readByStatus(status)) {
      const shown = await presentReviews(
        { ...publicReviews, findSharedBedrooms: async () => shared },
        batch,
        caller,
      )
      yield separator + serialize(shown).slice(1, -1)
      separator = ','
    }
    yield ']'
  }

  /** @throws UnavailableError while too many streams are open */
  return (streamed: Streamed): Readable => {
    if (running >= MOST_STREAMS)
      throw new UnavailableError(
        'too-many-lists',
        'Too many clients are reading all reviews right now. Please try again in half a minute, or read GET /api/reviews page by page.',
        RETRY_AFTER_SECONDS,
      )
    running += 1
    return Readable.from(write(streamed), { objectMode: false }).once('close', () => (running -= 1))
  }
}
