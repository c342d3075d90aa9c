import { type Review, type User } from '@offquad/contracts'
import { Button, Dialog, lazyComponent, showToast } from '@offquad/ui'
import { requireUser, SignInError, useUser } from '@offquad/web-kit'
import { useState } from 'react'
import { draftOf, EMPTY_DRAFT } from './review-draft'
import { type ReviewFormProps, type SubjectIds } from './review-form'

const ReviewForm = lazyComponent(async () => (await import('./review-form')).ReviewForm, {
  label: 'The form',
})

/** The dialog in which a review is written or edited. */
const ReviewFormDialog = ({ title, ...form }: ReviewFormProps & { title: string }) => (
  <Dialog title={title} isOpen onClose={form.onClose} width={720}>
    <ReviewForm {...form} />
  </Dialog>
)

interface LeaveReviewProps {
  /** The name of the apartment or the landlord: 'Gull House'. */
  name: string
  subject: SubjectIds
}

/** The button that opens the form for a new review, after signing in. */
export function LeaveReview({ name, subject }: LeaveReviewProps) {
  const [author, setAuthor] = useState<User>()

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
        <ReviewFormDialog
          title={`Review ${name}`}
          name={name}
          subject={subject}
          initial={EMPTY_DRAFT}
          uid={author.uid}
          draftSubject={subject.aptId ? `apartment/${subject.aptId}` : `landlord/${subject.landlordId}`}
          onClose={() => setAuthor(undefined)}
        />
      )}
    </>
  )
}

/** The form that edits a review, which then awaits approval again. */
export function EditReview({ review, onClose }: { review: Review; onClose: () => void }) {
  // The draft stays that of the user who opened the form, even if their session ends while they type.
  const [author] = useState(useUser())
  return (
    <ReviewFormDialog
      title="Edit your review"
      subject={{ aptId: review.aptId, landlordId: review.landlordId }}
      initial={draftOf(review)}
      uid={author?.uid ?? '-'}
      draftSubject={`review/${review.id}`}
      reviewId={review.id}
      onClose={onClose}
    />
  )
}
