import './rating.css'

interface RatingStarsProps {
  /** 0 to 5; shown to the nearest half star. */
  rating: number
}

const STARS = [1, 2, 3, 4, 5]
export const STAR = 'M12 2.6l2.9 6 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5L2.6 9.5l6.5-.9z'

/** Five stars, filled to the nearest half. */
export function RatingStars({ rating }: RatingStarsProps) {
  const halves = Math.round(rating * 2)
  return (
    <span className="offquad-stars" role="img" aria-label={`Rated ${rating.toFixed(1)} out of 5`}>
      {STARS.map((star) => (
        <Star key={star} filled={Math.min(Math.max(halves - (star - 1) * 2, 0), 2) / 2} />
      ))}
    </span>
  )
}

function Star({ filled }: { filled: number }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={STAR} className="offquad-star-empty" />
      {filled > 0 && (
        <path
          d={STAR}
          className="offquad-star-full"
          style={{ clipPath: `inset(0 ${filled === 1 ? 0 : 50}% 0 0)` }}
        />
      )}
    </svg>
  )
}

const SEGMENTS = [1, 2, 3, 4, 5]

/** A rating from 0 to 5 as a bar of five segments, the last of them partly filled. */
export function RatingBar({ label, rating }: { label: string; rating: number }) {
  return (
    <div className="offquad-bar">
      <span className="offquad-bar-label">{label}</span>
      <span className="offquad-bar-segments" role="img" aria-label={`${rating.toFixed(1)} out of 5`}>
        {SEGMENTS.map((segment) => (
          <span key={segment} className="offquad-bar-segment">
            <span style={{ width: `${Math.min(Math.max(rating - segment + 1, 0), 1) * 100}%` }} />
          </span>
        ))}
      </span>
      <span className="offquad-bar-number" aria-hidden="true">
        {rating.toFixed(1)}
      </span>
    </div>
  )
}
