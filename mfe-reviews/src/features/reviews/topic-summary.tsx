import './reviews.css'
import { type Opinion, type TopicCounts } from '@offquad/contracts'
import { opinionText, saidTopics } from '../../components/topics'
import { type ReviewFilterState } from './review-filter'

const MOST_TOPICS = 3

interface TopicSummaryProps extends ReviewFilterState {
  topics: readonly TopicCounts[]
  /** How many reviews there are. */
  total: number
}

/** What reviews often say, with how many say so. Each is a button that lists these reviews, or all of them again. */
export function TopicSummary({
  topics,
  total,
  filter: { topicFilter: selected },
  change,
}: TopicSummaryProps) {
  const said = saidTopics(topics).slice(0, MOST_TOPICS)
  if (said.length === 0) return <div className="reviews-topics" />
  const buttonOf = (topic: TopicCounts['topic'], opinion: Opinion, text: string, label?: string) => {
    const isSelected = selected?.topic === topic && selected.opinion === opinion
    return (
      <button
        key={opinion}
        type="button"
        className={`reviews-topic offquad-tag offquad-${opinion}`}
        aria-label={label}
        aria-pressed={isSelected}
        onClick={() => change({ topicFilter: isSelected ? undefined : { topic, opinion } })}
      >
        {text}
      </button>
    )
  }
  return (
    <ul className="reviews-topics offquad-scroll-row offquad-cluster" aria-label="Often mentioned">
      {said.map(({ label, opinions, ...counts }) => {
        const { topic } = counts
        const [only = 'praised', other] = opinions
        return (
          <li key={topic}>
            {other
              ? [
                  `${label}: `,
                  ...opinions.map((opinion) => {
                    const text = opinionText(counts, opinion)
                    return buttonOf(topic, opinion, text, `${text} ${label}`)
                  }),
                ]
              : buttonOf(topic, only, `${label}: ${opinionText(counts, only, total)}`)}
          </li>
        )
      })}
    </ul>
  )
}
