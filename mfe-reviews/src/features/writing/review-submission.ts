import {
  createReview,
  editReview,
  isolated,
  type NewReviewForm,
  type Review,
  type ReviewForm,
  validateReview,
} from '@offquad/contracts'
import { showToast } from '@offquad/ui'
import {
  asAuthor,
  type FormDraft,
  ProblemError,
  submitDraft,
  useDraft,
  useForm,
  usePhotoUploads,
} from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { refreshReviews } from '../../queries/review-queries'
import { withoutBareStarters } from './starters'

/** The fields of the form; 0 and '' stand for empty ones. */
export type ReviewFields = Required<Omit<ReviewForm, 'aptId' | 'landlordId' | 'photos'>>
export type ReviewDraft = FormDraft<ReviewFields>

const EMPTY: ReviewFields = {
  overallRating: 0,
  detailedRatings: { location: 0, maintenance: 0, safety: 0, conditions: 0 },
  bedrooms: 0,
  price: 0,
  signedMonth: 0,
  reviewText: '',
}

interface ReviewDraftOptions {
  uid: string
  /** 'apartment/7', or 'review/1' when editing. */
  subject: string
  /** The author's own copy of the review that is edited. */
  review: Review | undefined
  onGone: () => void
}

/** A user's draft about a subject. */
export function useReviewDraft({ uid, subject, review, onGone }: ReviewDraftOptions): ReviewDraft {
  const { overallRating, detailedRatings, bedrooms, price, signedMonth = 0, reviewText } = review ?? EMPTY
  const initial = { overallRating, detailedRatings, bedrooms, price, signedMonth, reviewText }
  return useDraft({
    uid,
    subject: `review/${subject}`,
    initial,
    onGone,
    ...(review && {
      initialPictures: review.photos,
      basedOn: review.version ?? JSON.stringify([initial, review.photos]),
    }),
  })
}

interface Submission {
  draft: ReviewDraft
  /** The author of the review. */
  uid: string
  subject: Pick<NewReviewForm, 'aptId' | 'landlordId' | 'suggestionId'>
  /** The name of the subject: 'Gull House'; undefined when editing. */
  name: string | undefined
  /** The review that is edited, as its author has read it; undefined for a new one. */
  review: Review | undefined
  onDone: () => void
}

const CREATED = 'Review submitted! Your review is awaiting approval from the admin.'
const EDITED = 'Review successfully edited! Your updated review is now pending approval from the admin.'
const FAILURE = 'Error submitting review. Please try again.'
/** Why an edit will never be accepted, by the code of the problem. */
const REFUSED: Record<string, string> = {
  'review-not-found': 'This review has been deleted.',
  'wrong-review-status': 'This review was reported. It can be edited once an administrator has decided.',
}
const QUEUED =
  'You are offline. Your review is saved on this device and will be sent when you are back online.'

/**
 * Submits a review: validates it, uploads its pictures, then sends it. On failure the form keeps everything; offline, the
 * review is queued.
 */
export function useReviewSubmission({ draft, uid, subject, name, review, onDone }: Submission) {
  const client = useQueryClient()
  const { uploadNew, progress, refused, forget } = usePhotoUploads()
  const { fields, pictures = [] } = draft
  const { method, path } = review ? editReview : createReview
  const sentMessage = review ? EDITED : CREATED
  const reviewText = withoutBareStarters(fields.reviewText)
  const body = { ...subject, ...fields, reviewText, photos: [], version: review?.version }

  const submit = () =>
    submitDraft(draft.key, {
      fields,
      pictures,
      upload: uploadNew,
      label: name ? `Your review of ${isolated(name)}` : 'Your edited review',
      sentMessage,
      call: { method, path },
      ...(review && { id: review.id }),
      body,
    })

  const form = useForm({
    values: { ...fields, photos: pictures },
    validate: () => validateReview(body),
    async send() {
      try {
        const isSent = await asAuthor(uid, review ? 'edit a review' : 'leave a review', submit)
        showToast(isSent ? 'success' : 'info', isSent ? sentMessage : QUEUED)
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        if (error.code === 'review-changed') await refreshReviews(client)
        else if (error.errors.some(({ field }) => field === 'photos')) forget()
        throw error
      }
      onDone()
      await refreshReviews(client)
    },
    failure: (error) => (error instanceof ProblemError && REFUSED[error.code]) || FAILURE,
  })

  return { ...form, refused, progress: form.isSending ? `${progress ?? 'Sending'} …` : undefined }
}
