import { type Static, Type } from 'typebox'
import { Day } from '../day'
import { ReviewTopic, TopicList } from '../reviews/topics'
import { Id, Nullable } from '../shapes'
import { ListingCommute } from './commutes'
import { RoomType } from './rooms'

/** An area's id as config/university.json names it, or OTHER. */
export const AreaId = Type.String({ pattern: '^[A-Z]+$' })

/** Maximum number of pictures of an apartment or a landlord. */
export const MAX_PLACE_PHOTOS = 20

/** Origin of coordinates: the listing itself, a geocoder from its address, or an administrator on the map. */
export const CoordinatesSource = Type.Enum(['listed', 'geocoded', 'placed'])
export type CoordinatesSource = Static<typeof CoordinatesSource>

export const Apartment = Type.Object({
  id: Id,
  name: Type.String(),
  address: Type.String(),
  landlordId: Nullable(Type.String()),
  numBeds: Nullable(Type.Number({ description: 'Of the smallest room type, where there are any' })),
  numBaths: Nullable(Type.Number({ description: 'Of the smallest room type, where there are any' })),
  price: Nullable(
    Type.Number({
      description: 'Monthly rent of one person in dollars; of the smallest room type, where there are any',
    }),
  ),
  roomTypes: Type.Optional(Type.Array(RoomType, { description: 'Absent where none is known' })),
  amenities: Type.Optional(
    Type.Array(Type.String(), { description: 'Absent where none is known; later versions may know more' }),
  ),
  photos: Type.Array(Type.String()),
  area: AreaId,
  latitude: Nullable(Type.Number({ minimum: -90, maximum: 90 })),
  longitude: Nullable(Type.Number({ minimum: -180, maximum: 180 })),
  coordinatesSource: Type.Optional(CoordinatesSource),
  distanceToCampus: Nullable(Type.Number({ description: 'Walking minutes to Ho Plaza' })),
  isDistanceEstimate: Type.Optional(
    Type.Boolean({
      description: 'distanceToCampus is computed from the straight line; absent while it is unknown',
    }),
  ),
})
export type Apartment = Static<typeof Apartment>

/** The rent that students report. */
export const ReportedRent = Type.Object(
  {
    bracket: Type.Integer({ minimum: 1, maximum: 6, description: 'Median price bracket' }),
    reports: Type.Integer({ minimum: 1, description: 'How many visible reviews name one; at least three' }),
  },
  { description: 'What students say they pay' },
)
export type ReportedRent = Static<typeof ReportedRent>

/** The criteria of a search that a listing meets, so that its card can say why it matches. */
export const SearchMatch = Type.Object({
  room: Type.Optional(
    Type.Object(
      {
        beds: Nullable(Type.Number()),
        baths: Nullable(Type.Number()),
        rent: Nullable(Type.Number({ description: 'Monthly rent of one person in dollars' })),
        availableFrom: Type.Optional({ ...Day, description: 'If the search names a date' }),
      },
      { description: 'The cheapest room type that meets all filters of rooms, rent and date' },
    ),
  ),
  amenities: Type.Optional(Type.Array(Type.String())),
  without: Type.Optional(Type.Array(ReviewTopic, { description: 'Topics that no review criticizes' })),
})
export type SearchMatch = Static<typeof SearchMatch>

/** An apartment as a card shows it, with the stats of its publicly visible reviews. */
export const Listing = Type.Object({
  buildingData: Apartment,
  numReviews: Type.Integer(),
  avgRating: Type.Number({ description: 'Unrounded mean of overallRating, 0 when there is none' }),
  weightedRating: Type.Optional(
    Type.Number({
      description:
        'avgRating, lowered towards the mean of all reviews the fewer there are: for ordering, not for show',
    }),
  ),
  avgPrice: Type.Number({ description: 'Mean price bracket (1 to 6) of reviews that name one, 0 when none' }),
  company: Type.Optional(Type.String({ description: "The landlord's name" })),
  reportedRent: Type.Optional(ReportedRent),
  commute: Type.Optional(ListingCommute),
  topics: Type.Optional(TopicList),
  match: Type.Optional(SearchMatch),
})
export type Listing = Static<typeof Listing>

const Minutes = Nullable(Type.Number({ minimum: 0, description: 'minutes' }))

/** Minutes to each landmark; all null, without other fields, while the apartment's coordinates are unknown. */
export const TravelTimes = Type.Object({
  engQuadWalking: Minutes,
  engQuadDriving: Minutes,
  hoPlazaWalking: Minutes,
  hoPlazaDriving: Minutes,
  agQuadWalking: Minutes,
  agQuadDriving: Minutes,
  isEstimate: Type.Optional(
    Type.Boolean({ description: 'At least one of them is computed from the straight line' }),
  ),
  provider: Type.Optional(
    Type.Enum(['google', 'osrm'], { description: 'Whose streets the others lead along' }),
  ),
})
export type TravelTimes = Static<typeof TravelTimes>

export const Landlord = Type.Object({
  id: Id,
  name: Type.String(),
  contact: Nullable(Type.String({ description: 'Link' })),
  address: Nullable(Type.String()),
  avgRating: Type.Number(),
  numReviews: Type.Integer(),
  profilePhoto: Type.Optional(Type.String()),
  photos: Type.Array(Type.String()),
  properties: Type.Array(Type.String()),
  reviews: Type.Array(Type.String()),
  topics: Type.Optional(TopicList),
})
export type Landlord = Static<typeof Landlord>

export const SearchResult = Type.Object({
  id: Id,
  name: Type.String(),
  address: Type.String(),
  label: Type.Union([Type.Literal('LANDLORD'), Type.Literal('APARTMENT')]),
})
export type SearchResult = Static<typeof SearchResult>

export const LISTING_SORTS = [
  'numReviews',
  'avgRating',
  'weightedRating',
  'distanceToCampus',
  'price',
  'originalOrder',
] as const

/** The orders of a search; `commute` only together with a commute. */
export const SEARCH_SORTS = [...LISTING_SORTS, 'commute'] as const
