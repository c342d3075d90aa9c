import { oftenSaid, type Opinion, OPINIONS, TOPIC_TEXTS, type TopicCounts } from '@offquad/contracts'

export interface SaidTopic extends TopicCounts {
  /** 'heating'; of one on which reviews agree what they say of it: 'quiet'. */
  label: string
  /** The opinions that reviews have of it. */
  opinions: Opinion[]
}

/** What reviews often talk about, most mentioned first, each topic once, whether they agree on it or not. */
export function saidTopics(topics: readonly TopicCounts[] = []): SaidTopic[] {
  const often = OPINIONS.flatMap((opinion) => oftenSaid(topics, opinion))
  return topics
    .filter((topic) => often.includes(topic))
    .map((counts) => {
      const opinions = OPINIONS.filter((opinion) => counts[opinion] > 0)
      const [opinion = 'praised'] = opinions
      const label =
        opinions.length > 1
          ? (NAMES[counts.topic] ?? TOPIC_TEXTS[counts.topic].criticised)
          : TOPIC_TEXTS[counts.topic][opinion]
      return { ...counts, label, opinions }
    })
}

/** Of criticism it is the thing itself, but for these. */
const NAMES: Partial<Record<TopicCounts['topic'], string>> = { maintenance: 'repairs', replies: 'replies' }

const VERBS: Record<Opinion, [one: string, several: string]> = {
  praised: ['praises', 'praise'],
  criticised: ['criticizes', 'criticize'],
}

/** '2 praise', '2 of 9 praise' */
export function opinionText(counts: TopicCounts, opinion: Opinion, total?: number): string {
  const { [opinion]: count } = counts
  return `${count}${total === undefined ? '' : ` of ${total}`} ${VERBS[opinion][count === 1 ? 0 : 1]}`
}
