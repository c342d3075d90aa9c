import '../state/state-message.css'
import { Button } from '../button/button'

/** The placeholder of a map that is loading. */
export const MapBone = () => <div className="offquad-bone offquad-fill offquad-map-bone" />

/** The state of a map that cannot be loaded. */
export function MapFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="offquad-state offquad-fill" role="status">
      <p>The map cannot be loaded right now. Everything on it is also in the list.</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}
