import { cleanText, isSeen } from '@offquad/contracts'
import { InvalidInputError } from '@offquad/service-kit'

/** A name as it is stored. @throws InvalidInputError when it shows nothing */
export function cleanName(name: string): string {
  if (!isSeen(name)) throw new InvalidInputError('invalid-input', 'The name is empty.')
  return cleanText(name)
}
