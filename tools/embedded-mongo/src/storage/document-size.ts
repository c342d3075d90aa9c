import { calculateObjectSize } from 'bson'
import { CommandError } from '../errors'
import type { Document } from '../values/value'

export const maxDocumentBytes = 16 * 1024 * 1024

/** The size of a document in bytes. Throws `BSONObjectTooLarge` above 16 MB, which BSON writers here cannot hold. */
export function sizeWithinLimit(document: Document): number {
  const size = calculateObjectSize(document)
  if (size <= maxDocumentBytes) return size
  throw new CommandError(
    'BSONObjectTooLarge',
    `Size of document is ${size} bytes, exceeds the maximum of ${maxDocumentBytes}`,
  )
}
