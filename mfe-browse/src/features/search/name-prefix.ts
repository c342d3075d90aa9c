import { type University } from '@offquad/contracts'

// A single letter is a prefix of too many names.
const MIN_PREFIX_LENGTH = 2

/** Whether one of the names begins with the text. */
export function isNamePrefix(
  text: string,
  { name, terms = [] }: Pick<University['areas'][number], 'name' | 'terms'>,
): boolean {
  const typed = text.toLowerCase()
  return (
    typed.length >= MIN_PREFIX_LENGTH && [name, ...terms].some((term) => term.toLowerCase().startsWith(typed))
  )
}
