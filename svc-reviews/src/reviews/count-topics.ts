import { type Opinion, REVIEW_TOPICS, type ReviewTopic, type TopicCounts } from '@offquad/contracts'

/**
 * How many reviews praise and criticize each topic, most mentioned first, then in the order of the topics.
 * @param reviews the topics of each; undefined if no worker has read it
 */
export function countTopics(
  reviews: readonly (Record<Opinion, readonly ReviewTopic[]> | undefined)[],
): TopicCounts[] {
  const counts = new Map(REVIEW_TOPICS.map((topic) => [topic, { topic, praised: 0, criticised: 0 }]))
  const count = (topics: readonly ReviewTopic[] = [], opinion: Opinion) => {
    for (const topic of topics) {
      // A newer version may have stored topics that this one does not know.
      const known = counts.get(topic)
      if (known) known[opinion] += 1
    }
  }
  for (const review of reviews) {
    count(review?.praised, 'praised')
    count(review?.criticised, 'criticised')
  }
  const mentions = ({ praised, criticised }: TopicCounts) => praised + criticised
  return [...counts.values()]
    .filter((topic) => mentions(topic) > 0)
    .sort((one, other) => mentions(other) - mentions(one))
}
