import './detail-page.css'
import { leaveReviewSlot, saveToggleSlot } from '@offquad/contracts'
import { OutlineButton, showToast } from '@offquad/ui'
import { Slot } from '@offquad/web-kit'
import { type ReactNode } from 'react'

interface Detail {
  id: string
  name: string
}

/** Share and Save of a place, then what else can be done; slots of other remotes have their space until they load. */
export function PlaceActions({
  kind,
  id,
  name,
  children,
}: Detail & { kind: 'apartment' | 'landlord'; children?: ReactNode }) {
  return (
    <div className="browse-header-actions offquad-cluster">
      <OutlineButton onClick={() => void share(name)}>Share</OutlineButton>
      <div className="browse-save">
        <Slot contract={saveToggleSlot} label="Saving" props={{ kind, id, name }} isExtra />
      </div>
      {children}
    </div>
  )
}

/** The device's own menu where there is one, else the clipboard. */
async function share(title: string): Promise<void> {
  const url = location.origin + location.pathname
  try {
    if ('share' in navigator) await navigator.share({ title, url })
    else {
      await (navigator as Navigator).clipboard.writeText(url)
      showToast('success', 'Link copied')
    }
  } catch (error) {
    // Closing the menu is no failure.
    if ((error as Error).name !== 'AbortError') showToast('error', 'The link could not be copied')
  }
}

interface LeaveReviewProps extends Detail {
  /** The apartment's landlord, if known; a landlord's own id. */
  landlordId: string | null
  kind: 'apartment' | 'landlord'
}

export function LeaveReview({ kind, id, landlordId, name }: LeaveReviewProps) {
  const subject = { aptId: kind === 'apartment' ? id : null, landlordId, name }
  return (
    <div className="browse-leave-review">
      <Slot contract={leaveReviewSlot} label="Writing" props={subject} isExtra />
    </div>
  )
}
