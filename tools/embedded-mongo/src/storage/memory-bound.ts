import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { CommandError } from '../errors'

/** Refuses what would make the whole set outgrow the memory. */
export interface MemoryBound {
  /** Throws `ExceededMemoryLimit` when too much of the memory is in use for another document. */
  assertRoom(): void
}

/** Of the heap that Node was started with (`--max-old-space-size`): above it V8 collects all the time, and soon ends the process. */
export const usableHeapBytes = (): number => getHeapStatistics().heap_size_limit * 0.8

const MEASURE_INTERVAL_MS = 20
/** How often it is checked, while too much is in use, whether some of it was released. */
const RECHECK_INTERVAL_MS = 1000
/** How much memory may grow after a collection, as a share of the limit, before another one tells how much of it is garbage. */
const GROWTH_SHARE = 0.1

/** Collects now what nothing refers to any longer, so that a measurement counts only what is in use. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}

/**
 * Measures the memory of this process, at most every 20 ms.
 * @param limitBytes of the heap
 */
export function createMemoryBound(limitBytes: number): MemoryBound {
  let isExceeded = false
  let measuredAt = 0
  let collectedAt = 0
  /** After the last collection that made room: never above the limit. */
  let usedAfterCollection = 0

  /** Memory above the limit may be garbage: the answer of the last collection stands until the next one. */
  function measure(now: number): void {
    measuredAt = now
    const used = getHeapStatistics().used_heap_size
    const isDue = isExceeded
      ? now - collectedAt > RECHECK_INTERVAL_MS
      : used - usedAfterCollection > limitBytes * GROWTH_SHARE
    if (used <= limitBytes) isExceeded = false
    else if (isDue) {
      collectGarbage()
      collectedAt = now
      const rest = getHeapStatistics().used_heap_size
      isExceeded = rest > limitBytes
      if (!isExceeded) usedAfterCollection = rest
    }
  }

  return {
    assertRoom() {
      const now = Date.now()
      if (now - measuredAt >= MEASURE_INTERVAL_MS) measure(now)
      if (!isExceeded) return
      throw new CommandError(
        'ExceededMemoryLimit',
        `embedded-mongo keeps everything in memory and may use ${Math.round(limitBytes / 2 ** 20)} MB: delete documents, or raise Node's --max-old-space-size. Nothing was stored.`,
      )
    },
  }
}
