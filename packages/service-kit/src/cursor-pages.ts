import { InvalidInputError } from './errors'

/**
 * A page of a list, and the cursor of the next one.
 * @param following begins after the cursor, and has more than `size` items if there is another page
 * @param keyOf the text in the cursor after an item
 */
export function toPage<Item>(following: Item[], size: number, keyOf: (item: Item) => string) {
  const items = following.slice(0, size)
  const last = items.at(-1)
  const next = following.length > size && last && Buffer.from(keyOf(last)).toString('base64url')
  return { items, ...(next && { next }) }
}

/** @returns the text in a cursor, empty without one. @throws InvalidInputError for a cursor of another list */
export function readCursor(cursor: string | undefined, isKey: (text: string) => boolean): string {
  if (cursor === undefined) return ''
  const text = Buffer.from(cursor, 'base64url').toString()
  if (isKey(text)) return text
  throw new InvalidInputError(
    'invalid-input',
    'This cursor does not belong to this list. Start without a cursor.',
    [{ field: 'cursor', message: 'Not a cursor of this list.' }],
  )
}
