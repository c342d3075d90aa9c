import { contactHref, isSitePicture, mailtoHref } from '@offquad/contracts'

/** Readers of values as old exports hold them. Each throws an Error whose message ends a sentence begun by the field's name. */
const ID = /^[\w-][\w.:-]{0,63}$/
const LINK_LENGTH = 2048

export function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true
  return typeof value === 'string' && /^(null|undefined|nan)?$/i.test(value.trim())
}

export function readOptionalId(value: unknown): string | null {
  if (isBlank(value)) return null
  const id = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  if (!ID.test(id))
    throw new Error(`must be at most 64 letters, digits, "-", "_", "." or ":", not ${quote(value)}`)
  return id
}

export function readId(value: unknown): string {
  const id = readOptionalId(value)
  if (id === null) throw new Error('is missing: give every row an id of its own')
  return id
}

/** One line without stray spaces; '' when there is none. */
export function textUpTo(length: number) {
  return (value: unknown): string => {
    if (isBlank(value)) return ''
    if (typeof value !== 'string' && typeof value !== 'number') throw new Error('must be a text')
    // By way of UTF-8 a broken character becomes what the database would store in its place.
    const text = Buffer.from(String(value).normalize(), 'utf8')
      .toString()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
    if (text.length > length)
      throw new Error(`is longer than ${length} characters (${text.length}): shorten it`)
    return text
  }
}

export function nameUpTo(length: number) {
  const readText = textUpTo(length)
  return (value: unknown): string => {
    const name = readText(value)
    if (name === '') throw new Error('is missing: fill it in')
    return name
  }
}

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return Number.NaN
  const digits = value.replace(/[$,\s]/g, '')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(digits) ? Number(digits) : Number.NaN
}

/** A number of rooms or dollars; 0 stands for unknown, as nothing does. */
export function amountUpTo(most: number) {
  return (value: unknown): number | null => {
    const amount = isBlank(value) ? 0 : toNumber(value)
    if (!(amount >= 0 && amount <= most))
      throw new Error(`must be a number from 0 to ${most} or empty, not ${quote(value)}`)
    return amount === 0 ? null : amount
  }
}

function readDegrees(value: unknown, most: number): number | null {
  if (isBlank(value)) return null
  const degrees = toNumber(value)
  if (!(Math.abs(degrees) <= most))
    throw new Error(`must be a number from -${most} to ${most} or empty, not ${quote(value)}`)
  // -0 would not equal the 0 that is stored.
  return degrees || 0
}

export interface Coordinates {
  latitude: number | null
  longitude: number | null
}

export function readCoordinates(value: { latitude: unknown; longitude: unknown }): Coordinates {
  const latitude = readDegrees(value.latitude, 90)
  const longitude = readDegrees(value.longitude, 180)
  if ((latitude === null) !== (longitude === null)) throw new Error('must both be given or both be empty')
  // A spot in the Atlantic Ocean that stands for unknown.
  return latitude === 0 && longitude === 0 ? { latitude: null, longitude: null } : { latitude, longitude }
}

/** Links and paths of this site, from a list, a JSON list in a text, or texts between "|". */
export function readLinks(value: unknown): { kept: string[]; dropped: number } {
  const given = listOf(value).filter((link) => !isBlank(link))
  const kept = given.flatMap((link) => (typeof link === 'string' && isLink(link.trim()) ? [link.trim()] : []))
  return { kept, dropped: given.length - kept.length }
}

function isLink(link: string): boolean {
  if (link.length > LINK_LENGTH || /\s/.test(link)) return false
  return isSitePicture(link) || (/^https?:\/\//i.test(link) && URL.canParse(link))
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return [value]
  if (!value.trim().startsWith('[')) return value.split('|')
  try {
    return listOf(JSON.parse(value))
  } catch {
    return [value]
  }
}

/** A link to a site, an e-mail address or a telephone; undefined when it is none of them. */
export function contactLink(text: string): string | undefined {
  if (/^https?:\/\//i.test(text)) return isLink(text) ? text : undefined
  if (/^(mailto|tel):/i.test(text)) return contactHref(text)
  const mailto = mailtoHref(text)
  if (mailto) return mailto
  if (/^\+?[\d\s().-]{7,}$/.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`
  return /^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]\S*)?$/.test(text) ? `https://${text}` : undefined
}

export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}...` : text
}
