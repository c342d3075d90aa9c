/** A map that forgets what was not used for longest when it holds more than its share of memory. */
export interface ByteLru<V> {
  get(key: string): V | undefined
  /** `bytes` is what the value holds, its key not counted. */
  set(key: string, value: V, bytes: number): void
  readonly bytes: number
}

// Of the map's entry and the objects around a value; without it a flood of tiny values would not be bounded.
const OVERHEAD_BYTES = 1024

export function createByteLru<V>(maxBytes: number): ByteLru<V> {
  const entries = new Map<string, { value: V; bytes: number }>()
  let held = 0

  function remove(key: string): void {
    held -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  return {
    get bytes() {
      return held
    },
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      // A map iterates in order of insertion: the last used one stands last.
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, bytes) {
      const total = bytes + 2 * key.length + OVERHEAD_BYTES
      remove(key)
      // One value must not push out everything else.
      if (total > maxBytes / 4) return
      entries.set(key, { value, bytes: total })
      held += total
      for (const oldest of entries.keys()) {
        if (held <= maxBytes) break
        remove(oldest)
      }
    },
  }
}
