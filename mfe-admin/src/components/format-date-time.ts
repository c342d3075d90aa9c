import { university } from '@offquad/web-kit'

let format: Intl.DateTimeFormat | undefined

/** 'Nov 21, 2026, 6:40 AM', at the university. */
export function formatDateTime(date: string): string {
  format ??= new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: university().timeZone,
  })
  return format.format(new Date(date))
}
