import './reviews.css'
import { oftenSaid, type Opinion, TOPIC_TEXTS, type TopicCounts } from '@offquad/contracts'
import { useId } from 'react'
import { type ReviewFilterState, type TopicOpinion } from './review-filter'

const MOST_TOPICS = 5

interface TopicSummaryProps extends ReviewFilterState {
  topics: readonly TopicCounts[]
}

/** What reviews often praise and criticize. Each is a button that lists the reviews that say so, or all of them again. */
export function TopicSummary({ topics, filter, change }: TopicSummaryProps) {
  const id = useId()
  const [praised, criticised] = [oftenSaid(topics, 'praised'), oftenSaid(topics, 'criticised')]
  if (praised.length + criticised.length === 0) return null
  const row = {
    selected: filter.topicFilter,
    onSelect: (topicFilter?: TopicOpinion) => change({ topicFilter }),
  }
  return (
    <section className="reviews-topics" aria-labelledby={id}>
      <h3 id={id}>What students say</h3>
      <TopicRow {...row} label="Often praised" opinion="praised" topics={praised.slice(0, MOST_TOPICS)} />
      <TopicRow
        {...row}
        label="Often criticized"
        opinion="criticised"
        topics={criticised.slice(0, MOST_TOPICS)}
      />
    </section>
  )
}

interface TopicRowProps {
  label: string
  opinion: Opinion
  topics: TopicCounts[]
  selected: TopicOpinion | undefined
  onSelect: (topicFilter?: TopicOpinion) => void
}

function TopicRow({ label, opinion, topics, selected, onSelect }: TopicRowProps) {
  const id = useId()
  if (topics.length === 0) return null
  return (
    <div className="reviews-topics-row">
      <p id={id}>{label}:</p>
      <ul aria-labelledby={id}>
        {topics.map(({ topic, [opinion]: count }) => {
          const isSelected = selected?.topic === topic && selected.opinion === opinion
          return (
            <li key={topic}>
              <button
                type="button"
                className={`offquad-disclosure-button ${isSelected ? 'offquad-disclosure-set' : ''}`}
                aria-pressed={isSelected}
                onClick={() => onSelect(isSelected ? undefined : { topic, opinion })}
              >
                {TOPIC_TEXTS[topic][opinion]} ({count})
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
