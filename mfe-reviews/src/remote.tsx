import {
  apartmentReviewsSlot,
  landlordReviewsSlot,
  leaveReviewSlot,
  reviewListSlot,
  reviewSuggestionSlot,
} from '@offquad/contracts'
import { defineRemote, lazyPage, provideSlot } from '@offquad/web-kit'
import {
  ApartmentReviews,
  LandlordReviews,
  LeaveReviewSlot,
  ReviewListSlot,
  ReviewSuggestionSlot,
} from './pages/review-slots'

export const remote = defineRemote({
  routes: [
    lazyPage('/reviews', async () => {
      return (await import(/* webpackChunkName: "page-reviews" */ './pages/reviews-page')).ReviewsPage
    }),
  ],
  slots: {
    ...provideSlot(apartmentReviewsSlot, ApartmentReviews),
    ...provideSlot(landlordReviewsSlot, LandlordReviews),
    ...provideSlot(leaveReviewSlot, LeaveReviewSlot),
    ...provideSlot(reviewSuggestionSlot, ReviewSuggestionSlot),
    ...provideSlot(reviewListSlot, ReviewListSlot),
  },
})
