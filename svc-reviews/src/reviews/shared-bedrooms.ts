import { type StoredReview } from './stored-review'

/**
 * From how many reviews of a subject on their number of bedrooms is public: with fewer, neighbours could tell who lived in
 * the only apartment of that size.
 */
export const MIN_SHARING_REVIEWS = 3

/** What a reader connects a review with: its apartment, or the landlord where it names none. */
type SubjectBedrooms = Pick<StoredReview, 'aptId' | 'landlordId' | 'bedrooms'>

/** How many visible reviews of a subject say so many bedrooms; `landlordId` counts only where `aptId` is null. */
export interface BedroomCount extends SubjectBedrooms {
  reviews: number
}

/** For which subjects which numbers of bedrooms are public. */
export interface SharedBedrooms {
  has(review: SubjectBedrooms): boolean
}

export function createSharedBedrooms(counts: readonly BedroomCount[]): SharedBedrooms {
  const reviewsOf = new Map<string, number>()
  for (const { reviews, ...subject } of counts)
    reviewsOf.set(keyOf(subject), (reviewsOf.get(keyOf(subject)) ?? 0) + reviews)
  return { has: (review) => (reviewsOf.get(keyOf(review)) ?? 0) >= MIN_SHARING_REVIEWS }
}

const keyOf = ({ aptId, landlordId, bedrooms }: SubjectBedrooms): string =>
  JSON.stringify(aptId === null ? [bedrooms, null, landlordId] : [bedrooms, aptId])
