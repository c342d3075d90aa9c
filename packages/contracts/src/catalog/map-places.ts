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

/** If one point has more places, they are only counted until the map is at its closest zoom. */
export const MAX_PLACES_AT_POINT = 100

/** Apartments whose pins would overlap. */
export const MapPlaceCluster = Type.Object({
  latitude: Degrees,
  longitude: Degrees,
  count: Type.Integer({ minimum: 2 }),
  zoom: Type.Integer({ description: 'The lowest zoom at which it splits' }),
  bounds: Type.Optional(
    Type.Object(
      { south: Degrees, west: Degrees, north: Degrees, east: Degrees },
      { description: 'What contains all of its places' },
    ),
  ),
  places: Type.Optional(
    Type.Array(MapPlace, {
      maxItems: MAX_PLACES_AT_POINT,
      description: 'All of them, where they are at the same point, so that no zoom separates them',
    }),
  ),
})
export type MapPlaceCluster = Static<typeof MapPlaceCluster>

export const MapPlaces = Type.Object({
  places: Type.Array(MapPlace),
  clusters: Type.Array(MapPlaceCluster),
  unlocated: Type.Integer({
    description: 'How many match except for the bounds, but have no coordinates, so that no map shows them',
  }),
})
export type MapPlaces = Static<typeof MapPlaces>
