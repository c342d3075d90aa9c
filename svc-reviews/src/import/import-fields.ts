import {
  ANONYMOUS,
  cleanText,
  countSeen,
  type Decline,
  DECLINE_REASONS,
  MAX_DECLINE_NOTE_CHARACTERS,
  MAX_REVIEW_CHARACTERS,
  MIN_REVIEW_CHARACTERS,
  quote,
  readNumber,
  REVIEW_STATUSES,
  type ReviewStatus,
} from '@offquad/contracts'
import { dayOf } from '@offquad/service-kit'
import { type ImportedRow, isBlank, readDay, readOptionalId } from '@offquad/service-kit/import-fields'

const EARLIEST = Date.UTC(2000, 0, 1)

/** Other spellings of a field in old exports. */
const ALIASES: Record<string, string[]> = { 'detailedRatings.conditions': ['detailedRatings.condition'] }

function atPath(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (Object.hasOwn(value, path)) return (value as ImportedRow)[path]
  const dot = path.indexOf('.')
  return dot === -1 ? undefined : atPath((value as ImportedRow)[path.slice(0, dot)], path.slice(dot + 1))
}

/** The value of a field, whether its key is flat ("detailedRatings.safety") or nested, under any known spelling. */
export function valueOf(row: ImportedRow, field: string): unknown {
  const spellings = [field, ...(ALIASES[field] ?? [])]
  return spellings.map((spelling) => atPath(row, spelling)).find((value) => !isBlank(value))
}

export function readId(value: unknown): string {
  const id = readOptionalId(value)
  if (id === null) throw new Error('is missing')
  return id
}

/** The author; null if the row has none. Exports of public responses contain a constant instead. */
export function readAuthor(value: unknown): string | null {
  const userId = readOptionalId(value)
  return userId === ANONYMOUS ? null : userId
}

/** The decline, in the shape of the administrators' API; most rows have none. */
export function readDecline(value: unknown): Decline | undefined {
  if (isBlank(value)) return undefined
  const reason = DECLINE_REASONS.find((name) => name === atPath(value, 'reason'))
  if (!reason) throw new Error(`has a reason that is not one of ${DECLINE_REASONS.join(', ')}`)
  const note = atPath(value, 'note')
  if (isBlank(note)) return { reason }
  if (typeof note !== 'string') throw new Error('has a note that is not a text')
  if (note.length > MAX_DECLINE_NOTE_CHARACTERS)
    throw new Error(`has a note longer than ${MAX_DECLINE_NOTE_CHARACTERS} characters`)
  return { reason, note: cleanText(note) }
}

/** Old exports contain only approved reviews and have no column for the status. */
export function readStatus(value: unknown): ReviewStatus {
  if (isBlank(value)) return 'APPROVED'
  const status = REVIEW_STATUSES.find((name) => name === String(value).trim().toUpperCase())
  if (!status) throw new Error(`is not one of ${REVIEW_STATUSES.join(', ')}`)
  return status
}

/** Old exports contain 0, null or nothing if no stars were given. */
export function readRating(value: unknown): number {
  const fits = (rating: number) => rating === 0 || (rating >= 1 && rating <= 5)
  const rating = isBlank(value) ? 0 : readNumber(value, fits, 'a number from 1 to 5')
  if (rating === 0) throw new Error('is missing')
  return rating
}

/** A reader of whole numbers from 0 to `most`; blank values are 0. */
export function readWholeNumber(most: number): (value: unknown) => number {
  const fits = (number: number) => Number.isInteger(number) && number >= 0 && number <= most
  return (value) => (isBlank(value) ? 0 : readNumber(value, fits, `a whole number from 0 to ${most}`))
}

export function readReviewText(value: unknown): string {
  if (isBlank(value)) throw new Error('is missing')
  if (typeof value !== 'string') throw new Error('is not a text')
  const text = cleanText(value)
  const length = countSeen(text)
  if (length < MIN_REVIEW_CHARACTERS) throw new Error(`is shorter than ${MIN_REVIEW_CHARACTERS} characters`)
  if (length > MAX_REVIEW_CHARACTERS)
    throw new Error(`is longer than ${MAX_REVIEW_CHARACTERS} characters (${length})`)
  return text
}

/** A day (noon UTC, which is in that day in most places), a time in ISO 8601 or after a day (UTC by default), or epoch milliseconds. */
export function readPastDate(value: unknown, now: Date): Date {
  if (isBlank(value)) throw new Error('is missing')
  const date = new Date(timeOf(value))
  if (dayOf(date) > dayOf(now)) throw new Error('is in the future')
  if (date.getTime() < EARLIEST)
    throw new Error(`is before the year 2000 (${date.toISOString()}): write it like 2024-08-31`)
  return date
}

// The time of "2024-08-31T23:30:00-04:00" or "8/31/2024 11:30 PM".
const TIME =
  /^(.+\d)[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)? ?([ap]m)? ?(Z|[+-]\d{2}:?\d{2})?$/i

function timeOf(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  const text = typeof value === 'string' ? value.trim() : ''
  if (/^\d{9,}$/.test(text)) return Number(text)
  const [, day = value, hours, minutes, seconds = '00', fraction = '0', half, zone = 'Z'] =
    TIME.exec(text) ?? []
  if (hours === undefined) return Date.parse(`${readDay(day)}T12:00:00Z`)
  const midnight = `${readDay(day)}T00:00:00${zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`
  const hour = half ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours)
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59)
    throw new Error(`must be a day like 2027-08-01, not ${quote(value)}`)
  const ofDay =
    ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'))
  // Spreadsheets and databases add midnight to a day; midnight UTC is still the previous day in America.
  if (ofDay === 0 && zone.toUpperCase() === 'Z') return Date.parse(`${readDay(day)}T12:00:00Z`)
  return Date.parse(midnight) + ofDay
}
