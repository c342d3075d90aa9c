import './reviews.css'
import { type TopicCounts } from '@offquad/contracts'
import { OpinionText } from '@offquad/ui'
import { saidOfTopics } from '../../components/topics'
import { type ReviewFilterState } from './review-filter'

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
  const said = saidOfTopics(topics)
  if (said.length === 0) return <div className="reviews-topics" />
  return (
    <ul className="reviews-topics offquad-scroll-row offquad-cluster" aria-label="Often mentioned">
      {said.map(({ topic, opinion, ...said }) => {
        const isSelected = selected?.topic === topic && selected.opinion === opinion
        return (
          <li key={topic + opinion}>
            <button
              type="button"
              className={`reviews-topic offquad-tag offquad-${opinion}`}
              title={`${said.count} of ${total} reviews`}
              aria-pressed={isSelected}
              onClick={() => change({ topicFilter: isSelected ? undefined : { topic, opinion } })}
            >
              <OpinionText opinion={opinion} {...said} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
