import { createReview, editReview, type ReviewForm, validateReview } from '@offquad/contracts'
import { type Picture, showToast } from '@offquad/ui'
import {
  api,
  newIdempotencyKey,
  ProblemError,
  queueCall,
  requireUser,
  useForm,
  usePhotoUploads,
  withUser,
} from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { refreshReviews } from '../../queries/refresh-reviews'
import { type Draft, draftKeyOf } from './review-draft'

interface Submission {
  draft: Draft
  place: Pick<ReviewForm, 'aptId' | 'landlordId'>
  /** What it is about: 'apartment/7', 'review/1'. */
  subject: string
  /** What people call it: 'Gull House'; undefined when it is changed. */
  name: string | undefined
  /** Absent for a new one. */
  reviewId: string | undefined
  /** It was sent, or waits to be sent. */
  onDone: (outcome: 'sent' | 'queued') => void
}

const NEW = 'Review submitted! Your review is awaiting approval from the admin.'
const EDITED = 'Review successfully edited! Your updated review is now pending approval from the admin.'
const FAILURE = 'Error submitting review. Please try again.'
const QUEUED =
  'You are offline. Your review is kept on this device and will be sent when the connection is back.'

/**
 * Sends a review: validated first, then its pictures, then itself; whatever fails, everything filled in stays. Without a
 * connection it is queued.
 */
export function useReviewSubmission({ draft, place, subject, name, reviewId, onDone }: Submission) {
  const client = useQueryClient()
  const { uploadNew, progress, refused, forget } = usePhotoUploads()
  const keyOf = useIdempotencyKeys()
  const { pictures, ...fields } = draft
  const purpose = reviewId ? 'change a review' : 'leave a review'
  const sentMessage = reviewId ? EDITED : NEW

  async function send(form: ReviewForm): Promise<void> {
    const body = { ...form, photos: await uploadNew(pictures) }
    try {
      if (reviewId) await api(editReview, { params: { id: reviewId }, body })
      else await api(createReview, { body, idempotencyKey: keyOf(form, pictures) })
    } catch (error) {
      const isOfPhotos = error instanceof ProblemError && error.errors.some(({ field }) => field === 'photos')
      if (isOfPhotos) forget()
      throw error
    }
  }

  async function queue(form: ReviewForm): Promise<void> {
    const { uid } = await requireUser(purpose)
    const { method, path } = reviewId ? editReview : createReview
    await queueCall({
      uid,
      subject,
      label: name ? `Your review of ${name}` : 'Your change of a review',
      call: { method, path },
      params: reviewId ? { id: reviewId } : {},
      body: form,
      pictures,
      idempotencyKey: keyOf(form, pictures),
      sentMessage,
      draftKey: draftKeyOf(uid, subject),
      queuedAt: Date.now(),
    })
    showToast('info', QUEUED)
    onDone('queued')
  }

  const form = useForm({
    values: { ...fields, photos: pictures },
    validate: () => validateReview({ ...place, ...fields, photos: [] }),
    async send() {
      const review = { ...place, ...fields, photos: [] }
      if (!navigator.onLine) return queue(review)
      try {
        await withUser(purpose, () => send(review))
      } catch (error) {
        if (error instanceof ProblemError && error.status === 0) return queue(review)
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

/** The same key for the same review: an attempt whose answer was lost is not a second review. */
function useIdempotencyKeys(): (form: ReviewForm, pictures: Picture[]) => string {
  const last = useRef<{ key: string; text: string; pictures: Picture[] }>(undefined)
  return (form, pictures) => {
    const text = JSON.stringify(form)
    const { current } = last
    const isSame =
      current?.text === text &&
      current.pictures.length === pictures.length &&
      pictures.every((picture, index) => picture === current.pictures[index])
    const key = isSame ? current.key : newIdempotencyKey()
    last.current = { key, text, pictures }
    return key
  }
}
