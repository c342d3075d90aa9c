import { university } from '@offquad/web-kit'

/** 'Nov 21, 2026, 6:40 AM', at the university. */
export const formatDateTime = (date: string): string =>
  new Date(date).toLocaleString('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: university().timeZone,
  })
