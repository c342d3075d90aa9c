import './reviews.css'
import { oftenSaid, type Opinion, TOPIC_TEXTS, type TopicCounts } from '@offquad/contracts'
import { type ReviewFilterState } from './review-filter'

const MOST_TOPICS = 3

interface TopicSummaryProps extends ReviewFilterState {
  topics: readonly TopicCounts[]
}

/** What reviews often praise and criticize. Each is a button that lists the reviews that say so, or all of them again. */
export function TopicSummary(props: TopicSummaryProps) {
  return (
    <div className="reviews-topics offquad-cluster">
      <Topics {...props} label="Often praised" opinion="praised" />
      <Topics {...props} label="Often criticized" opinion="criticised" />
    </div>
  )
}

interface TopicsProps extends TopicSummaryProps {
  label: string
  opinion: Opinion
}

function Topics({ label, opinion, topics, filter: { topicFilter: selected }, change }: TopicsProps) {
  const often = oftenSaid(topics, opinion).slice(0, MOST_TOPICS)
  if (often.length === 0) return null
  return (
    <ul aria-label={label}>
      {often.map(({ topic, [opinion]: count }) => {
        const isSelected = selected?.topic === topic && selected.opinion === opinion
        return (
          <li key={topic}>
            <button
              type="button"
              className={`reviews-topic offquad-${opinion}`}
              aria-pressed={isSelected}
              onClick={() => change({ topicFilter: isSelected ? undefined : { topic, opinion } })}
            >
              {TOPIC_TEXTS[topic][opinion]} ({count})
            </button>
          </li>
        )
      })}
    </ul>
  )
}
