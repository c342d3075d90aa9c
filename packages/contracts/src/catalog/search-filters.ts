import { type Static, Type } from 'typebox'
import { Day } from '../day'
import { type University } from '../university'
import { COMMUTE_MODES, type CommuteMode } from './commutes'
import { SEARCH_SORTS } from './listing'

/** Most digits a price filter takes. */
export const PRICE_DIGITS = 5

/** A commute of at most `minutes`; without a limit it filters nothing. */
export interface Commute {
  placeId: string
  mode: CommuteMode
  minutes?: number
}

/** A commute in one parameter: `engQuad:walk:15`. */
export const CommuteFilter = Type.String({
  pattern: `^[A-Za-z0-9-]{1,40}:(${COMMUTE_MODES.join('|')})(:[1-9]\\d{0,2})?$`,
  description: `A landmark or building, a mode (${COMMUTE_MODES.join(', ')}) and a limit in minutes: engQuad:walk:15. Without a limit it filters nothing, but listings contain the commute and can be sorted by it`,
})

/** A part of the map, in degrees. */
export interface MapBounds {
  south: number
  west: number
  north: number
  east: number
}

const DEGREES = '-?\\d{1,3}(\\.\\d{1,9})?'

/** A part of the map in one parameter: `42.43,-76.5,42.45,-76.47`. */
export const BoundsFilter = Type.String({
  pattern: `^${DEGREES}(,${DEGREES}){3}$`,
  description:
    'south,west,north,east in degrees: 42.43,-76.5,42.45,-76.47. Listings without coordinates never match',
})

/** The parts of `42.43,-76.5,42.45,-76.47`; undefined for anything else. */
export function parseBounds(bounds: string | undefined): MapBounds | undefined {
  const [south, west, north, east, ...others] = (bounds ?? '').split(',').map(Number)
  if (south === undefined || west === undefined || north === undefined || east === undefined) return undefined
  const isOnGlobe = south >= -90 && north <= 90 && west >= -180 && east <= 180
  return isOnGlobe && south < north && west < east && others.length === 0
    ? { south, west, north, east }
    : undefined
}

// Five decimals are about a meter.
const BOUNDS_DECIMALS = 5

/** `42.43,-76.5,42.45,-76.47`, as in the URL of a search and in the API. */
export const boundsText = ({ south, west, north, east }: MapBounds): string =>
  [south, west, north, east].map((degrees) => Number(degrees.toFixed(BOUNDS_DECIMALS))).join(',')

const Price = Type.String({ pattern: `^\\d{1,${PRICE_DIGITS}}$` })
const Count = Type.Integer({ minimum: 0, maximum: 100 })

/**
 * Filters of a search: the JSON in the `filters` parameter of /search. Links to it are kept and shared, so fields are
 * only ever added.
 */
export const SearchFilters = Type.Object({
  locations: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 12 })),
  minPrice: Type.Optional(Type.Union([Price, Type.Literal('')])),
  maxPrice: Type.Optional(Type.Union([Price, Type.Literal('')])),
  bedrooms: Type.Optional(Count),
  maxBedrooms: Type.Optional(Count),
  bathrooms: Type.Optional(Count),
  commute: Type.Optional(CommuteFilter),
  amenities: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 })),
  availableBy: Type.Optional(Day),
  without: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 })),
  bounds: Type.Optional(BoundsFilter),
  initialSortBy: Type.Optional(Type.Enum([...SEARCH_SORTS])),
  initialSortLowToHigh: Type.Optional(Type.Boolean()),
})
export type SearchFilters = Static<typeof SearchFilters>

/** The filters as query parameters of the API, without the order. */
export function filterParams(filters: SearchFilters, areas: University['areas']) {
  const { locations, minPrice, maxPrice, bedrooms, maxBedrooms, bathrooms } = filters
  const { commute, amenities, availableBy, without, bounds } = filters
  const areaId = (name: string) => areas.find((area) => area.name === name)?.id ?? name
  return {
    ...(locations && { locations: locations.map(areaId).join(',') }),
    ...(minPrice && { minPrice: Number(minPrice) }),
    ...(maxPrice && { maxPrice: Number(maxPrice) }),
    ...(bedrooms && { bedrooms }),
    ...(maxBedrooms !== undefined && { maxBedrooms }),
    ...(bathrooms && { bathrooms }),
    ...(commute && { commute }),
    ...(amenities && { amenities: amenities.join(',') }),
    ...(availableBy && { availableBy }),
    ...(without && { without: without.join(',') }),
    ...(bounds && { bounds }),
  }
}

const MODE_LABELS: Record<CommuteMode, { within: string; by: string }> = {
  walk: { within: 'walk', by: 'on foot' },
  bike: { within: 'by bike', by: 'by bike' },
  drive: { within: 'drive', by: 'by car' },
  bus: { within: 'by bus', by: 'by bus' },
}

/** 'Within 15 min walk of Upson Hall', or without a limit 'To Upson Hall on foot'. */
export const commuteLabel = ({ mode, minutes }: Omit<Commute, 'placeId'>, name: string): string =>
  minutes === undefined
    ? `To ${name} ${MODE_LABELS[mode].by}`
    : `Within ${minutes} min ${MODE_LABELS[mode].within} of ${name}`

/** The parts of `engQuad:walk:15`; undefined for anything else. */
export function parseCommute(commute: string | undefined): Commute | undefined {
  const [placeId = '', mode = '', minutes] = (commute ?? '').split(':')
  const knownMode = COMMUTE_MODES.find((name) => name === mode)
  if (!placeId || !knownMode) return undefined
  if (minutes === undefined) return { placeId, mode: knownMode }
  return /^[1-9]\d{0,2}$/.test(minutes) ? { placeId, mode: knownMode, minutes: Number(minutes) } : undefined
}

/** `engQuad:walk:15`, as URLs of searches and the API take it. */
export const commuteText = ({ placeId, mode, minutes }: Commute): string =>
  minutes === undefined ? `${placeId}:${mode}` : `${placeId}:${mode}:${minutes}`
