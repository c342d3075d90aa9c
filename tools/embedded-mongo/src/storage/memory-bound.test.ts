import { setTimeout as sleep } from 'node:timers/promises'
import { collectGarbage, createMemoryBound } from './memory-bound'

const MEGABYTE = 2 ** 20
/** In the heap, where documents are, not in buffers. */
const listsOf = (megabytes: number) =>
  Array.from({ length: megabytes }, () => Array.from({ length: MEGABYTE / 8 }, () => 0.5))

function isRefused(bound: ReturnType<typeof createMemoryBound>): boolean {
  try {
    bound.assertRoom()
    return false
  } catch (error) {
    expect(String(error)).toMatch(/may use \d+ MB.*Nothing was stored/)
    return true
  }
}

describe('the bound of the memory', () => {
  it('refuses while too much is in use, and no longer when it is released', async () => {
    // Suites before this one have left garbage.
    collectGarbage()
    const bound = createMemoryBound(process.memoryUsage().heapUsed + 20 * MEGABYTE)
    expect(isRefused(bound)).toBe(false)
    // What suites before this one left may be released only now, and make room.
    const held: number[][] = []
    while (!isRefused(bound)) {
      held.push(...listsOf(20))
      await sleep(5)
    }

    held.length = 0

    while (isRefused(bound)) await sleep(5)
    expect(held).toEqual([])
  })
})
