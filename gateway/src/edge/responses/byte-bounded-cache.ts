import { LRUCache } from 'lru-cache'

/** A cache that evicts what was used least recently once it holds more than its share of memory. */
export interface ByteBoundedCache<V> {
  get(key: string): V | undefined
  /** @param bytes what the value holds, its key not counted */
  set(key: string, value: V, bytes: number): void
  /** What all entries hold, their keys and the cache's own overhead included. */
  readonly bytes: number
}

// Of the entry and the objects around a value; without it a flood of tiny values would not be bounded.
const OVERHEAD_BYTES = 1024

export function createByteBoundedCache<V extends object>(maxBytes: number): ByteBoundedCache<V> {
  // One value must not evict everything else.
  const entries = new LRUCache<string, V>({ maxSize: maxBytes, maxEntrySize: Math.floor(maxBytes / 4) })
  return {
    get bytes() {
      return entries.calculatedSize
    },
    get: (key) => entries.get(key),
    set: (key, value, bytes) => {
      entries.set(key, value, { size: Math.ceil(bytes) + 2 * key.length + OVERHEAD_BYTES })
    },
  }
}
