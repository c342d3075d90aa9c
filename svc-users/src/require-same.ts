import { isDeepStrictEqual } from 'node:util'
import { idempotencyKeyUsed } from '@offquad/service-kit'

/**
 * Requires that what is stored under the id of a write is what this request sends.
 * @throws ConflictError when the key of the request was used for something else
 */
export function requireSame<Content extends object>(
  content: Content,
  stored: Content | undefined,
  { what, id }: { what: string; id: string },
): void {
  const names = Object.keys(content) as (keyof Content)[]
  if (!stored || names.some((name) => !isDeepStrictEqual(content[name], stored[name])))
    throw idempotencyKeyUsed(what, id)
}
