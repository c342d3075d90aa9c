import { type Review, type ReviewForm } from '@offquad/contracts'
import { type FormDraft, useDraft } from '@offquad/web-kit'

/** The fields of the form; 0 and '' stand for empty ones. */
export type ReviewFields = Omit<ReviewForm, 'aptId' | 'landlordId' | 'photos'>
export type ReviewDraft = FormDraft<ReviewFields>

const EMPTY: ReviewFields = {
  overallRating: 0,
  detailedRatings: {
    location: 0,
    maintenance: 0,
    safety: 0,
    conditions: 0,
  },
  bedrooms: 0,
  price: 0,
  signedMonth: 0,
  reviewText: '',
}

const fieldsOf = ({
  overallRating,
  detailedRatings,
  bedrooms,
  price,
  signedMonth = 0,
  reviewText,
}: Review): ReviewFields => ({
  overallRating,
  detailedRatings,
  bedrooms,
  price,
  signedMonth,
  reviewText,
})

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
  const initial = review ? fieldsOf(review) : EMPTY
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
