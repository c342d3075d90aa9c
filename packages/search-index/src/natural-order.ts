const collator = new Intl.Collator('en', { numeric: true })

/** Compares two ids in natural order, "2" before "10", which breaks every tie in search results. */
export function compareIds(one: string, other: string): number {
  if (one === other) return 0
  // The collator takes "007" for "7".
  return collator.compare(one, other) || (one < other ? -1 : 1)
}
