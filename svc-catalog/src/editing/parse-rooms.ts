import { quote, readNumber, ROOM_LIMITS, type RoomType } from '@offquad/contracts'
import { isBlank, listOf, readDay } from '@offquad/service-kit/import-fields'
import { type RowReader, withoutAbsent } from './parse-row'

const EXAMPLE = '"2 beds, 1 bath, $950, from 2027-08-01, 12 months, 700 sq ft; studio, 1 bath, $800"'

const ROOM_FIELDS = ['beds', 'baths', 'rent', 'availableFrom', 'leaseMonths', 'squareFeet'] as const
type RoomField = (typeof ROOM_FIELDS)[number]
type RawRoomType = Partial<Record<RoomField, unknown>>

/**
 * Reads the room types of a row: a list of objects, JSON of one, or a text like EXAMPLE. Each problem names the room type
 * and its field. Undefined if the row has no such column.
 */
export function readRoomTypes(reader: RowReader): RoomType[] | undefined {
  const raw = reader.optional('roomTypes', listRoomTypes)
  return raw?.map((roomType, index) => {
    const rejectField = (field: RoomField, text: string) =>
      reader.reject({
        field: `roomTypes.${index}.${field}`,
        subject: `${field} of room type ${index + 1}`,
        text,
      })
    return readRoomType(roomType, rejectField)
  })
}

function listRoomTypes(value: unknown): RawRoomType[] {
  const listed = listOf(value, splitRoomTypes)
  if (listed.length > ROOM_LIMITS.roomTypes)
    throw new Error(`has ${listed.length} entries, ${ROOM_LIMITS.roomTypes} at most`)
  return listed.map((entry, index) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
      throw new Error(`must be a list of objects or a text like ${EXAMPLE}, not ${quote(value)}`)
    const unknown = Object.keys(entry).filter((name) => !ROOM_FIELDS.some((field) => field === name))
    if (unknown.length > 0)
      throw new Error(
        `entry ${index + 1} has unknown fields (${unknown.join(', ')}): use ${ROOM_FIELDS.join(', ')}`,
      )
    return entry
  })
}

/** The parts of a room type in a text; each pattern captures the value. */
const PARTS: [RoomField, RegExp][] = [
  ['beds', /^(\d+)[ -]*(?:beds?|bedrooms?|br)$/i],
  ['baths', /^([\d.]+)[ -]*(?:baths?|bathrooms?|ba)$/i],
  ['rent', /^\$ *([\d,.]+)(?: *(?:\/|a|per) *mo(?:nth)?)?$/i],
  ['availableFrom', /^(?:available )?from (.+)$/i],
  ['leaseMonths', /^(\d+)[ -]*months?(?: lease)?$/i],
  ['squareFeet', /^([\d,]+) *(?:sq\.? *ft\.?|square feet)$/i],
]

function splitRoomTypes(text: string): RawRoomType[] {
  return text
    .split(/[;\n]/)
    .filter((room) => room.trim() !== '')
    .map((room) => {
      // A comma within a number or before a year is not a separator.
      const parts = room.split(/,(?!\d{3}(?!\d)| *20\d\d *(?:,|$))/).map((part) => part.trim())
      return Object.fromEntries(parts.filter(Boolean).map(readPart))
    })
}

function readPart(part: string): [RoomField, unknown] {
  if (/^studio$/i.test(part)) return ['beds', 0]
  for (const [field, pattern] of PARTS) {
    const value = pattern.exec(part)?.[1]
    if (value !== undefined) return [field, value]
  }
  throw new Error(`has ${quote(part)}, which is not part of a room type: write a text like ${EXAMPLE}`)
}

function readRoomType(raw: RawRoomType, reject: (field: RoomField, text: string) => void): RoomType {
  function read<T>(field: RoomField, isRequired: boolean, reader: (value: unknown) => T): T | undefined {
    if (isBlank(raw[field])) {
      if (isRequired) reject(field, 'is missing: fill it in')
      return undefined
    }
    try {
      return reader(raw[field])
    } catch (error) {
      reject(field, (error as Error).message)
      return undefined
    }
  }

  return {
    // A row with a problem is rejected, so these placeholders for missing values are never stored.
    beds: read('beds', true, wholeFrom(0, ROOM_LIMITS.beds)) ?? 0,
    baths: read('baths', true, readBaths) ?? 0,
    rent: read('rent', true, wholeFrom(1, ROOM_LIMITS.rent)) ?? 0,
    ...withoutAbsent({
      availableFrom: read('availableFrom', false, readDay),
      leaseMonths: read('leaseMonths', false, wholeFrom(1, ROOM_LIMITS.leaseMonths)),
      squareFeet: read('squareFeet', false, wholeFrom(1, ROOM_LIMITS.squareFeet)),
    }),
  }
}

function wholeFrom(least: number, most: number) {
  return (value: unknown): number => {
    const fits = (amount: number) => Number.isInteger(amount) && amount >= least && amount <= most
    return readNumber(value, fits, `a whole number from ${least} to ${most}`)
  }
}

const readBaths = (value: unknown): number =>
  readNumber(
    value,
    (baths) => baths >= 0 && baths <= ROOM_LIMITS.baths,
    `a number from 0 to ${ROOM_LIMITS.baths}`,
  )
