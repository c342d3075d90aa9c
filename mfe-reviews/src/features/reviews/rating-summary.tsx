import './reviews.css'
import { ASPECT_LABELS, type ReviewSummary, SHOWN_ASPECTS } from '@offquad/contracts'
import { RatingBar, RatingStars, useMediaQuery } from '@offquad/ui'
import { countText, useIsHydrating } from '@offquad/web-kit'

interface RatingSummaryProps {
  /** Summary of all the subject's reviews, regardless of the filter. */
  summary: ReviewSummary
  /** The star ratings in the filter. */
  selectedStars: number[]
  onToggleStars: (stars: number) => void
}

/** The average, and the number of reviews per star rating with the rated aspects, which a phone collapses. */
export function RatingSummary(props: RatingSummaryProps) {
  const { summary } = props
  const isPhone = useMediaQuery('(max-width: 600px)')
  // The server renders both layouts, because at first only CSS knows the screen.
  const isHydrating = useIsHydrating()
  const bars = (
    <>
      <StarBars {...props} />
      <div className="reviews-bars">
        {SHOWN_ASPECTS.map((aspect) => (
          <RatingBar key={aspect} label={ASPECT_LABELS[aspect]} rating={summary.detailedRatings[aspect]} />
        ))}
      </div>
    </>
  )
  return (
    <>
      <p className="reviews-average">
        <strong>{summary.avgRating.toFixed(1)}</strong> <RatingStars rating={summary.avgRating} />
      </p>
      {(isPhone || isHydrating) && (
        <details className="offquad-on-phones">
          <summary className="offquad-summary">Rating breakdown</summary>
          {bars}
        </details>
      )}
      {(!isPhone || isHydrating) && <div className="reviews-wide offquad-beyond-phones">{bars}</div>}
    </>
  )
}

/** The number of reviews per star rating; each bar toggles the filter for its rating. */
function StarBars({ summary, selectedStars, onToggleStars }: RatingSummaryProps) {
  return (
    <ul className="reviews-star-bars" aria-label="Reviews by rating">
      {summary.stars.map(({ stars, count }) => {
        const isSelected = selectedStars.includes(stars)
        return (
          <li key={stars}>
            <button
              type="button"
              aria-pressed={isSelected}
              disabled={count === 0 && !isSelected}
              onClick={() => onToggleStars(stars)}
            >
              <span className="offquad-visually-hidden">
                {`${countText(stars, 'star')}: ${countText(count, 'review')}`}
              </span>
              <span aria-hidden="true">{stars}</span>
              <span className="offquad-star" aria-hidden="true">
                ★
              </span>
              <span className="offquad-bar-segment">
                <span style={{ width: `${(count / Math.max(1, summary.total)) * 100}%` }} />
              </span>
              <span className="offquad-bar-number" aria-hidden="true">
                {count}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
