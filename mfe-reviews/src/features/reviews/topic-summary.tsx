import './reviews.css'
import { type TopicCounts } from '@offquad/contracts'
import { OpinionText } from '@offquad/ui'
import { saidOfTopics } from '../../components/topics'
import { type ReviewFilterState } from './review-filter'

interface TopicSummaryProps extends ReviewFilterState {
  topics: readonly TopicCounts[]
  /** The number of reviews. */
  total: number
}

/** Common opinions with their numbers of reviews. Each is a button that lists these reviews, or all of them again. */
export function TopicSummary({
  topics,
  total,
  filter: { topicFilter: selected },
  change,
}: TopicSummaryProps) {
  const opinions = saidOfTopics(topics)
  if (opinions.length === 0) return <div className="reviews-topics" />
  return (
    <ul className="reviews-topics offquad-scroll-row offquad-cluster" aria-label="Often mentioned">
      {opinions.map(({ topic, opinion, ...text }) => {
        const isSelected = selected?.topic === topic && selected.opinion === opinion
        return (
          <li key={topic + opinion}>
            <button
              type="button"
              className={`reviews-topic offquad-tag offquad-${opinion}`}
              title={`${text.count} of ${total} reviews`}
              aria-pressed={isSelected}
              onClick={() => change({ topicFilter: isSelected ? undefined : { topic, opinion } })}
            >
              <OpinionText opinion={opinion} {...text} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
