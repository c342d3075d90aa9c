import { type ReviewForm } from '@offquad/contracts'
import { Button } from '@offquad/ui'
import { requireUser, SignInError } from '@offquad/web-kit'
import { useState } from 'react'
import { EMPTY_DRAFT, forgetDraft, keepDraft, recallDraft } from './review-draft'
import { ReviewModal } from './review-modal'

interface LeaveReviewProps {
  title: string
  place: Pick<ReviewForm, 'aptId' | 'landlordId'>
}

/** The button that opens the form, after signing in; what was typed about this place before is there again. */
export function LeaveReview({ title, place }: LeaveReviewProps) {
  const [isOpen, setIsOpen] = useState(false)
  const key = place.aptId ? `apartment/${place.aptId}` : `landlord/${place.landlordId}`

  async function open(): Promise<void> {
    try {
      await requireUser('leave a review')
      setIsOpen(true)
    } catch (error) {
      if (!(error instanceof SignInError)) throw error
    }
  }

  return (
    <>
      <Button type="primary" onClick={() => void open()}>
        Leave a Review
      </Button>
      {isOpen && (
        <ReviewModal
          title={title}
          place={place}
          initial={recallDraft(key) ?? EMPTY_DRAFT}
          onChange={(draft) => keepDraft(key, draft)}
          onClose={() => setIsOpen(false)}
          onSent={() => {
            forgetDraft(key)
            setIsOpen(false)
          }}
        />
      )}
    </>
  )
}
