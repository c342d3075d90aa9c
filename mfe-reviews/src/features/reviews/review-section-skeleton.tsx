import './reviews.css'

/** What a section of reviews looks like while they load. */
export function ReviewSectionSkeleton({ count }: { count: number }) {
  return (
    <div role="status" aria-label="Reviews are loading" aria-busy="true">
      <div className="offquad-bone reviews-bone-summary" />
      <div className="offquad-bone reviews-bone-tools" />
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="reviews-card">
          <div className="offquad-bone reviews-bone-head" />
          <div className="offquad-bone reviews-bone-text" />
        </div>
      ))}
    </div>
  )
}
