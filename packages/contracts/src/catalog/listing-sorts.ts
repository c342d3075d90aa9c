export const LISTING_SORTS = [
  'numReviews',
  'avgRating',
  'weightedRating',
  'distanceToCampus',
  'price',
  'originalOrder',
] as const
export type ListingSort = (typeof LISTING_SORTS)[number]
