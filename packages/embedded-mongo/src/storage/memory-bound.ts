import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { CommandError } from '../errors'

/** Refuses what would make the whole set outgrow the memory. */
export interface MemoryBound {
  /** Throws `ExceededMemoryLimit` when too much of the memory is in use for another document. */
  assertRoom(): void
}

// Above this part of the heap V8 spends its time collecting, and soon ends the process.
const usableShare = 0.8
const measureIntervalMs = 20
const collectIntervalMs = 1000

/** Collects now what nothing refers to any longer, so that a measurement counts only what is in use. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}

/**
 * Measures the memory of this process, at most every 20 ms.
 * @param limitBytes what documents and everything else may take together, inside the heap and outside of it;
 *   absent: four fifths of the heap that Node was started with (`--max-old-space-size`)
 */
export function createMemoryBound(limitBytes?: number): MemoryBound {
  const heapBytes = getHeapStatistics().heap_size_limit * usableShare
  let isExceeded = false
  let measuredAt = 0
  let collectedAt = 0
  const exceeds = () => {
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed > heapBytes || (limitBytes !== undefined && heapUsed + external > limitBytes)
  }
  const measure = () => {
    const now = Date.now()
    if (now - measuredAt < measureIntervalMs) return
    isExceeded = exceeds()
    if (isExceeded && now - collectedAt > collectIntervalMs) {
      // What is in use may be garbage that nothing has collected yet.
      collectGarbage()
      collectedAt = Date.now()
      isExceeded = exceeds()
    }
    measuredAt = Date.now()
  }
  return {
    assertRoom() {
      measure()
      if (!isExceeded) return
      const megabytes = Math.round((limitBytes ?? heapBytes) / 2 ** 20)
      throw new CommandError(
        'ExceededMemoryLimit',
        `embedded-mongo keeps everything in memory and may use ${megabytes} MB: delete documents, or raise EMBEDDED_MONGO_MAX_MB or Node's --max-old-space-size. Nothing was stored.`,
      )
    },
  }
}
