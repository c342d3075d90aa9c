/** '2026-11-24': the day that it is in a time zone such as America/New_York. */
export const dayIn = (date: Date, timeZone = 'UTC'): string =>
  // Sweden writes dates like ISO 8601.
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(date)
