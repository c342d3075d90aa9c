import { type StoredReview } from './stored-review'

/**
 * How many reviews of a subject must share a number of bedrooms for it to be public: with fewer, neighbors could tell who
 * lived in the only apartment of that size.
 */
export const MIN_SHARING_REVIEWS = 3

/** What readers associate a review with: its apartment, or the landlord if it has none. */
type SubjectBedrooms = Pick<StoredReview, 'aptId' | 'landlordId' | 'bedrooms'>

/** How many visible reviews of a subject have this number of bedrooms; `landlordId` counts only if `aptId` is null. */
export interface BedroomCount extends SubjectBedrooms {
  reviews: number
}

/** The numbers of bedrooms that are public, by subject. */
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
