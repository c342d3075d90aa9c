import './reviews.css'
import { type ReviewSummary } from '@offquad/contracts'
import { RatingBar } from '@offquad/ui'

const FEATURES = [
  { key: 'location', label: 'Location' },
  { key: 'safety', label: 'Safety' },
  { key: 'maintenance', label: 'Maintenance' },
  { key: 'conditions', label: 'Conditions' },
] as const

/** The averages of the four rated features. */
export function RatingBars({ ratings }: { ratings: ReviewSummary['detailedRatings'] }) {
  return (
    <div className="reviews-bars">
      {FEATURES.map(({ key, label }) => (
        <RatingBar key={key} label={label} rating={ratings[key]} />
      ))}
    </div>
  )
}
