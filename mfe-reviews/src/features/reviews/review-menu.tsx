import './reviews.css'
import { MAX_REPORT_CHARACTERS, type Review, updateReviewStatus } from '@offquad/contracts'
import { Button, Dialog, showToast, TextField } from '@offquad/ui'
import { api, withUser } from '@offquad/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshReviews } from '../../queries/review-queries'

interface ReviewMenuProps {
  review: Review
  isOwn: boolean
  onEdit: () => void
}

/** Edit and Delete for the author, or the reason why a reported review has neither; Report Abuse for everyone else. */
export function ReviewMenu({ review, isOwn, onEdit }: ReviewMenuProps) {
  const [dialog, setDialog] = useState<'delete' | 'report'>()
  if (isOwn && review.status === 'REPORTED')
    return (
      <p className="reviews-action offquad-note">
        Somebody reported this review. An administrator is reading it, so you cannot edit or delete it now.
      </p>
    )
  const close = () => setDialog(undefined)
  return (
    <>
      {isOwn ? (
        <>
          <button type="button" className="reviews-action offquad-note" onClick={onEdit}>
            Edit
          </button>
          <button type="button" className="reviews-action offquad-note" onClick={() => setDialog('delete')}>
            Delete
          </button>
        </>
      ) : (
        <button type="button" className="reviews-action offquad-note" onClick={() => setDialog('report')}>
          Report Abuse
        </button>
      )}
      <Dialog title="Delete this review?" width={440} isOpen={dialog === 'delete'} onClose={close}>
        <DeleteForm review={review} onDone={close} />
      </Dialog>
      <Dialog title="Report this review?" width={440} isOpen={dialog === 'report'} onClose={close}>
        <ReportForm review={review} onDone={close} />
      </Dialog>
    </>
  )
}

interface FormProps {
  review: Review
  onDone: () => void
}

function DeleteForm({ review, onDone }: FormProps) {
  const { mutate, isPending } = useStatusChange(review, 'DELETED', onDone)
  return (
    <div className="offquad-confirm">
      <p>It is removed from the site immediately. This cannot be undone.</p>
      <Button onClick={onDone}>Cancel</Button>
      <Button type="primary" danger loading={isPending} onClick={() => mutate('')}>
        Delete
      </Button>
    </div>
  )
}

function ReportForm({ review, onDone }: FormProps) {
  const { mutate, isPending, error } = useStatusChange(review, 'REPORTED', onDone)
  const [reason, setReason] = useState('')
  return (
    <div className="offquad-confirm">
      <p>An administrator will look at it. It stays visible until then.</p>
      <TextField
        label="What is wrong with it? (optional)"
        value={reason}
        rows={3}
        maxLength={MAX_REPORT_CHARACTERS}
        onChange={setReason}
      />
      {error && (
        <p role="alert" className="offquad-field-error">
          It was not reported. {error.message}
        </p>
      )}
      <Button onClick={onDone}>Cancel</Button>
      <Button type="primary" loading={isPending} onClick={() => mutate(reason.trim())}>
        Report
      </Button>
    </div>
  )
}

const CHANGES = {
  DELETED: { purpose: 'delete a review', done: 'Review successfully deleted!' },
  REPORTED: { purpose: 'report a review', done: 'Review successfully reported!' },
}

/** Reports or deletes a review as the signed-in user, and refetches all data derived from reviews. */
function useStatusChange({ id, version }: Review, status: keyof typeof CHANGES, onDone: () => void) {
  const client = useQueryClient()
  const { purpose, done } = CHANGES[status]
  return useMutation({
    async mutationFn(reason: string) {
      await withUser(purpose, () =>
        api(updateReviewStatus, {
          params: { id, status },
          body: { ...(reason && { reason }), ...(version !== undefined && { version }) },
        }),
      )
      await refreshReviews(client)
    },
    onSuccess() {
      showToast('success', done)
      onDone()
    },
    onError({ message }) {
      // The report form shows its own error.
      if (status === 'DELETED') showToast('error', message)
    },
  })
}
