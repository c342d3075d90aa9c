import { type Static, Type } from 'typebox'
import { Day } from '../day'

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
 * Values of the older fields of an apartment with room types, from the smallest room type: the fewest beds, then the lowest
 * rent, then the fewest baths.
 * @returns undefined without room types: the older fields then have their own values
 */
export function summarizeRooms(roomTypes: readonly RoomType[]): RoomSummary | undefined {
  const [smallest] = roomTypes.toSorted((a, b) => a.beds - b.beds || a.rent - b.rent || a.baths - b.baths)
  return smallest && { numBeds: smallest.beds, numBaths: smallest.baths, price: smallest.rent }
}

/** A range of counts, both ends included. */
export interface CountRange {
  least: number
  most: number
}

/** Numbers of beds and baths of an apartment, from its room types or else from its older fields. */
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
  const numbers = counts.filter((count) => count !== null)
  return numbers.length > 0 ? { least: Math.min(...numbers), most: Math.max(...numbers) } : undefined
}
