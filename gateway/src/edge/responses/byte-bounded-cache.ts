import { LRUCache } from 'lru-cache'

/** An LRU cache that is bounded by the memory of its values. */
export interface ByteBoundedCache<V> {
  get(key: string): V | undefined
  /** @param bytes size of the value without its key */
  set(key: string, value: V, bytes: number): void
  clear(): void
}

// Estimated for the entry and the objects around a value; without it, tiny values would exceed the bound.
const OVERHEAD_BYTES = 1024

export function createByteBoundedCache<V extends object>(maxBytes: number): ByteBoundedCache<V> {
  // One value must not evict everything else.
  const entries = new LRUCache<string, V>({ maxSize: maxBytes, maxEntrySize: Math.floor(maxBytes / 4) })
  return {
    get: (key) => entries.get(key),
    clear: () => entries.clear(),
    set: (key, value, bytes) => {
      entries.set(key, value, { size: Math.ceil(bytes) + 2 * key.length + OVERHEAD_BYTES })
    },
  }
}
