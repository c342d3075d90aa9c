import { type Static, Type } from 'typebox'
import { lookUp } from '../look-up'

/** Topics of reviews. At most 31 together with the amenities, as the search index stores them as bits of a number. */
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

/** Opinions of reviews on a topic. */
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

/** Numbers of reviews that praise and that criticize a topic; a review that does both counts twice. */
export const TopicCounts = Type.Object({
  topic: ReviewTopic,
  praised: Type.Integer({ minimum: 0 }),
  criticised: Type.Integer({ minimum: 0 }),
})
export type TopicCounts = Static<typeof TopicCounts>

/** "Often" needs at least two reviews. */
const LEAST_OFTEN = 2

/**
 * The topics that several reviews praise or criticize, most frequent first. Omits topics that only a newer service knows,
 * which have no label and no filter on pages.
 */
export const oftenSaid = (topics: readonly TopicCounts[], opinion: Opinion): TopicCounts[] =>
  topics
    .filter(({ topic, [opinion]: count }) => count >= LEAST_OFTEN && lookUp(TOPIC_TEXTS, topic))
    .toSorted((a, b) => b[opinion] - a[opinion])

/** The opinions on a topic: their labels, and the number of reviews with each. */
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
