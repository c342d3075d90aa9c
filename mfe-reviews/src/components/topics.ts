import { oftenSaid, OPINIONS, opinionsOn, type TopicCounts } from '@offquad/contracts'

const MOST_TOPICS = 3

/** Opinions of reviews on the topics that they mention most often. */
export function saidOfTopics(topics: readonly TopicCounts[] = []) {
  const often = OPINIONS.flatMap((opinion) => oftenSaid(topics, opinion))
  return topics
    .filter((topic) => often.includes(topic))
    .slice(0, MOST_TOPICS)
    .flatMap(opinionsOn)
}
