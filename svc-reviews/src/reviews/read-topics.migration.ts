import { isDeepStrictEqual } from 'node:util'
import { VISIBLE_STATUSES } from '@offquad/contracts'
import { LEXICON_VERSION } from '@offquad/review-topics'
import { type Migration } from '@offquad/service-kit'
import { topicsOfText } from './review-topics.repository'
import { type FoundTopics, type StoredReview } from './stored-review'

interface ReadReview extends Pick<StoredReview, 'reviewText' | 'status'> {
  _id: string
  topics?: FoundTopics
  changedAt: Date
}

const EARLIER_LEXICONS = Array.from({ length: LEXICON_VERSION - 1 }, (_, index) => index + 1)

/**
 * Finds the topics of visible reviews that no worker has read, that were read with an earlier lexicon, or that a process
 * without topics has changed. For other reviews, the delivery of the outbox entry that made them visible finds the topics.
 */
export const readTopics: Migration<ReadReview> = {
  id: `review-topics-${LEXICON_VERSION}`,
  collection: 'reviews',
  pending: {
    status: { $in: [...VISIBLE_STATUSES] },
    // null also matches absent fields.
    'topics.lexicon': { $in: [null, ...EARLIER_LEXICONS] as never },
  },
  migrate({ reviewText, status, topics: stored }) {
    if (!VISIBLE_STATUSES.includes(status)) return undefined
    const topics = topicsOfText(reviewText)
    return isDeepStrictEqual(stored, topics) ? undefined : { unless: { reviewText }, set: { topics } }
  },
}
