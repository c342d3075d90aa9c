import { type ReviewForm, type User } from '@offquad/contracts'
import { Button, showToast } from '@offquad/ui'
import { requireUser, SignInError } from '@offquad/web-kit'
import { useState } from 'react'
import { EMPTY_DRAFT } from './review-draft'
import { ReviewModal } from './review-modal'

interface LeaveReviewProps {
  /** What is reviewed: 'Gull House'. */
  name: string
  place: Pick<ReviewForm, 'aptId' | 'landlordId'>
}

/** The button that opens the form, after signing in; what was typed about this place before is there again. */
export function LeaveReview({ name, place }: LeaveReviewProps) {
  const [author, setAuthor] = useState<User>()
  const close = () => setAuthor(undefined)

  async function open(): Promise<void> {
    try {
      setAuthor(await requireUser('leave a review'))
    } catch (error) {
      if (!(error instanceof SignInError)) throw error
      showToast('error', error.message)
    }
  }

  return (
    <>
      <Button type="primary" onClick={() => void open()}>
        Leave a Review
      </Button>
      {author && (
        <ReviewModal
          title={`Review ${name}`}
          name={name}
          place={place}
          blank={EMPTY_DRAFT}
          uid={author.uid}
          subject={place.aptId ? `apartment/${place.aptId}` : `landlord/${place.landlordId}`}
          onClose={close}
        />
      )}
    </>
  )
}
