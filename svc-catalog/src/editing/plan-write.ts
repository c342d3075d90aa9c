import { isDeepStrictEqual } from 'node:util'
import { type Write } from '../catalog/entities'
import { photoUsageOf } from '../catalog/outboxes'
import { type Pictured, picturesOf } from '../catalog/picture-sources'
import { type Accepted } from './parse-row'

/** The write for a row; undefined if everything in it is already stored. */
export function planWrite<Content extends Pictured>(
  { id, content }: Accepted<Content>,
  stored: Content | undefined,
  blank: Content,
): Write<Content> | undefined {
  const photoUse = photoUsageOf(picturesOf(stored ?? blank), picturesOf({ ...(stored ?? blank), ...content }))
  if (!stored) return { id, isNew: true, content: { ...blank, ...content }, ...(photoUse && { photoUse }) }
  const changes = Object.entries(content).filter(
    ([field, value]) => !isDeepStrictEqual(value, stored[field as keyof Content]),
  )
  if (changes.length === 0) return undefined
  // A subset of the fields of the row's content.
  const changed = Object.fromEntries(changes) as Partial<Content>
  return { id, isNew: false, content: changed, ...(photoUse && { photoUse }) }
}
