const FIRST_MS = 5_000
const LONGEST_MS = 3_600_000
/** Beyond it the oldest are released. */
const MAX_KEYS = 1_000

/**
 * Keys that failed: each for twice as long as the last time, until it succeeds.
 * @param now for tests: the time in milliseconds
 */
export function createQuarantine(now: () => number = Date.now) {
  const entries = new Map<string, { ms: number; until: number }>()
  const has = (key: string) => (entries.get(key)?.until ?? 0) > now()
  return {
    has,
    add(key: string): void {
      // An attempt that began before the failure does not count as another one.
      if (has(key)) return
      const ms = Math.min((entries.get(key)?.ms ?? FIRST_MS / 2) * 2, LONGEST_MS)
      entries.delete(key)
      entries.set(key, { ms, until: now() + ms })
      const [oldest] = entries.keys()
      if (entries.size > MAX_KEYS && oldest !== undefined) entries.delete(oldest)
    },
    release: (key: string) => void entries.delete(key),
  }
}
