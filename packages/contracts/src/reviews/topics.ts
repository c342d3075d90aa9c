import { type Static, Type } from 'typebox'
import { lookUp } from '../look-up'

/** What reviews talk about. With the amenities at most 31, which the search index keeps as the bits of a number. */
export const REVIEW_TOPICS = [
  'heat',
  'water',
  'noise',
  'pests',
  'mould',
  'parking',
  'laundry',
  'internet',
  'maintenance',
  'deposit',
  'replies',
  'safety',
  'walls',
  'kitchen',
  'light',
  'neighbours',
] as const
export const ReviewTopic = Type.Enum([...REVIEW_TOPICS])
export type ReviewTopic = Static<typeof ReviewTopic>

/** What a review can say of a topic. */
export const OPINIONS = ['praised', 'criticised'] as const
export const Opinion = Type.Enum([...OPINIONS])
export type Opinion = Static<typeof Opinion>

const either = (text: string): Record<Opinion, string> => ({ praised: text, criticised: text })

/** The label of praise and of criticism of each topic, as part of a sentence: "Often praised: quiet (9)". */
export const TOPIC_TEXTS: Record<ReviewTopic, Record<Opinion, string>> = {
  heat: either('heating'),
  water: either('water'),
  noise: { praised: 'quiet', criticised: 'noise' },
  pests: { praised: 'no pests', criticised: 'pests' },
  mould: { praised: 'no mold', criticised: 'mold' },
  parking: either('parking'),
  laundry: either('laundry'),
  internet: either('internet'),
  maintenance: { praised: 'quick repairs', criticised: 'slow repairs' },
  deposit: either('deposit'),
  replies: either('landlord’s replies'),
  safety: either('safety'),
  walls: either('walls'),
  kitchen: either('kitchen'),
  light: either('light'),
  neighbours: either('neighbors'),
}

/** How many reviews praise a topic and how many criticize it; one that does both counts for both. */
export const TopicCounts = Type.Object({
  topic: ReviewTopic,
  praised: Type.Integer({ minimum: 0 }),
  criticised: Type.Integer({ minimum: 0 }),
})
export type TopicCounts = Static<typeof TopicCounts>

/** What a single review says does not count as often. */
const LEAST_OFTEN = 2

/**
 * The topics that several reviews praise or criticize, the most frequent first. Without topics that only a newer service
 * knows: they have no label, and pages could not filter by them.
 */
export const oftenSaid = (topics: readonly TopicCounts[], opinion: Opinion): TopicCounts[] =>
  topics
    .filter(({ topic, [opinion]: count }) => count >= LEAST_OFTEN && lookUp(TOPIC_TEXTS, topic))
    .toSorted((one, other) => other[opinion] - one[opinion])

/** What reviews say of a topic: the labels of its opinions, with how many reviews have each. */
export const opinionsOn = ({ topic, ...counts }: TopicCounts) =>
  OPINIONS.map((opinion) => ({
    topic,
    opinion,
    text: TOPIC_TEXTS[topic][opinion],
    count: counts[opinion],
  })).filter(({ count }) => count > 0)

export const TopicList = Type.Array(TopicCounts, {
  maxItems: REVIEW_TOPICS.length,
  description:
    'What the publicly visible reviews talk about, most mentioned first; topics that none mentions are left out',
})
