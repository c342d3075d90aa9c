import { type Static, Type } from 'typebox'
import { Id } from '../shapes'

const Degrees = Type.Number({ description: 'In degrees, to about a meter' })

/** An apartment as a pin shows it. */
export const MapPlace = Type.Object({
  id: Id,
  name: Type.String(),
  latitude: Degrees,
  longitude: Degrees,
  leastRent: Type.Optional(
    Type.Number({
      description: 'Lowest monthly rent in dollars that the landlord lists; absent while unknown',
    }),
  ),
  avgRating: Type.Optional(Type.Number({ description: 'Absent without reviews' })),
})
export type MapPlace = Static<typeof MapPlace>

/** Apartments that would lie on each other. */
export const MapPlaceCluster = Type.Object({
  latitude: Degrees,
  longitude: Degrees,
  count: Type.Integer({ minimum: 2 }),
  zoom: Type.Integer({ description: 'The lowest at which it comes apart' }),
})
export type MapPlaceCluster = Static<typeof MapPlaceCluster>

export const MapPlaces = Type.Object({
  places: Type.Array(MapPlace),
  clusters: Type.Array(MapPlaceCluster),
  unlocated: Type.Integer({
    description: 'How many match apart from the bounds and have no coordinates, so that no map shows them',
  }),
})
export type MapPlaces = Static<typeof MapPlaces>
