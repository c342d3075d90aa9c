import './components.css'
import { leaveReviewSlot, saveToggleSlot } from '@offquad/contracts'
import { Slot } from '@offquad/web-kit'

interface PlaceActionsProps {
  kind: 'apartment' | 'landlord'
  id: string
  /** Of an apartment, if it is known; of a landlord its own. */
  landlordId: string | null
  name: string
}

/** Saving a place and reviewing it, which other remotes do; the buttons' room is there before they are. */
export function PlaceActions({ kind, id, landlordId, name }: PlaceActionsProps) {
  const reviewed = { aptId: kind === 'apartment' ? id : null, landlordId, name }
  return (
    <div className="browse-place-actions">
      <div className="browse-save">
        <Slot contract={saveToggleSlot} label="Saving" props={{ kind, id, name }} isExtra />
      </div>
      <div className="browse-leave-review">
        <Slot contract={leaveReviewSlot} label="Writing" props={reviewed} isExtra />
      </div>
    </div>
  )
}
