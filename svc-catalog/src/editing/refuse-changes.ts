import { InvalidInputError } from '@offquad/service-kit'
import { type Accepted, type Parsed, type Remark } from './parse-row'

/**
 * What somebody typed, if nothing is wrong with it. What an import leaves out and notes is refused here: whoever typed
 * it is there to mend it.
 */
export function accepted<Content>(parsed: Parsed<Content>): Accepted<Content> {
  if ('problems' in parsed) return refuse(parsed.problems)
  if (parsed.notes.length > 0) refuse(parsed.notes)
  return parsed
}

export function refuse(remarks: Remark[]): never {
  const errors = remarks.map(({ field, text }) => ({ field, message: sentence(text) }))
  throw new InvalidInputError('invalid-input', errors.map(({ message }) => message).join(' '), errors)
}

// 'must be a number' stands below the field it is about.
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
