import {
  apartmentReviewsSlot,
  FIRST_REVIEWS,
  getReviews,
  getReviewedLandlords,
  getReviewSummary,
  landlordReviewsSlot,
  slotId,
} from '@offquad/contracts'
import { type RemoteReads, urlOf } from '@offquad/web-kit'
import { queryOf, readReviewFilter } from './features/reviews/review-filter'
import { FIRST_SIZE } from './pages/reviews-page'

export const reads: RemoteReads = {
  pages: { '/reviews': () => [urlOf(getReviewedLandlords, { params: { size: FIRST_SIZE } })] },
  slots: {
    [slotId(apartmentReviewsSlot)]: ({ params: { aptId = '' }, search }) =>
      sectionReads({ aptId }, FIRST_REVIEWS.apartment, search),
    [slotId(landlordReviewsSlot)]: ({ params: { landlordId = '' }, search }) =>
      sectionReads({ landlordId }, FIRST_REVIEWS.landlord, search),
  },
}

const sectionReads = (
  subject: { aptId: string } | { landlordId: string },
  size: number,
  search: URLSearchParams,
): string[] => [
  urlOf(getReviews, { query: { ...subject, ...queryOf(readReviewFilter(search)), size } }),
  urlOf(getReviewSummary, { query: subject }),
]
