import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint'
import { Id, pageCursor, pageOf, pageQuery, StrictObject, Timestamp } from '../shapes'

/**
 * The reason why an apartment has no coordinates.
 * - `waiting`: its address will be looked up.
 * - `no-geocoder`: no geocoder is configured.
 * - `no-address`: there is nothing to look up.
 * - `not-found`: the geocoder does not know the address.
 * - `imprecise`: it knows the street or the town, not the house.
 * - `ambiguous`: several places have this address.
 * - `outside`: the place it knows is too far from the university.
 * - `rejected`: it refused the request for this address.
 * - `removed`: an administrator removed the coordinates.
 */
export const PlacementProblem = Type.Enum([
  'waiting',
  'no-geocoder',
  'no-address',
  'not-found',
  'imprecise',
  'ambiguous',
  'outside',
  'rejected',
  'removed',
])
export type PlacementProblem = Static<typeof PlacementProblem>

export const UnplacedApartment = Type.Object({
  id: Id,
  name: Type.String(),
  address: Type.String(),
  area: Type.String(),
  problem: PlacementProblem,
  detail: Type.Optional(Type.String({ description: 'In the words of the geocoder' })),
  lookedUpAt: Type.Optional(Timestamp),
  nextLookupAt: Type.Optional(Timestamp),
  suggestion: Type.Optional(
    Type.Object(
      {
        latitude: Type.Number(),
        longitude: Type.Number(),
        label: Type.String({ description: 'The address it stands for' }),
      },
      { description: 'The nearest the geocoder came; not shown to the public' },
    ),
  ),
})
export type UnplacedApartment = Static<typeof UnplacedApartment>

export const listUnplacedApartments = endpoint('GET /api/admin/unplaced-apartments', {
  summary: 'A page of the apartments that are not on the map, with the reason for each.',
  access: 'admin',
  query: StrictObject({ cursor: pageCursor({ maxLength: 200 }), size: pageQuery.size }),
  reply: Type.Object({
    ...pageOf(UnplacedApartment).properties,
    geocoder: Type.Object({
      provider: Type.Enum(['google', 'nominatim', 'none']),
      pausedUntil: Type.Optional(Timestamp),
      pauseReason: Type.Optional(Type.String()),
    }),
  }),
})

export const retryGeocoding = endpoint('POST /api/admin/unplaced-apartments/retry', {
  summary: 'Looks the addresses of these apartments up again, or of all that are not on the map. Idempotent.',
  access: 'admin',
  body: StrictObject({ apartmentIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 100 })) }),
  touches: [],
  reply: Type.Object({ queued: Type.Integer({ description: 'How many addresses will be looked up' }) }),
})
