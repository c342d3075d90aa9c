import { Type } from 'typebox'
import { Review } from '../reviews/review'
import { Id, Nullable } from '../shapes'
import { slot, SubjectName } from './slot'

export const apartmentReviewsSlot = slot(
  ['reviews', 'apartment-reviews', 1],
  Type.Object({ aptId: Id, landlordId: Nullable(Id), name: SubjectName }),
)

export const landlordReviewsSlot = slot(
  ['reviews', 'landlord-reviews', 1],
  Type.Object({ landlordId: Id, name: SubjectName }),
)

/** The button that opens the form of a review. */
export const leaveReviewSlot = slot(
  ['reviews', 'leave-review', 1],
  Type.Object({
    aptId: Type.Union([Id, Type.Null()], { description: 'null: the review is about the landlord' }),
    landlordId: Nullable(Id),
    name: SubjectName,
  }),
)

/** Like `leaveReviewSlot`, for an apartment that the user has just suggested; `suggestionId` identifies the submission. */
export const reviewSuggestionSlot = slot(
  ['reviews', 'review-suggestion', 1],
  Type.Object({ suggestionId: Id, name: SubjectName }),
)

/** A list of reviews that the page has fetched. */
export const reviewListSlot = slot(
  ['reviews', 'review-list', 1],
  Type.Object({ reviews: Type.Array(Review) }),
)
