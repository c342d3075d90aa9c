import {
  ANONYMOUS,
  type Decline,
  DECLINE_REASONS,
  MAX_DECLINE_NOTE_CHARACTERS,
  MAX_REVIEW_CHARACTERS,
  MIN_REVIEW_CHARACTERS,
  REVIEW_STATUSES,
  type ReviewStatus,
} from '@offquad/contracts'
import { type ImportedRow, isBlank, readOptionalId, toNumber } from '@offquad/service-kit/import-fields'

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

/** In the shape of the administrators' API; most rows have none. */
export function readDecline(value: unknown): Decline | undefined {
  if (isBlank(value)) return undefined
  const reason = DECLINE_REASONS.find((one) => one === atPath(value, 'reason'))
  if (!reason) throw new Error(`has a reason that is not one of ${DECLINE_REASONS.join(', ')}`)
  const note = atPath(value, 'note')
  if (isBlank(note)) return { reason }
  if (typeof note !== 'string') throw new Error('has a note that is not a text')
  if (note.length > MAX_DECLINE_NOTE_CHARACTERS)
    throw new Error(`has a note longer than ${MAX_DECLINE_NOTE_CHARACTERS} characters`)
  return { reason, note: note.trim() }
}

/** Old exports contain only approved reviews and have no column for the status. */
export function readStatus(value: unknown): ReviewStatus {
  if (isBlank(value)) return 'APPROVED'
  const status = REVIEW_STATUSES.find((one) => one === String(value).trim().toUpperCase())
  if (!status) throw new Error(`is not one of ${REVIEW_STATUSES.join(', ')}`)
  return status
}

/** Old exports contain 0, null or nothing if no stars were given. */
export function readRating(value: unknown): number {
  const rating = isBlank(value) ? 0 : toNumber(value)
  if (rating === 0) throw new Error('is missing')
  if (!(rating >= 1 && rating <= 5)) throw new Error('is not from 1 to 5')
  return rating
}

/** A reader of whole numbers from 0 to `most`; blank values are 0. */
export function readWholeNumber(most: number): (value: unknown) => number {
  return (value) => {
    const number = isBlank(value) ? 0 : toNumber(value)
    if (!Number.isInteger(number) || number < 0 || number > most)
      throw new Error(`is not a whole number from 0 to ${most}`)
    // -0 would not equal the stored 0.
    return number || 0
  }
}

/** Characters are counted as JSON Schema counts them: an emoji is one or a few, not its bytes. */
export function readReviewText(value: unknown): string {
  if (isBlank(value)) throw new Error('is missing')
  if (typeof value !== 'string') throw new Error('is not a text')
  // MongoDB replaces lone surrogates, so the stored text would differ from the compared one.
  const text = Buffer.from(value.trim(), 'utf8').toString()
  const length = [...text].length
  if (length < MIN_REVIEW_CHARACTERS) throw new Error(`is shorter than ${MIN_REVIEW_CHARACTERS} characters`)
  if (length > MAX_REVIEW_CHARACTERS)
    throw new Error(`is longer than ${MAX_REVIEW_CHARACTERS} characters (${length})`)
  return text
}

/** A date as "April 10, 2021" (midnight UTC), ISO 8601 (UTC by default) or epoch milliseconds. */
export function readPastDate(value: unknown, now: Date): Date {
  if (isBlank(value)) throw new Error('is missing')
  const date = new Date(timeOf(value))
  if (Number.isNaN(date.getTime())) throw new Error(`cannot be read: ${JSON.stringify(value).slice(0, 60)}`)
  if (date > now) throw new Error('is in the future')
  if (date.getTime() < EARLIEST) throw new Error(`is before the year 2000: ${date.toISOString()}`)
  return date
}

function timeOf(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return Number.NaN
  const text = value.trim()
  if (/^\d{9,}$/.test(text)) return Number(text)
  return text.match(/^\d{4}-/) ? timeOfIso(text) : timeOfWords(text)
}

function timeOfIso(text: string): number {
  const match =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(text)
  if (!match) return Number.NaN
  const [, day = '', time = '00:00', zone = 'Z'] = match
  const [year, month, date] = day.split('-').map(Number)
  if (Number.isNaN(timeOfDay(year, month, date))) return Number.NaN
  return Date.parse(`${day}T${time}${zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function timeOfWords(text: string): number {
  const match = /^([a-z]{3,9})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})$/i.exec(text)
  if (!match) return Number.NaN
  const [, month = '', day, year] = match
  return timeOfDay(Number(year), MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1, Number(day))
}

/** Midnight UTC of a day that exists, NaN for February 30. */
function timeOfDay(year = 0, month = 0, day = 0): number {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : Number.NaN
}
