import { createReview, editReview, type ReviewForm, validateReview } from '@offquad/contracts'
import { showToast } from '@offquad/ui'
import {
  api,
  ProblemError,
  queueCall,
  requireUser,
  useForm,
  usePhotoUploads,
  withUser,
} from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { refreshReviews } from '../../queries/review-queries'
import { draftKeyOf, type ReviewDraft } from './review-draft'

interface Submission {
  draft: ReviewDraft
  subject: Pick<ReviewForm, 'aptId' | 'landlordId'>
  /** The name of the subject: 'Gull House'; undefined when editing. */
  name: string | undefined
  /** The draft's part of the storage key: 'apartment/7', 'review/1'. */
  draftSubject: string
  /** undefined for a new review. */
  reviewId: string | undefined
  onDone: (outcome: 'sent' | 'queued') => void
}

const CREATED = 'Review submitted! Your review is awaiting approval from the admin.'
const EDITED = 'Review successfully edited! Your updated review is now pending approval from the admin.'
const FAILURE = 'Error submitting review. Please try again.'
const QUEUED =
  'You are offline. Your review is saved on this device and will be sent when you are back online.'

/**
 * Submits a review: validates it, uploads its pictures, then sends it. On failure the form keeps everything; offline, the
 * review is queued.
 */
export function useReviewSubmission({ draft, subject, name, draftSubject, reviewId, onDone }: Submission) {
  const client = useQueryClient()
  const { uploadNew, progress, refused, forget } = usePhotoUploads()
  const { pictures, ...fields } = draft
  const purpose = reviewId ? 'edit a review' : 'leave a review'
  const sentMessage = reviewId ? EDITED : CREATED

  async function send(form: ReviewForm, idempotencyKey: string): Promise<void> {
    const body = { ...form, photos: await uploadNew(pictures) }
    try {
      if (reviewId) await api(editReview, { params: { id: reviewId }, body })
      else await api(createReview, { body, idempotencyKey })
    } catch (error) {
      if (error instanceof ProblemError && error.errors.some(({ field }) => field === 'photos')) forget()
      throw error
    }
  }

  async function queue(form: ReviewForm, idempotencyKey: string): Promise<void> {
    const { uid } = await requireUser(purpose)
    const { method, path } = reviewId ? editReview : createReview
    await queueCall({
      uid,
      subject: draftSubject,
      label: name ? `Your review of ${name}` : 'Your edited review',
      call: { method, path },
      params: reviewId ? { id: reviewId } : {},
      body: form,
      pictures,
      idempotencyKey,
      sentMessage,
      draftKey: draftKeyOf(uid, draftSubject),
      queuedAt: Date.now(),
    })
    showToast('info', QUEUED)
    onDone('queued')
  }

  const form = useForm({
    values: { ...fields, photos: pictures },
    validate: () => validateReview({ ...subject, ...fields, photos: [] }),
    async send(_, idempotencyKey) {
      const review = { ...subject, ...fields, photos: [] }
      if (!navigator.onLine) return queue(review, idempotencyKey)
      try {
        await withUser(purpose, () => send(review, idempotencyKey))
      } catch (error) {
        if (error instanceof ProblemError && error.status === 0) return queue(review, idempotencyKey)
        throw error
      }
      showToast('success', sentMessage)
      onDone('sent')
      await refreshReviews(client)
    },
    failure: FAILURE,
  })

  return { ...form, refused, progress: form.isSending ? `${progress ?? 'Sending'} …` : undefined }
}
