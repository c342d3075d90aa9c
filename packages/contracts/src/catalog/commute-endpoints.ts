import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint'
import { Id, publicRead, StrictObject } from '../shapes'
import { COMMUTE_MODES, Degrees, ListingCommute } from './commutes'
import { searchListings } from './endpoints'
import { Listing } from './listing'

/**
 * A place of the caller. `roundedCoordinates` rounds its coordinates; coordinates of campus places come from the
 * configuration.
 */
export const CommutePlace = StrictObject({
  id: Type.String({ pattern: '^[A-Za-z0-9-]{1,40}$' }),
  mode: Type.Enum([...COMMUTE_MODES]),
  ...Degrees,
})
export type CommutePlace = Static<typeof CommutePlace>

const Places = Type.Array(CommutePlace, { minItems: 1, maxItems: 5 })

const Routing = Type.Optional(
  Type.Object(
    { routed: Type.Integer({ minimum: 0 }), total: Type.Integer({ minimum: 0 }) },
    { description: 'How many commutes a router has returned so far; absent if none is configured' },
  ),
)

/** A POST, so that no cache, log or history contains the caller's places. It changes nothing. */
const privateRead = { rate: 'search', touches: [] } as const

export const getCommutes = endpoint('POST /api/commutes', {
  ...privateRead,
  summary:
    "How long the commutes from apartments to the caller's places take. Unknown apartments and commutes are left out.",
  body: StrictObject({ apartmentIds: Type.Array(Id, { maxItems: 100 }), places: Places }),
  reply: Type.Object({
    items: Type.Array(Type.Object({ apartmentId: Id, commutes: Type.Array(ListingCommute) })),
    routing: Routing,
  }),
})

export const searchNearPlaces = endpoint('POST /api/search-near-places', {
  ...privateRead,
  summary:
    "A search whose `commute` may name one of the caller's places. Listings contain that commute, or else the one to the first place.",
  body: StrictObject({ search: searchListings.query ?? Type.Object({}), places: Places }),
  reply: Type.Object({ items: Type.Array(Listing), total: Type.Integer(), routing: Routing }),
})

export const getCommuteOptions = endpoint('GET /api/commute-options', {
  ...publicRead,
  summary: 'Which commutes and addresses this site knows.',
  reply: Type.Object({
    modes: Type.Array(Type.Enum([...COMMUTE_MODES])),
    findsAddresses: Type.Boolean({ description: 'A geocoder is configured' }),
  }),
})

export const findAddress = endpoint('POST /api/find-address', {
  access: 'signed-in',
  touches: [],
  summary: 'Coordinates for an address, best match first; none far from the university.',
  body: StrictObject({ address: Type.String({ minLength: 3, maxLength: 200, pattern: '\\S' }) }),
  reply: Type.Object({
    items: Type.Array(
      Type.Object({ label: Type.String(), latitude: Type.Number(), longitude: Type.Number() }),
      {
        maxItems: 5,
      },
    ),
  }),
})
