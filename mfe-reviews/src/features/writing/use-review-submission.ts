import {
  createReview,
  editReview,
  type FieldError,
  type ReviewForm,
  validateReview,
} from '@offquad/contracts'
import { showToast } from '@offquad/ui'
import { api, ProblemError, SignInError, usePhotoUploads, withUser } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshReviews } from '../../queries/refresh-reviews'

interface Submission {
  /** Absent for a new one. */
  reviewId?: string
  onSent: () => void
}

const NEW = 'Review submitted! Your review is awaiting approval from the admin.'
const EDITED = 'Review successfully edited! Your updated review is now pending approval from the admin.'
const FAILURE = 'Error submitting review. Please try again.'

/** Sends a review: validated first, then its pictures, then itself; whatever fails, everything typed stays. */
export function useReviewSubmission({ reviewId, onSent }: Submission) {
  const client = useQueryClient()
  const { upload, progress, forget } = usePhotoUploads()
  const [errors, setErrors] = useState<FieldError[]>([])
  const [rejected, setRejected] = useState(0)
  const [isSending, setIsSending] = useState(false)

  async function send(form: ReviewForm, files: File[]): Promise<void> {
    const body = { ...form, photos: [...form.photos, ...(await upload(files))] }
    if (reviewId) await api(editReview, { params: { id: reviewId }, body })
    else await api(createReview, { body })
  }

  function reject(wrong: FieldError[]): void {
    setErrors(wrong)
    if (wrong.length > 0) setRejected((count) => count + 1)
    if (wrong.some(({ field }) => field.startsWith('photos'))) forget()
  }

  return {
    /** How often something was found wrong with it: every time leads to the first such field. */
    rejected,
    /** What is being done, while it is sent. */
    progress: isSending ? `${progress ?? 'Sending'} …` : undefined,
    errorOf: (field: keyof ReviewForm) => errors.find((error) => error.field === field)?.message,
    /** Takes back what was wrong with fields that changed and is not any more. */
    revise(changed: string[], form: ReviewForm): void {
      const wrong = new Set(validateReview(form).map(({ field }) => field))
      setErrors((known) => known.filter(({ field }) => !changed.includes(field) || wrong.has(field)))
    },

    async submit(form: ReviewForm, files: File[]): Promise<void> {
      if (isSending) return
      const wrong = validateReview(form)
      reject(wrong)
      if (wrong.length > 0) return
      setIsSending(true)
      try {
        await withUser(reviewId ? 'change a review' : 'leave a review', () => send(form, files))
        showToast('success', reviewId ? EDITED : NEW)
        onSent()
        await refreshReviews(client)
      } catch (error) {
        // Whoever does not sign in has changed their mind, and everything is still there.
        if (error instanceof SignInError) return
        if (error instanceof ProblemError) reject(error.errors)
        showToast('error', FAILURE)
      } finally {
        setIsSending(false)
      }
    },
  }
}
