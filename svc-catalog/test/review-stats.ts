import { type LandlordStats, type ListingStats, type ReviewStats } from '@offquad/contracts'
import { NO_STATS } from '../src/catalog-index/catalog-index'
import { type Context } from '../src/context'
import { storeStats } from '../src/review-stats/review-stats.repository'

export type SentListing = Partial<ListingStats> & Pick<ListingStats, 'aptId'> & { version: number }
export type SentLandlord = Partial<LandlordStats> & Pick<LandlordStats, 'landlordId'> & { version: number }

/** The message of svc-reviews about one apartment. */
export const ofListing = ({ version, ...stats }: SentListing): ReviewStats => ({
  version,
  listings: [{ ...NO_STATS, ...stats }],
  landlords: [],
})

/** The message of svc-reviews about one landlord. */
export const ofLandlord = ({ version, ...stats }: SentLandlord): ReviewStats => ({
  version,
  listings: [],
  landlords: [{ numReviews: 0, avgRating: 0, reviewIds: [], topics: [], ...stats }],
})

export const updateListingStats = (context: Context, stats: SentListing): Promise<void> =>
  storeStats(context, ofListing(stats))

export const updateLandlordStats = (context: Context, stats: SentLandlord): Promise<void> =>
  storeStats(context, ofLandlord(stats))
