import './detail-page.css'
import { leaveReviewSlot, saveToggleSlot } from '@offquad/contracts'
import { paths, Slot } from '@offquad/web-kit'
import { type ReactNode } from 'react'
import { ShareButton } from './share-button'

interface Detail {
  id: string
  name: string
}

/** Share and Save, then the place's other actions; the slots of other remotes reserve their space until they load. */
export function PlaceActions({
  kind,
  id,
  name,
  children,
}: Detail & { kind: 'apartment' | 'landlord'; children?: ReactNode }) {
  return (
    <div className="browse-header-actions offquad-cluster offquad-tight">
      <ShareButton title={name} path={kind === 'apartment' ? paths.apartment(id) : paths.landlord(id)} />
      <div className="browse-save">
        <Slot contract={saveToggleSlot} label="Saving" props={{ kind, id, name }} isExtra />
      </div>
      {children}
    </div>
  )
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
