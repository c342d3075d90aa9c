import { defineRemote } from '@offquad/web-kit'
import {
  ApartmentReviews,
  LandlordReviews,
  LeaveReviewSlot,
  RatingSummarySlot,
  ReviewListSlot,
} from './pages/review-slots'
import { ReviewsPage } from './pages/reviews-page'

export const remote = defineRemote({
  routes: [{ path: '/reviews', element: <ReviewsPage /> }],
  slots: {
    'apartment-reviews': ApartmentReviews,
    'landlord-reviews': LandlordReviews,
    'leave-review': LeaveReviewSlot,
    'rating-summary': RatingSummarySlot,
    'review-list': ReviewListSlot,
  },
})
