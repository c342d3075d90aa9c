import './reviews.css'
import { MAX_REPORT_CHARACTERS, type Review, type ReviewStatus, updateReviewStatus } from '@offquad/contracts'
import { Button, Dialog, showToast, TextField } from '@offquad/ui'
import { api, withUser } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshReviews } from '../../queries/review-queries'

interface ReviewMenuProps {
  review: Review
  isOwn: boolean
  onEdit: () => void
}

/** Edit and Delete for the author, or why there are none while the review is reported; Report Abuse for everyone else. */
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
  const changeStatus = useStatusChange()
  const [isBusy, setIsBusy] = useState(false)
  async function submit(): Promise<void> {
    setIsBusy(true)
    try {
      await changeStatus(review, 'DELETED')
      showToast('success', 'Review successfully deleted!')
      onDone()
    } catch (error) {
      showToast('error', (error as Error).message)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className="offquad-confirm">
      <p>It is removed from the site immediately. This cannot be undone.</p>
      <Button onClick={onDone}>Cancel</Button>
      <Button type="primary" danger loading={isBusy} onClick={() => void submit()}>
        Delete
      </Button>
    </div>
  )
}

function ReportForm({ review, onDone }: FormProps) {
  const changeStatus = useStatusChange()
  const [reason, setReason] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  async function submit(): Promise<void> {
    setIsBusy(true)
    setFailure(undefined)
    try {
      await changeStatus(review, 'REPORTED', reason.trim() || undefined)
      showToast('success', 'Review successfully reported!')
      onDone()
    } catch (error) {
      setFailure((error as Error).message)
    } finally {
      setIsBusy(false)
    }
  }
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
      {failure !== undefined && (
        <p role="alert" className="offquad-field-error">
          It was not reported. {failure}
        </p>
      )}
      <Button onClick={onDone}>Cancel</Button>
      <Button type="primary" loading={isBusy} onClick={() => void submit()}>
        Report
      </Button>
    </div>
  )
}

/** Reports or deletes a review as the signed-in user, and refetches whatever shows reviews. */
function useStatusChange(): (review: Review, status: ReviewStatus, reason?: string) => Promise<void> {
  const client = useQueryClient()
  return async ({ id, version }, status, reason) => {
    await withUser(status === 'REPORTED' ? 'report a review' : 'delete a review', () =>
      api(updateReviewStatus, {
        params: { id, status },
        body: { ...(reason && { reason }), ...(version !== undefined && { version }) },
      }),
    )
    await refreshReviews(client)
  }
}
