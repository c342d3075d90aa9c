import './rating.css'
import { type CSSProperties } from 'react'

interface RatingStarsProps {
  /** 0 to 5; shown to the nearest half star. */
  rating: number
}

/** Five stars, filled to the nearest half. A single element, because lists show hundreds of stars. */
export function RatingStars({ rating }: RatingStarsProps) {
  const filled = { '--filled-stars': Math.round(rating * 2) / 2 } as CSSProperties
  return (
    <span
      className="offquad-stars"
      role="img"
      aria-label={`Rated ${rating.toFixed(1)} out of 5`}
      style={filled}
    />
  )
}

const SEGMENTS = [1, 2, 3, 4, 5]

/** A rating from 0 to 5 as a bar of five segments, the last of them partly filled. */
export function RatingBar({ label, rating }: { label: string; rating: number }) {
  return (
    <div className="offquad-bar">
      <span>{label}</span>
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
