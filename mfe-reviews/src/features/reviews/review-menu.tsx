import './reviews.css'
import { MAX_REPORT_CHARACTERS, type Review } from '@offquad/contracts'
import { Button, Dialog, showToast, TextField } from '@offquad/ui'
import { ProblemError } from '@offquad/web-kit'
import { useState } from 'react'
import { useStatusChange } from './use-status-change'

interface ReviewMenuProps {
  review: Review
  isOwn: boolean
  onEdit: () => void
}

/** Edit and Delete for the author, Report Abuse for everybody else; nothing for an author while it is reported. */
export function ReviewMenu({ review, isOwn, onEdit }: ReviewMenuProps) {
  const [asked, setAsked] = useState<'delete' | 'report'>()
  if (isOwn && review.status === 'REPORTED') return null
  const close = () => setAsked(undefined)
  return (
    <>
      {isOwn ? (
        <>
          <button type="button" className="reviews-action" onClick={onEdit}>
            Edit
          </button>
          <button type="button" className="reviews-action" onClick={() => setAsked('delete')}>
            Delete
          </button>
        </>
      ) : (
        <button type="button" className="reviews-action" onClick={() => setAsked('report')}>
          Report Abuse
        </button>
      )}
      <Dialog title="Delete this review?" width={440} isOpen={asked === 'delete'} onClose={close}>
        <DeleteForm review={review} onDone={close} />
      </Dialog>
      <Dialog title="Report this review?" width={440} isOpen={asked === 'report'} onClose={close}>
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
  const change = useStatusChange()
  const [isBusy, setIsBusy] = useState(false)
  async function remove(): Promise<void> {
    setIsBusy(true)
    try {
      await change(review.id, 'DELETED')
      showToast('success', 'Review successfully deleted!')
      onDone()
    } catch (error) {
      showToast('error', (error as Error).message)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className="reviews-confirm">
      <p>It disappears from the site at once and cannot be brought back.</p>
      <Button onClick={onDone}>Keep it</Button>
      <Button type="primary" danger loading={isBusy} onClick={() => void remove()}>
        Delete
      </Button>
    </div>
  )
}

function ReportForm({ review, onDone }: FormProps) {
  const change = useStatusChange()
  const [reason, setReason] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  async function report(): Promise<void> {
    setIsBusy(true)
    try {
      await change(review.id, 'REPORTED', reason.trim() || undefined)
      showToast('success', 'Review successfully reported!')
      onDone()
    } catch (error) {
      // eslint-disable-next-line no-console -- a report that failed is logged and nothing else
      console.error('The review could not be reported', error instanceof ProblemError ? error.code : error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className="reviews-confirm">
      <p>An administrator looks at it and decides. Until then it stays visible.</p>
      <TextField
        label="What is wrong with it? (optional)"
        value={reason}
        rows={3}
        maxLength={MAX_REPORT_CHARACTERS}
        onChange={setReason}
      />
      <Button onClick={onDone}>Cancel</Button>
      <Button type="primary" loading={isBusy} onClick={() => void report()}>
        Report
      </Button>
    </div>
  )
}
