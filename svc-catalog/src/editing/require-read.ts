import { ConflictError } from '@offquad/service-kit'

/**
 * Refuses an edit whose fields somebody else has changed since they were read.
 * @param differing the stored values of the fields that differ from what was read
 */
export function requireRead(read: object, differing: object | undefined): void {
  const changed = Object.entries(differing ?? {}).filter(([field]) => field in read)
  if (changed.length === 0) return
  throw new ConflictError(
    'place-changed',
    `Somebody else has changed this meanwhile: ${changed.map(([field]) => field).join(', ')}. Save again to replace it.`,
    changed.map(([field, value]) => ({
      field,
      message: `Somebody else has changed this: it is ${textOf(value) || 'empty'} now.`,
    })),
  )
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textOf).join(' ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
