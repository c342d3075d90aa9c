import { type Opinion, type PlacedReview, type ReviewTopic } from '@offquad/contracts'
import { findMentions, findTopics, LEXICON_VERSION } from '@offquad/review-topics'
import { type FoundTopics } from './stored-review'

/** The topics as stored with a review. */
export function topicsOfText(reviewText: string): FoundTopics {
  return { lexicon: LEXICON_VERSION, ...findTopics(reviewText) }
}

/** Where a text mentions a topic with one of these opinions, in order and without overlaps. */
export function passagesAbout(
  reviewText: string,
  { topic, opinions }: { topic: ReviewTopic; opinions: readonly Opinion[] },
): NonNullable<PlacedReview['mentions']> {
  const passages: NonNullable<PlacedReview['mentions']> = []
  for (const mention of findMentions(reviewText)) {
    if (mention.topic !== topic || !opinions.includes(mention.opinion)) continue
    const last = passages.at(-1)
    if (last && mention.start <= last.end) last.end = Math.max(last.end, mention.end)
    else passages.push({ start: mention.start, end: mention.end })
  }
  return passages
}
