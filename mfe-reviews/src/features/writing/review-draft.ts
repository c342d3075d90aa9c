import { photoUrl, type Review, type ReviewForm } from '@offquad/contracts'
import { type Picture } from '@offquad/ui'
import { type Draft as KeptDraft } from '@offquad/web-kit'

/** What is filled in so far; 0 and '' stand for nothing. */
export interface Draft extends Omit<ReviewForm, 'aptId' | 'landlordId' | 'photos'> {
  /** Those of a review that is changed are uploaded already, in the order they are shown in. */
  pictures: Picture[]
}

export const EMPTY_DRAFT: Draft = {
  overallRating: 0,
  detailedRatings: {
    location: 0,
    maintenance: 0,
    safety: 0,
    conditions: 0,
  },
  bedrooms: 0,
  price: 0,
  reviewText: '',
  pictures: [],
}

export const draftOf = (review: Review): Draft => ({
  overallRating: review.overallRating,
  detailedRatings: review.detailedRatings,
  bedrooms: review.bedrooms,
  price: review.price,
  reviewText: review.reviewText,
  pictures: review.photos,
})

/** Of what one user writes about one subject: 'apartment/7', 'review/1' for changing one. */
export const draftKeyOf = (uid: string, subject: string): string => `review-draft/${uid}/${subject}`

/** What was kept, over `blank`: an older version of the form may have kept less of it. */
export function restoreDraft(blank: Draft, kept: KeptDraft | undefined): Draft {
  if (!kept) return blank
  const { photos, detailedRatings, ...fields } = kept.fields as Partial<ReviewForm>
  return {
    ...blank,
    ...fields,
    detailedRatings: { ...blank.detailedRatings, ...detailedRatings },
    pictures: kept.pictures ?? photos ?? blank.pictures,
  }
}

export const previewOf = (url: string): string => photoUrl(url, 'card')
