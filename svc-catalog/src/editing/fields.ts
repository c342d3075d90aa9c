import { contactHref, mailtoHref, quote, readNumber, type University } from '@offquad/contracts'
import { isBlank, isLink, readOptionalId, textUpTo } from '@offquad/service-kit/import-fields'
import { greatCircleMetres } from '../geography'

/** Readers of values of apartments and landlords, like those of service-kit's import-fields. */
export function readId(value: unknown): string {
  const id = readOptionalId(value)
  if (id === null) throw new Error('is missing: give every row a unique id')
  // The form for a new listing has the id in its address.
  if (id === 'new') throw new Error('must not be "new": give every row a unique id')
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
    if (isBlank(value)) return null
    const fits = (amount: number) => amount >= 0 && amount <= most
    return readNumber(value, fits, `a number from 0 to ${most} or empty`) || null
  }
}

const readDollars = amountUpTo(1_000_000)

const UNIT_OF_RENT = /^ *USD *|(?: *USD)?(?: *(?:\/|a|per) *mo(?:nth)?)? *$/gi

/** A monthly rent in whole dollars; 0 and blank mean unknown. */
export function readRent(value: unknown): number | null {
  const rent = readDollars(typeof value === 'string' ? value.replace(UNIT_OF_RENT, '') : value)
  // No rent is $1.25: this is 1,250 with a digit lost, or 1.25 thousands.
  if (typeof value === 'string' && rent !== null && rent < 100 && !Number.isInteger(rent))
    throw new Error(`may be dollars or thousands of dollars: write ${quote(value)} in whole dollars`)
  return Math.round(rent ?? 0) || null
}

function readDegrees(value: unknown, most: number): number | null {
  if (isBlank(value)) return null
  const expected = `a number from -${most} to ${most} or empty`
  return readNumber(value, (degrees) => Math.abs(degrees) <= most, expected)
}

export interface OptionalCoordinates {
  latitude: number | null
  longitude: number | null
}

// No commute is longer than this, and swapped or unsigned coordinates are much farther away.
const MAX_KILOMETRES_FROM_CAMPUS = 100

export function readCoordinates(
  value: { latitude: unknown; longitude: unknown },
  { mapCenter }: Pick<University, 'mapCenter'>,
): OptionalCoordinates {
  const latitude = readDegrees(value.latitude, 90)
  const longitude = readDegrees(value.longitude, 180)
  if ((latitude === null) !== (longitude === null)) throw new Error('must both be given or both be empty')
  // 0, 0 is a common placeholder for unknown.
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0))
    return { latitude: null, longitude: null }
  const kilometres = Math.round(greatCircleMetres(mapCenter, { latitude, longitude }) / 1000)
  if (kilometres > MAX_KILOMETRES_FROM_CAMPUS)
    throw new Error(
      `are ${kilometres.toLocaleString('en')} km from campus: are they swapped, or is a minus missing? Expected are numbers like ${mapCenter.latitude} and ${mapCenter.longitude}`,
    )
  return { latitude, longitude }
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
