import { type Review } from '@offquad/contracts'
import { RatingBar } from '@offquad/ui'
import { averageOf } from './sort-reviews'

const FEATURES = [
  { key: 'location', label: 'Location' },
  { key: 'safety', label: 'Safety' },
  { key: 'maintenance', label: 'Maintenance' },
  { key: 'conditions', label: 'Conditions' },
] as const

/** The averages of the four rated features. */
export function RatingBars({ reviews }: { reviews: Review[] }) {
  return (
    <div className="reviews-bars">
      {FEATURES.map(({ key, label }) => (
        <RatingBar
          key={key}
          label={label}
          rating={averageOf(reviews, ({ detailedRatings }) => detailedRatings[key])}
        />
      ))}
    </div>
  )
}
