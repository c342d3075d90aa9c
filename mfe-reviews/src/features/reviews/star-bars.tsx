import './reviews.css'
import { type ReviewSummary } from '@offquad/contracts'
import { countText } from '@offquad/web-kit'

interface StarBarsProps {
  summary: ReviewSummary
  /** The stars that are filtered by. */
  chosen: number[]
  onToggle: (stars: number) => void
}

/** How many reviews have which stars; each bar shows only those, or all of them again. */
export function StarBars({ summary, chosen, onToggle }: StarBarsProps) {
  return (
    <ul className="reviews-star-bars" aria-label="Reviews by rating">
      {summary.stars.map(({ stars, count }) => {
        const isChosen = chosen.includes(stars)
        return (
          <li key={stars}>
            <button
              type="button"
              aria-pressed={isChosen}
              disabled={count === 0 && !isChosen}
              onClick={() => onToggle(stars)}
            >
              <span className="offquad-visually-hidden">
                {`${countText(stars, 'star')}: ${countText(count, 'review')}`}
              </span>
              <span aria-hidden="true">{stars}</span>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M12 2.6l2.9 6 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5L2.6 9.5l6.5-.9z" />
              </svg>
              <span className="reviews-star-bar">
                <span style={{ width: `${(count / Math.max(1, summary.total)) * 100}%` }} />
              </span>
              <span className="reviews-star-count" aria-hidden="true">
                {count}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
