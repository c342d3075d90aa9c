import './rating.css'

const SEGMENTS = [1, 2, 3, 4, 5]

/** One rated feature as a bar of five segments, the last one filled in part. `rating` is 0 to 5. */
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
