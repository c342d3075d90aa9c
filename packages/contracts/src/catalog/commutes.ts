import { type Static, Type } from 'typebox'

export const COMMUTE_MODES = ['walk', 'bike', 'drive', 'bus'] as const
export type CommuteMode = (typeof COMMUTE_MODES)[number]

export const COMMUTE_MODE_NAMES: Record<CommuteMode, string> = {
  walk: 'On foot',
  bike: 'By bike',
  drive: 'By car',
  bus: 'By bus',
}

export const Degrees = {
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
}

/**
 * Coordinates of a personal place as they leave the browser: to a thousandth of a degree, about 110 by 80 meters in Ithaca.
 * The rounding hides the house, and is off by less than a minute on foot.
 */
export const roundedCoordinates = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
  latitude: Math.round(latitude * 1000) / 1000,
  longitude: Math.round(longitude * 1000) / 1000,
})

/** The commute from an apartment to a place. */
export const ListingCommute = Type.Object(
  {
    placeId: Type.String({ description: 'A landmark or building, or a place of the caller' }),
    mode: Type.Enum([...COMMUTE_MODES]),
    minutes: Type.Integer({ minimum: 0 }),
    isEstimate: Type.Boolean({ description: 'Estimated from the distance, not computed along streets' }),
    isOnFoot: Type.Optional(
      Type.Boolean({
        description: 'By bus: walking all the way is faster, so these are the minutes of that',
      }),
    ),
  },
  { description: 'The commute to the place that the caller names; absent while it is unknown' },
)
export type ListingCommute = Static<typeof ListingCommute>
