/** Seconds since noon minus 12 hours: midnight, except on days of a clock change; hours may exceed 24. */
export function readTime(value: string, column: string): number {
  const [, hours, minutes, seconds] = /^(\d{1,3}):([0-5]\d):([0-5]\d)$/.exec(value) ?? []
  if (hours === undefined) throw unreadable(value, 'a time', column)
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** Days since 1970 of a date like 20261124. */
export function readDay(value: string, column: string): number {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(value) ?? []
  const milliseconds = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const isDate = Number.isFinite(milliseconds) && dayText(milliseconds / DAY_MS).replaceAll('-', '') === value
  if (!isDate) throw unreadable(value, 'a date', column)
  return milliseconds / DAY_MS
}

/** '2026-11-24' for a number of days since 1970. */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

export const DAY_MS = 24 * 3600 * 1000

/** A number from `least` to `most`. */
export function readNumber(
  value: string,
  { least, most }: { least: number; most: number },
  column: string,
): number {
  const number = value === '' ? NaN : Number(value)
  if (!(number >= least && number <= most))
    throw unreadable(value, `a number from ${least} to ${most}`, column)
  return number
}

const unreadable = (value: string, expected: string, column: string) =>
  new Error(`${column} "${value.slice(0, 40)}" is not ${expected}`)
