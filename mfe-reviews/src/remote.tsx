import {
  apartmentReviewsSlot,
  landlordReviewsSlot,
  leaveReviewSlot,
  reviewListSlot,
} from '@offquad/contracts'
import { defineRemote, provideSlot } from '@offquad/web-kit'
import { ApartmentReviews, LandlordReviews, LeaveReviewSlot, ReviewListSlot } from './pages/review-slots'
import { ReviewsPage } from './pages/reviews-page'

export const remote = defineRemote({
  routes: [{ path: '/reviews', element: <ReviewsPage /> }],
  slots: {
    ...provideSlot(apartmentReviewsSlot, ApartmentReviews),
    ...provideSlot(landlordReviewsSlot, LandlordReviews),
    ...provideSlot(leaveReviewSlot, LeaveReviewSlot),
    ...provideSlot(reviewListSlot, ReviewListSlot),
  },
})
