import { type Static, Type } from 'typebox'
import { lookUp } from '../look-up'

export const DAY_PATTERN = '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$'

/** A day without a time of day: '2027-08-01'. */
export const Day = Type.String({ pattern: DAY_PATTERN })

export const ROOM_LIMITS = {
  beds: 20,
  baths: 20,
  rent: 1_000_000,
  leaseMonths: 60,
  squareFeet: 100_000,
  roomTypes: 30,
} as const

/** One kind of rooms that an apartment rents out. */
export const RoomType = Type.Object({
  beds: Type.Integer({ minimum: 0, maximum: ROOM_LIMITS.beds, description: '0 is a studio' }),
  baths: Type.Number({ minimum: 0, maximum: ROOM_LIMITS.baths }),
  rent: Type.Integer({
    minimum: 1,
    maximum: ROOM_LIMITS.rent,
    description: 'Monthly rent of one person in dollars',
  }),
  availableFrom: Type.Optional(Day),
  leaseMonths: Type.Optional(Type.Integer({ minimum: 1, maximum: ROOM_LIMITS.leaseMonths })),
  squareFeet: Type.Optional(Type.Integer({ minimum: 1, maximum: ROOM_LIMITS.squareFeet })),
})
export type RoomType = Static<typeof RoomType>

/** The fields that apartments had before they had room types. */
export interface RoomSummary {
  numBeds: number
  numBaths: number
  price: number
}

/**
 * What the older fields of an apartment say about its room types: the smallest one, which has the fewest beds, then the
 * lowest rent, then the fewest baths.
 * @returns undefined without room types: the older fields then say what they were given
 */
export function summarizeRooms(roomTypes: readonly RoomType[]): RoomSummary | undefined {
  const [smallest] = roomTypes.toSorted(
    (one, other) => one.beds - other.beds || one.rent - other.rent || one.baths - other.baths,
  )
  return smallest && { numBeds: smallest.beds, numBaths: smallest.baths, price: smallest.rent }
}

/** What an apartment may offer, with the names that people read. */
export const AMENITIES = {
  laundry: 'Laundry',
  parking: 'Parking',
  pets: 'Pets allowed',
  furnished: 'Furnished',
  'utilities-included': 'Utilities included',
  'air-conditioning': 'Air conditioning',
  dishwasher: 'Dishwasher',
  'bike-storage': 'Bike storage',
  'step-free': 'Step-free access',
  'roommate-matching': 'Roommate matching',
} as const
export type Amenity = keyof typeof AMENITIES

/** In the order in which pages list them. */
export const AMENITY_IDS = Object.keys(AMENITIES) as Amenity[]

/** Its name; of an amenity that only a newer version of the catalog knows, its id. */
export const amenityName = (id: string): string => lookUp<string>(AMENITIES, id) ?? id

/** A range of counts, both ends included. */
export interface CountRange {
  least: number
  most: number
}

/** How many beds and baths an apartment has, from its room types or else from its older fields. */
export function roomRangesOf({
  roomTypes = [],
  numBeds,
  numBaths,
}: {
  roomTypes?: readonly RoomType[]
  numBeds: number | null
  numBaths: number | null
}): { beds?: CountRange; baths?: CountRange } {
  const beds = roomTypes.length > 0 ? roomTypes.map((roomType) => roomType.beds) : [numBeds]
  const baths = roomTypes.length > 0 ? roomTypes.map((roomType) => roomType.baths) : [numBaths]
  return { beds: rangeOf(beds), baths: rangeOf(baths) }
}

function rangeOf(counts: (number | null)[]): CountRange | undefined {
  const known = counts.filter((count) => count !== null)
  return known.length > 0 ? { least: Math.min(...known), most: Math.max(...known) } : undefined
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** 'Aug 1, 2027'. Without Intl, whose first call takes 100 ms on a phone. */
export function dayText(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${MONTHS[(month ?? 1) - 1]} ${date}, ${year}`
}
