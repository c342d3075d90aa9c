const FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** 'Nov 21, 2026, 6:40 AM', where the reader is. */
export const momentText = (date: string): string => FORMAT.format(new Date(date))
