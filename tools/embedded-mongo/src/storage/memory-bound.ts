import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { CommandError } from '../errors'

/** Refuses what would make the whole set outgrow the memory. */
export interface MemoryBound {
  /** Throws `ExceededMemoryLimit` when too much of the memory is in use for another document. */
  assertRoom(): void
}

/** Share of the heap limit (`--max-old-space-size`) above which V8 collects all the time, and soon ends the process. */
export const usableHeapBytes = (): number => getHeapStatistics().heap_size_limit * 0.8

const MEASURE_INTERVAL_MS = 20
/** Interval of checking, while too much is in use, whether some of it was released. */
const RECHECK_INTERVAL_MS = 1000
/** Growth since the last collection, as a share of the limit, after which another one shows how much of it is garbage. */
const GROWTH_SHARE = 0.1

/** Collects garbage now, so that a measurement counts only memory in use. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}

/**
 * Measures the memory of this process, at most every 20 ms.
 * @param limitBytes limit for the heap
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
      const usedNow = getHeapStatistics().used_heap_size
      isExceeded = usedNow > limitBytes
      if (!isExceeded) usedAfterCollection = usedNow
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
