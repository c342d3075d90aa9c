import {
  cleanText,
  countSeen,
  isLongerThan,
  isSeen,
  isSitePicture,
  MAX_PLACE_PHOTOS,
  quote,
} from '@offquad/contracts'

/**
 * A row of an old export. The functions below read its values; they throw an Error whose message continues a sentence that
 * begins with the name of the field.
 */
export type ImportedRow = Record<string, unknown>

const ID = /^[\w-][\w.:-]{0,63}$/
const LINK_LENGTH = 2048

/** Whether a value is missing, white space, or a spelling of null, undefined or NaN in any case. */
export function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true
  return typeof value === 'string' && /^(null|undefined|nan)?$/i.test(value.trim())
}

// "1.23457E+12", and its European form.
const SHORTENED_NUMBER = /^\d([.,]\d+)?E\+\d+$/i

/**
 * An id, or null. Numbers become strings, as in the API.
 * @throws Error for characters that a URL cannot hold
 */
export function readOptionalId(value: unknown): string | null {
  if (isBlank(value)) return null
  const id = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  if (SHORTENED_NUMBER.test(id))
    throw new Error(`looks like a number that Excel shortened (${id}): format the column as text`)
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new Error(`is too long for a number (${id}): put it in quotation marks`)
  if (!ID.test(id))
    throw new Error(`must be at most 64 letters, digits, "-", "_", "." or ":", not ${quote(value)}`)
  return id
}

const SPREADSHEET_ERROR = /^(#(REF|VALUE|NAME|DIV\/0|NUM|NULL|SPILL|CALC|N\/A|NV)[!?]?|#{3,})$/i

/** @throws Error for error values of spreadsheets, such as #REF! */
export function refuseSpreadsheetError(value: unknown): void {
  if (typeof value === 'string' && SPREADSHEET_ERROR.test(value.trim()))
    throw new Error(`is an error of the spreadsheet (${value.trim()}): fill in the value`)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = `(?:${MONTHS.join('|')})`
const EXCEL_DATE = new RegExp(String.raw`^(\d{1,2}-${MONTH}|${MONTH}-\d{2}|\d{1,2}/\d{1,2}/\d{2,4})$`, 'i')

/** Whether a text looks like the date that Excel makes of "3-4" or "3/4". */
export const looksLikeExcelDate = (value: unknown): boolean =>
  typeof value === 'string' && EXCEL_DATE.test(value.trim())

/** Creates a reader of a line of text with normalized white space; '' for a blank value. */
export function textUpTo(length: number) {
  return (value: unknown): string => {
    if (isBlank(value)) return ''
    if (typeof value !== 'string' && typeof value !== 'number') throw new Error('must be a text')
    const text = cleanText(String(value).normalize()).replace(/\s+/gu, ' ')
    if (isLongerThan(text, length))
      throw new Error(`is longer than ${length} characters (${countSeen(text)}): shorten it`)
    return isSeen(text) ? text : ''
  }
}

/**
 * Reads a day as people and spreadsheets write it: "2024-08-31", "8/31/2024", "31.08.2024", "August 31, 2024", "31-Aug-24".
 * @returns the day as "2024-08-31"
 * @throws Error when the value is not a day, or its day and month may be swapped
 */
export function readDay(value: unknown): string {
  const text =
    typeof value === 'string'
      ? cleanText(value).replace(/\s+/gu, ' ').replace(WEEKDAY, '').replace(MIDNIGHT, '')
      : ''
  const days = [...new Set(daysOf(text).flatMap((parts) => existingDay(...parts) ?? []))]
  const [day, rival] = days
  if (day === undefined) throw new Error(`must be a day like 2027-08-01, not ${quote(value)}`)
  if (rival !== undefined) throw new Error(`may be ${day} or ${rival}: write ${quote(value)} as one of these`)
  return day
}

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i
// The time that spreadsheets and databases add to a day.
const MIDNIGHT = /(?:[T ]0?0:00(?::00(?:\.0+)?)?Z?| 12:00(?::00)? AM)$/i
const YEAR_FIRST = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|(\d\d)(\d\d))$/
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th|\.)?[- ]([a-z]{3,9})\.?,?[- ](\d{4}|\d\d)$/i

/** All readings of a text as year, month and day. */
function daysOf(text: string): [number, number, number][] {
  const [, ...first] = YEAR_FIRST.exec(text) ?? []
  if (first[0]) return [[Number(first[0]), Number(first[2] ?? first[4]), Number(first[3] ?? first[5])]]
  const [, left, separator, right, year] = YEAR_LAST.exec(text) ?? []
  if (year) {
    const dayFirst: [number, number, number] = [Number(year), Number(right), Number(left)]
    if (separator === '.' && existingDay(...dayFirst)) return [dayFirst]
    return [dayFirst, [Number(year), Number(left), Number(right)]]
  }
  const [, month, day, ofYear] = MONTH_FIRST.exec(text) ?? []
  if (month) return [[Number(ofYear), monthOf(month), Number(day)]]
  const [, days, named, lastYear] = DAY_FIRST.exec(text) ?? []
  if (!named) return []
  return [[Number(lastYear?.length === 2 ? `20${lastYear}` : lastYear), monthOf(named), Number(days)]]
}

const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** undefined for February 30, and for years before 100, which Date maps to the 1900s. */
function existingDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : undefined
}

/**
 * Links and paths of this site, from a list, a JSON string of a list, or a string separated by "|", commas or white space.
 * @throws Error when there are more links than a page shows
 */
export function readLinks(value: unknown): { kept: string[]; dropped: number } {
  const links = listOf(value, (text) => text.split(/[,;]?[|\s]+|[,;](?=https?:)/i)).filter(
    (link) => !isBlank(link),
  )
  if (links.length > MAX_PLACE_PHOTOS)
    throw new Error(`has ${links.length} entries, ${MAX_PLACE_PHOTOS} at most`)
  const kept = links.flatMap((link) => (typeof link === 'string' && isLink(link.trim()) ? [link.trim()] : []))
  return { kept, dropped: links.length - kept.length }
}

/** Whether a string is a path of this site or an absolute http(s) URL. */
export function isLink(link: string): boolean {
  if (link.length > LINK_LENGTH || /\s/.test(link)) return false
  return isSitePicture(link) || (/^https?:\/\//i.test(link) && URL.canParse(link))
}

/** Items of a list, of a list as JSON, or of another text by `split`; none for a blank value. */
export function listOf(value: unknown, split: (text: string) => unknown[]): unknown[] {
  if (isBlank(value)) return []
  if (typeof value !== 'string') return Array.isArray(value) ? value : [value]
  if (!value.trim().startsWith('[')) return split(value)
  try {
    return listOf(JSON.parse(value), split)
  } catch {
    return [value]
  }
}
