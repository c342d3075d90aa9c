import {
  getAreaReviewCount,
  getBuildingListings,
  getHomePage,
  getLandlord,
  getLandlords,
  getListings,
  getLocation,
  getReviewedLandlords,
  getReviewsPage,
  getSortedHomePage,
  mapListings,
  searchListings,
} from './catalog/endpoints'
import { findLandlords } from './catalog/editing-endpoints'
import { type Endpoint } from './endpoint'
import {
  getApartmentReviews,
  getLandlordReviews,
  getLikedReviews,
  getReview,
  getReviewsByStatus,
  getUserReviews,
} from './reviews/endpoints'
import { getComparedRatings, getReviews, getReviewSummary } from './reviews/list-endpoints'
import {
  getModeratedReviews,
  getModerationLog,
  getModerationTrend,
  getReviewCounts,
} from './reviews/moderation-endpoints'
import { getReportedRents } from './catalog/reported-rent-endpoints'
import { getSavedApartments, getSavedLandlords } from './users/saved-endpoints'

/**
 * Every read whose reply contains reviews, review stats (counts and averages), or moderation decisions: clients refetch
 * them after a review was written, edited or moderated.
 */
export const REVIEW_READS: readonly Endpoint[] = [
  getReviews,
  getReviewSummary,
  getComparedRatings,
  getReview,
  getApartmentReviews,
  getLandlordReviews,
  getReviewsByStatus,
  getUserReviews,
  getLikedReviews,
  getModeratedReviews,
  getReviewCounts,
  getModerationLog,
  getModerationTrend,
  mapListings,
  searchListings,
  getHomePage,
  getSortedHomePage,
  getReviewsPage,
  getReviewedLandlords,
  getLocation,
  getAreaReviewCount,
  getListings,
  getReportedRents,
  getBuildingListings,
  getLandlord,
  getLandlords,
  findLandlords,
  getSavedApartments,
  getSavedLandlords,
]
