import './detail-page.css'
import { leaveReviewSlot, saveToggleSlot } from '@offquad/contracts'
import { Slot } from '@offquad/web-kit'

interface HeaderActionsProps {
  kind: 'apartment' | 'landlord'
  id: string
  /** The apartment's landlord, if known; a landlord's own id. */
  landlordId: string | null
  name: string
}

/** The save and review buttons of an apartment or landlord, from other remotes; their space is reserved until they load. */
export function HeaderActions({ kind, id, landlordId, name }: HeaderActionsProps) {
  const subject = { aptId: kind === 'apartment' ? id : null, landlordId, name }
  return (
    <div className="browse-header-actions">
      <div className="browse-save">
        <Slot contract={saveToggleSlot} label="Saving" props={{ kind, id, name }} isExtra />
      </div>
      <div className="browse-leave-review">
        <Slot contract={leaveReviewSlot} label="Writing" props={subject} isExtra />
      </div>
    </div>
  )
}
