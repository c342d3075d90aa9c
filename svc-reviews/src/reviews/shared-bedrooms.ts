import { type StoredReview } from './stored-review'

/**
 * From how many reviews of a place on their number of bedrooms is public: with fewer, neighbours could tell who lived in the
 * only apartment of that size.
 */
export const MIN_SHARING_REVIEWS = 3

/** The place a reader connects a review with: its apartment, or the landlord where it names none. */
type Placed = Pick<StoredReview, 'aptId' | 'landlordId' | 'bedrooms'>

/** How many visible reviews of a place say so many bedrooms; `landlordId` counts only where `aptId` is null. */
export interface BedroomCount extends Placed {
  reviews: number
}

/** For which places which numbers of bedrooms are public. */
export interface SharedBedrooms {
  has(review: Placed): boolean
}

export function createSharedBedrooms(counts: readonly BedroomCount[]): SharedBedrooms {
  const reviewsOf = new Map<string, number>()
  for (const { reviews, ...placed } of counts)
    reviewsOf.set(keyOf(placed), (reviewsOf.get(keyOf(placed)) ?? 0) + reviews)
  return { has: (review) => (reviewsOf.get(keyOf(review)) ?? 0) >= MIN_SHARING_REVIEWS }
}

const keyOf = ({ aptId, landlordId, bedrooms }: Placed): string =>
  JSON.stringify(aptId === null ? [bedrooms, null, landlordId] : [bedrooms, aptId])
