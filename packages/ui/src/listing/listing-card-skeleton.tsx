import './listing.css'
import '../state/skeleton.css'

/** A card on its way, in the card's own shape. */
export function ListingCardSkeleton({ size = 'small' }: { size?: 'small' | 'large' }) {
  return (
    <div className={`offquad-card offquad-card-${size}`} aria-hidden="true">
      <div className="offquad-card-photo offquad-bone" />
      <div className="offquad-card-text">
        <div className="offquad-bone" style={{ width: '70%', height: 22, marginBottom: 8 }} />
        <div className="offquad-bone" style={{ width: '85%', height: 18, marginBottom: 8 }} />
        <div className="offquad-bone" style={{ width: '50%', height: 18 }} />
      </div>
    </div>
  )
}
