/** A reply or a filter of the database may have 16 MB; ids of imports have up to some hundred characters. */
const MOST_IDS = 5_000

/** In parts that can be one `$in` each. */
export function splitIds(ids: readonly string[]): string[][] {
  const parts: string[][] = []
  for (let at = 0; at < ids.length; at += MOST_IDS) parts.push(ids.slice(at, at + MOST_IDS))
  return parts
}
