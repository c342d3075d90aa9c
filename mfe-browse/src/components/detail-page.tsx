import './detail-page.css'
import { leaveReviewSlot, saveToggleSlot } from '@offquad/contracts'
import { Slot } from '@offquad/web-kit'
import { type ReactNode } from 'react'

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

/**
 * The column beside the reviews, which stays in view while the page scrolls. When it is taller than the window it scrolls
 * on its own, so that the keyboard focus always stays visible.
 */
export function StickyColumn({ children }: { children: ReactNode }) {
  return <div className="browse-sticky">{children}</div>
}
