import { getReview, isolated, type Review, type User } from '@offquad/contracts'
import { Button, Dialog, lazyComponent, ListSkeleton, showToast } from '@offquad/ui'
import { apiQuery, QueryContent, requireUser, SignInError, useUser, VISITOR } from '@offquad/web-kit'
import { useQuery } from '@tanstack/react-query'
import { startTransition, useState } from 'react'
import { type SubjectIds } from './review-form'

const ReviewForm = lazyComponent(async () => (await import('./review-form')).ReviewForm, {
  label: 'The form',
})

interface LeaveReviewProps {
  /** The name of the apartment or the landlord: 'Gull House'. */
  name: string
  subject: SubjectIds
  label?: string
  onSent?: () => void
}

/** The button that opens the form for a new review, after signing in. */
export function LeaveReview({ name, subject, label = 'Leave a Review', onSent }: LeaveReviewProps) {
  const [author, setAuthor] = useState<User>()

  async function open(): Promise<void> {
    try {
      const user = await requireUser('leave a review')
      // A transition, so that the tap does not wait for the form.
      startTransition(() => setAuthor(user))
    } catch (error) {
      if (!(error instanceof SignInError)) throw error
      showToast('error', error.message)
    }
  }

  return (
    <>
      <Button type="primary" onClick={() => void open()}>
        {label}
      </Button>
      {author && (
        <Dialog title={`Review ${isolated(name)}`} isOpen onClose={() => setAuthor(undefined)} width={760}>
          <ReviewForm
            name={name}
            subject={subject}
            uid={author.uid}
            draftSubject={draftSubjectOf(subject)}
            onSent={onSent}
            onClose={() => setAuthor(undefined)}
          />
        </Dialog>
      )}
    </>
  )
}

function draftSubjectOf({ aptId, landlordId, suggestionId }: SubjectIds): string {
  if (suggestionId) return `suggestion/${suggestionId}`
  return aptId ? `apartment/${aptId}` : `landlord/${landlordId}`
}

/** The form that edits a review, which then awaits approval again. */
export function EditReview({ review, onClose }: { review: Review; onClose: () => void }) {
  // The draft belongs to the user who opened the form, even if their session ends while they type.
  const [author] = useState(useUser())
  const uid = author?.uid ?? VISITOR
  // The public version lacks fields, for example the bedrooms.
  const own = useQuery({
    ...apiQuery(getReview, { params: { id: review.id }, asUser: true }),
    queryKey: [getReview.path, { id: review.id }, uid],
    enabled: review.userId !== uid,
  })
  const shown = review.userId === uid ? { ...own, error: null, data: review } : own
  return (
    <Dialog title="Edit your review" isOpen onClose={onClose} width={760}>
      <QueryContent
        query={shown}
        failure="Your review cannot be loaded right now."
        fallback={<ListSkeleton />}
      >
        {(whole) => (
          <ReviewForm
            subject={{ aptId: whole.aptId, landlordId: whole.landlordId }}
            review={whole}
            uid={uid}
            draftSubject={`review/${review.id}`}
            onClose={onClose}
          />
        )}
      </QueryContent>
    </Dialog>
  )
}
