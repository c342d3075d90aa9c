import { contactHref, mailtoHref } from '@offquad/contracts'
import {
  isBlank,
  isLink,
  quote,
  readOptionalId,
  textUpTo,
  toNumber,
} from '@offquad/service-kit/import-fields'

/** Readers of values of apartments and landlords, like those of service-kit's import-fields. */
export function readId(value: unknown): string {
  const id = readOptionalId(value)
  if (id === null) throw new Error('is missing: give every row a unique id')
  return id
}

export function nameUpTo(length: number) {
  const readText = textUpTo(length)
  return (value: unknown): string => {
    const name = readText(value)
    if (name === '') throw new Error('is missing: fill it in')
    return name
  }
}

/** A number of rooms or dollars; 0 and blank mean unknown. */
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
  // -0 would differ from the stored 0.
  return degrees || 0
}

export interface OptionalCoordinates {
  latitude: number | null
  longitude: number | null
}

export function readCoordinates(value: { latitude: unknown; longitude: unknown }): OptionalCoordinates {
  const latitude = readDegrees(value.latitude, 90)
  const longitude = readDegrees(value.longitude, 180)
  if ((latitude === null) !== (longitude === null)) throw new Error('must both be given or both be empty')
  // 0, 0 is a common placeholder for unknown.
  return latitude === 0 && longitude === 0 ? { latitude: null, longitude: null } : { latitude, longitude }
}

/** A link to a site, an e-mail address or a telephone number; undefined for any other text. */
export function contactLink(text: string): string | undefined {
  if (/^https?:\/\//i.test(text)) return isLink(text) ? text : undefined
  if (/^(mailto|tel):/i.test(text)) return contactHref(text)
  const mailto = mailtoHref(text)
  if (mailto) return mailto
  if (/^\+?[\d\s().-]{7,}$/.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`
  return /^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]\S*)?$/.test(text) ? `https://${text}` : undefined
}
