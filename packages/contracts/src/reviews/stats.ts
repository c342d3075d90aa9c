import { type Static, Type } from 'typebox'
import { ReportedRent } from '../catalog/listing'
import { RentReports } from '../catalog/reported-rent-endpoints'
import { Id, Nullable } from '../shapes'
import { TopicList } from './topics'

/** Stats of the publicly visible reviews of an apartment. */
export const ListingStats = Type.Object({
  aptId: Id,
  numReviews: Type.Integer({ minimum: 0 }),
  avgRating: Type.Number(),
  avgPrice: Type.Number(),
  lastReviewedAt: Nullable(Type.String({ format: 'date-time' })),
  reportedRent: Nullable(ReportedRent),
  topics: TopicList,
  rents: Type.Array(RentReports, { description: 'Each year and number of bedrooms once' }),
  signedMonths: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0 }), {
      minItems: 12,
      maxItems: 12,
      description: 'How many authors signed the lease in January, in February, and so on',
    }),
  ),
})
export type ListingStats = Static<typeof ListingStats>

/** Stats of the publicly visible reviews of a landlord. */
export const LandlordStats = Type.Object({
  landlordId: Id,
  numReviews: Type.Integer({ minimum: 0 }),
  avgRating: Type.Number(),
  reviewIds: Type.Array(Type.String()),
  topics: TopicList,
})
export type LandlordStats = Static<typeof LandlordStats>

/** Stats that were computed together, possibly of apartments and landlords that svc-catalog does not have yet. */
export const ReviewStats = Type.Object({
  version: Type.Integer({ minimum: 1, description: 'Rises with every computation; older stats are ignored' }),
  listings: Type.Array(ListingStats),
  landlords: Type.Array(LandlordStats),
})
export type ReviewStats = Static<typeof ReviewStats>
