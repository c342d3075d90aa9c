import {
  createReview,
  editReview,
  type FieldError,
  type ReviewForm,
  validateReview,
} from '@offquad/contracts'
import { showToast } from '@offquad/ui'
import { api, ProblemError, requireUser, SignInError, uploadPhotos } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

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
  const [errors, setErrors] = useState<FieldError[]>([])
  const [isSending, setIsSending] = useState(false)

  async function send(form: ReviewForm, files: File[]): Promise<void> {
    await requireUser(reviewId ? 'change a review' : 'leave a review')
    const body = { ...form, photos: [...form.photos, ...(await uploadPhotos(files))] }
    if (reviewId) await api(editReview, { params: { id: reviewId }, body })
    else await api(createReview, { body })
    showToast('success', reviewId ? EDITED : NEW)
    onSent()
    await client.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).includes('/review') })
  }

  return {
    isSending,
    errors,
    errorOf: (field: keyof ReviewForm) => errors.find((error) => error.field === field)?.message,
    /** Takes back what is not wrong any more. */
    revise(form: ReviewForm): void {
      const wrong = new Set(validateReview(form).map(({ field }) => field))
      setErrors((known) =>
        known.every(({ field }) => wrong.has(field)) ? known : known.filter(({ field }) => wrong.has(field)),
      )
    },

    async submit(form: ReviewForm, files: File[]): Promise<void> {
      const wrong = validateReview(form)
      setErrors(wrong)
      if (wrong.length > 0 || isSending) return
      setIsSending(true)
      try {
        await send(form, files)
      } catch (error) {
        if (error instanceof SignInError) return
        if (error instanceof ProblemError) setErrors(error.errors)
        showToast('error', FAILURE)
      } finally {
        setIsSending(false)
      }
    },
  }
}
