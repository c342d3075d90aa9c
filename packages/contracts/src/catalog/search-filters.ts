import { type Static, Type } from 'typebox'
import { COMMUTE_MODES, type CommuteMode } from './commutes'
import { SEARCH_SORTS } from './listing'
import { Day } from './rooms'

/** Most digits a price filter takes. */
export const PRICE_DIGITS = 5

/** The way to a place, of at most so many minutes; without them it filters nothing. */
export interface Commute {
  placeId: string
  mode: CommuteMode
  minutes?: number
}

/** A commute in one parameter: `engQuad:walk:15`. */
export const CommuteFilter = Type.String({
  pattern: `^[A-Za-z0-9-]{1,40}:(${COMMUTE_MODES.join('|')})(:[1-9]\\d{0,2})?$`,
  description: `A landmark or building, ${COMMUTE_MODES.join(', ')}, and at most so many minutes: engQuad:walk:15. Without minutes it filters nothing, but listings have the commute and can be sorted by it`,
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
  initialSortBy: Type.Optional(Type.Enum([...SEARCH_SORTS])),
  initialSortLowToHigh: Type.Optional(Type.Boolean()),
})
export type SearchFilters = Static<typeof SearchFilters>
