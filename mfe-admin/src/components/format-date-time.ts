const FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** 'Nov 21, 2026, 6:40 AM', in the reader's time zone. */
export const formatDateTime = (date: string): string => FORMAT.format(new Date(date))
