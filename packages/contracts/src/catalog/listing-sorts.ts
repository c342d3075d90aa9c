export const LISTING_SORTS = [
  'numReviews',
  'avgRating',
  'distanceToCampus',
  'price',
  'originalOrder',
] as const
export type ListingSort = (typeof LISTING_SORTS)[number]
