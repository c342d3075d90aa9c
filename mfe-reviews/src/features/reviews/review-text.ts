const PREVIEW_LENGTH = 500

const day = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  timeZone: 'UTC',
})
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** 'APR 10, 2021' for an ISO date, the same everywhere. */
export const dayText = (date: string): string => day.format(new Date(date)).toUpperCase()

/** 'APR 2021' for an ISO date. */
export const monthText = (date: string): string => month.format(new Date(date)).toUpperCase()

/** The first 500 characters of a text; the text itself when it is not longer. Emoji stay whole. */
export function preview(text: string): string {
  const characters = Array.from(text)
  return characters.length <= PREVIEW_LENGTH ? text : characters.slice(0, PREVIEW_LENGTH).join('').trimEnd()
}
