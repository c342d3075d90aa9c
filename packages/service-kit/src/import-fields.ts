import { isSitePicture } from '@offquad/contracts'

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

/**
 * An id, or null. Numbers become strings, as in the API.
 * @throws Error for characters that a URL cannot hold
 */
export function readOptionalId(value: unknown): string | null {
  if (isBlank(value)) return null
  const id = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  if (!ID.test(id))
    throw new Error(`must be at most 64 letters, digits, "-", "_", "." or ":", not ${quote(value)}`)
  return id
}

/** Creates a reader of a line of text with normalized white space; '' for a blank value. */
export function textUpTo(length: number) {
  return (value: unknown): string => {
    if (isBlank(value)) return ''
    if (typeof value !== 'string' && typeof value !== 'number') throw new Error('must be a text')
    // The detour through UTF-8 replaces broken surrogates, as the database would.
    const text = Buffer.from(String(value).normalize(), 'utf8')
      .toString()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
    if (text.length > length)
      throw new Error(`is longer than ${length} characters (${text.length}): shorten it`)
    return text
  }
}

/** A number, with or without a dollar sign and thousands separators; otherwise NaN. */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return Number.NaN
  const digits = value.replace(/[$,\s]/g, '')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(digits) ? Number(digits) : Number.NaN
}

/** Links and paths of this site, from a list, a JSON string of a list, or a string separated by "|" or white space. */
export function readLinks(value: unknown): { kept: string[]; dropped: number } {
  const given = listOf(value).filter((link) => !isBlank(link))
  const kept = given.flatMap((link) => (typeof link === 'string' && isLink(link.trim()) ? [link.trim()] : []))
  return { kept, dropped: given.length - kept.length }
}

/** Whether a string is a path of this site or an absolute http(s) URL. */
export function isLink(link: string): boolean {
  if (link.length > LINK_LENGTH || /\s/.test(link)) return false
  return isSitePicture(link) || (/^https?:\/\//i.test(link) && URL.canParse(link))
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return [value]
  if (!value.trim().startsWith('[')) return value.split(/[|\s]+/)
  try {
    return listOf(JSON.parse(value))
  } catch {
    return [value]
  }
}

/** A value as messages show it, shortened. */
export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}...` : text
}
