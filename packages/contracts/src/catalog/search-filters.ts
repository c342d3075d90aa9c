import { type Static, Type } from 'typebox'
import { LISTING_SORTS } from './listing'
import { Day } from './rooms'

/** Most digits a price filter takes. */
export const PRICE_DIGITS = 5

export const COMMUTE_MODES = ['walk', 'drive'] as const
export type CommuteMode = (typeof COMMUTE_MODES)[number]

/** At most so many minutes to a landmark of the university. */
export interface Commute {
  placeId: string
  mode: CommuteMode
  minutes: number
}

/** A commute in one parameter: `engQuad:walk:15`. */
export const CommuteFilter = Type.String({
  pattern: `^[A-Za-z0-9-]{1,40}:(${COMMUTE_MODES.join('|')}):[1-9]\\d{0,2}$`,
  description: 'landmark:walk|drive:minutes, at most so many minutes to it: engQuad:walk:15',
})

const Price = Type.String({ pattern: `^\\d{1,${PRICE_DIGITS}}$` })
const AtLeast = Type.Integer({ minimum: 0, maximum: 100 })

/**
 * What narrows a search: the JSON in the `filters` parameter of /search. Links to it are kept and shared, so fields are
 * only ever added.
 */
export const SearchFilters = Type.Object({
  locations: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 12 })),
  minPrice: Type.Optional(Type.Union([Price, Type.Literal('')])),
  maxPrice: Type.Optional(Type.Union([Price, Type.Literal('')])),
  bedrooms: Type.Optional(AtLeast),
  bathrooms: Type.Optional(AtLeast),
  commute: Type.Optional(CommuteFilter),
  amenities: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 })),
  availableBy: Type.Optional(Day),
  without: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 })),
  initialSortBy: Type.Optional(Type.Enum([...LISTING_SORTS])),
  initialSortLowToHigh: Type.Optional(Type.Boolean()),
})
export type SearchFilters = Static<typeof SearchFilters>
