import { type Static, Type } from 'typebox'
import { COMMUTE_MODES, Degrees } from '../catalog/commutes'
import { endpoint } from '../endpoint'
import { NoContent, StrictObject } from '../shapes'

export const MAX_MY_PLACES = 5
export const PLACE_NAME_LENGTH = 60

/** Made up by the browser. Never the id of a landmark or building, so a link tells whose place it names. */
export const MyPlaceId = Type.String({ pattern: '^my-[0-9a-z]{8,32}$' })

/** Whether a place in a search is somebody's own rather than one on campus. */
export const isMyPlaceId = (placeId: string): boolean => placeId.startsWith('my-')

const content = {
  name: Type.String({ minLength: 1, maxLength: PLACE_NAME_LENGTH, pattern: '\\S' }),
  mode: Type.Enum([...COMMUTE_MODES]),
  ...Degrees,
  campusPlaceId: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9-]{1,40}$', description: 'The landmark or building that it is' }),
  ),
}

/** A place that somebody goes to, and how. */
export const MyPlace = StrictObject({ id: MyPlaceId, ...content })
export type MyPlace = Static<typeof MyPlace>

const MyPlaceParams = Type.Object({ id: MyPlaceId })

export const getMyPlaces = endpoint('GET /api/my-places', {
  summary: 'The places I go to, in my order: cards show the way to the first.',
  access: 'signed-in',
  cost: 1,
  reply: Type.Object({ items: Type.Array(MyPlace, { maxItems: MAX_MY_PLACES }) }),
})

export const putMyPlace = endpoint('PUT /api/my-places/:id', {
  summary: `Adds or replaces a place I go to; at most ${MAX_MY_PLACES}. Idempotent.`,
  access: 'signed-in',
  touches: [],
  params: MyPlaceParams,
  body: StrictObject(content),
  reply: MyPlace,
  problems: [409],
})

export const removeMyPlace = endpoint('POST /api/my-places/:id/remove', {
  summary: 'Removes a place I went to. Idempotent.',
  access: 'signed-in',
  touches: [],
  params: MyPlaceParams,
  status: 204,
  reply: NoContent,
})

export const orderMyPlaces = endpoint('POST /api/my-places/order', {
  summary: 'Puts the places I go to in order; those that are not named come last. Idempotent.',
  access: 'signed-in',
  touches: [],
  body: StrictObject({ ids: Type.Array(MyPlaceId, { maxItems: MAX_MY_PLACES }) }),
  reply: Type.Object({ items: Type.Array(MyPlace, { maxItems: MAX_MY_PLACES }) }),
})

/** The places in the order of these ids; those that are not named come last, as they were. */
export function inPlaceOrder(places: readonly MyPlace[], ids: readonly string[]): MyPlace[] {
  const named = [...new Set(ids)].flatMap((id) => places.find((place) => place.id === id) ?? [])
  return [...named, ...places.filter(({ id }) => !ids.includes(id))]
}

/** The key in the browser's storage of the places of a visitor who is not signed in. */
export const MY_PLACES_KEY = 'offquad/my-places'
