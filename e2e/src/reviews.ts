import { type ReviewForm } from '@offquad/contracts'

/** What a student fills in to review an apartment; of the demo data unless `landlordId` says otherwise. */
export const reviewForm = (
  form: Partial<ReviewForm> & Pick<ReviewForm, 'aptId' | 'reviewText'>,
): ReviewForm => ({
  landlordId: 'demo-landlord-1',
  overallRating: 4,
  bedrooms: 2,
  price: 3,
  detailedRatings: { location: 4, safety: 3, maintenance: 5, conditions: 2 },
  photos: [],
  ...form,
})
