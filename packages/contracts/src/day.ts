import { Type } from 'typebox'

export const DAY_PATTERN = '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$'

/** A day without a time of day: '2027-08-01'. */
export const Day = Type.String({ pattern: DAY_PATTERN, description: '2027-08-01' })

export const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/** 'Aug 1, 2027'. Without Intl, whose first call takes 100 ms on a phone. */
export function dayText(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${MONTHS[(month ?? 1) - 1]?.slice(0, 3)} ${date}, ${year}`
}

/** '2026-11-24': the day that it is in a time zone such as America/New_York. */
export const dayIn = (date: Date, timeZone = 'UTC'): string =>
  // Sweden writes dates like ISO 8601.
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(date)
