/** Days begin at midnight in the university's time zone, which `loadUniversity` sets for the whole process. */
let days = formatIn('UTC')

/** Formats days as '2026-11-24' in a time zone such as America/New_York. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  // Sweden writes dates like ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
}

/** @throws RangeError for an unknown time zone */
export function setTimeZone(timeZone: string): void {
  days = formatIn(timeZone)
}

/** '2026-11-24' */
export const dayOf = (date: Date): string => days.format(date)

/** '2026-11' */
export const monthOf = (date: Date): string => dayOf(date).slice(0, 7)

export const yearOf = (date: Date): number => Number(dayOf(date).slice(0, 4))

const QUARTER_HOUR_MS = 15 * 60_000
/** Kiribati is 14 hours ahead of UTC. */
const MOST_AHEAD_MS = 14 * 60 * 60_000

/** The moment at which a day begins: time zones differ by quarters of an hour. */
export function midnightOf(day: string): Date {
  let time = Date.parse(`${day}T00:00:00Z`) - MOST_AHEAD_MS
  while (dayOf(new Date(time)) < day) time += QUARTER_HOUR_MS
  return new Date(time)
}
