import { isDeepStrictEqual } from 'node:util'
import { idempotencyKeyUsed } from '@offquad/service-kit'

/**
 * Requires that the content stored under the id of a write equals the content of this request.
 * @throws ConflictError when the idempotency key was used for other content
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
