import { InvalidInputError } from '@offquad/service-kit'
import { type Accepted, type Parsed, type Remark } from './parse-row'

/**
 * The parsed form of an administrator. What an import leaves out with a note is an error here, as the administrator can
 * correct it.
 * @throws InvalidInputError with every problem and note
 */
export function accepted<Content>(parsed: Parsed<Content>): Accepted<Content> {
  if ('problems' in parsed) return throwInvalid(parsed.problems)
  if (parsed.notes.length > 0) throwInvalid(parsed.notes)
  return parsed
}

export function throwInvalid(remarks: Remark[]): never {
  const errors = remarks.map(({ field, text }) => ({ field, message: sentence(text) }))
  throw new InvalidInputError('invalid-input', errors.map(({ message }) => message).join(' '), errors)
}

// 'must be a number' stands below the field it is about.
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
