import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { CommandError } from '../errors'

/** Refuses what would make the whole set outgrow the memory. */
export interface MemoryBound {
  /** Throws `ExceededMemoryLimit` when too much of the memory is in use for another document. */
  assertRoom(): void
}

// Above this part of the heap V8 spends its time collecting, and soon ends the process.
const USABLE_SHARE = 0.8
export const MEASURE_INTERVAL_MS = 20
/** How often it is checked, while too much is in use, whether some of it was released. */
const RECHECK_INTERVAL_MS = 1000
/** How much memory may grow after a collection, as a share of the limit, before another one tells how much of it is garbage. */
const GROWTH_SHARE = 0.1

/** Collects now what nothing refers to any longer, so that a measurement counts only what is in use. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  // V8 frees buffers in the background, and counts them as freed only when the next collection begins.
  collect()
}

/**
 * Measures the memory of this process, at most every 20 ms.
 * @param limitBytes what documents and everything else may take together, inside the heap and outside of it;
 *   absent: four fifths of the heap that Node was started with (`--max-old-space-size`)
 * @param share how much of that
 */
export function createMemoryBound(limitBytes?: number, share = 1): MemoryBound {
  const heapLimit = getHeapStatistics().heap_size_limit * USABLE_SHARE * share
  const limit = limitBytes === undefined ? heapLimit : limitBytes * share
  const maxGrowth = Math.min(limit, heapLimit) * GROWTH_SHARE
  let isExceeded = false
  let measuredAt = 0
  let collectedAt = 0
  /** After the last collection that made room: never above the limit. */
  let usedAfterCollection = 0

  const measure = () => {
    const { heapUsed, external } = process.memoryUsage()
    const used = limitBytes === undefined ? heapUsed : heapUsed + external
    return { used, isAbove: heapUsed > heapLimit || used > limit }
  }
  /** Memory above the limit may be garbage: the answer of the last collection stands until the next one. */
  const update = () => {
    const { used, isAbove } = measure()
    const isDue = isExceeded
      ? Date.now() - collectedAt > RECHECK_INTERVAL_MS
      : used - usedAfterCollection > maxGrowth
    if (!isAbove) isExceeded = false
    else if (isDue) {
      collectGarbage()
      const rest = measure()
      isExceeded = rest.isAbove
      if (!isExceeded) usedAfterCollection = rest.used
      collectedAt = Date.now()
    }
  }
  return {
    assertRoom() {
      if (Date.now() - measuredAt >= MEASURE_INTERVAL_MS) {
        update()
        measuredAt = Date.now()
      }
      if (!isExceeded) return
      const megabytes = Math.round(limit / 2 ** 20)
      throw new CommandError(
        'ExceededMemoryLimit',
        `embedded-mongo keeps everything in memory and may use ${megabytes} MB: delete documents, or raise EMBEDDED_MONGO_MAX_MB or Node's --max-old-space-size. Nothing was stored.`,
      )
    },
  }
}
