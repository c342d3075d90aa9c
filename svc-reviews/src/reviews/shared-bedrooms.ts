import { type StoredReview } from './stored-review'

/**
 * Minimum number of authors who name a number of bedrooms for it to be public: with fewer, neighbors could tell who lived in
 * the only apartment of that size. Counts authors, not reviews: one author could write the missing reviews.
 */
export const LEAST_SHARING_AUTHORS = 3

/** The subject that readers associate a review with: its apartment, or the landlord if it has none. */
type SubjectBedrooms = Pick<StoredReview, 'aptId' | 'landlordId' | 'bedrooms'>

/** Authors of visible reviews of a subject with this number of bedrooms; `landlordId` counts only if `aptId` is null. */
export interface BedroomCount extends SubjectBedrooms {
  authors: number
}

export type SharedBedrooms = ReturnType<typeof createSharedBedrooms>

/** The numbers of bedrooms that are public, by subject. */
export function createSharedBedrooms(counts: readonly BedroomCount[]) {
  const authorsOf = new Map<string, number>()
  for (const { authors, ...subject } of counts)
    authorsOf.set(keyOf(subject), (authorsOf.get(keyOf(subject)) ?? 0) + authors)
  return {
    has: (review: SubjectBedrooms): boolean => (authorsOf.get(keyOf(review)) ?? 0) >= LEAST_SHARING_AUTHORS,
  }
}

const keyOf = ({ aptId, landlordId, bedrooms }: SubjectBedrooms): string =>
  JSON.stringify(aptId === null ? [bedrooms, null, landlordId] : [bedrooms, aptId])
