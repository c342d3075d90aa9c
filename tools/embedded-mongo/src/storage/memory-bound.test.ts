import { setTimeout as sleep } from 'node:timers/promises'
import { collectGarbage, createMemoryBound, MEASURE_INTERVAL_MS } from './memory-bound'

const MEGABYTE = 2 ** 20
const buffersOf = (megabytes: number) => Array.from({ length: megabytes }, () => Buffer.alloc(MEGABYTE, 1))

/** Leaves garbage that only a full collection finds. */
function makeGarbage(megabytes: number): void {
  buffersOf(megabytes)
}

function bytesInUse(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

describe('the bound of the memory', () => {
  it('never refuses because of garbage, however soon after a collection', async () => {
    const bound = createMemoryBound(bytesInUse() + 20 * MEGABYTE)
    for (let round = 0; round < 8; round += 1) {
      makeGarbage(30)
      await sleep(2 * MEASURE_INTERVAL_MS)
      expect(() => bound.assertRoom()).not.toThrow()
    }
  })

  it('refuses while too much is in use, and no longer when it is released', async () => {
    const bound = createMemoryBound(bytesInUse() + 20 * MEGABYTE)
    const held = buffersOf(60)
    await sleep(2 * MEASURE_INTERVAL_MS)
    expect(() => bound.assertRoom()).toThrow(/may use \d+ MB.*Nothing was stored/)
    held.length = 0
    const isRefused = () => {
      try {
        bound.assertRoom()
        return false
      } catch {
        return true
      }
    }
    const deadline = Date.now() + 4000
    while (isRefused() && Date.now() < deadline) await sleep(MEASURE_INTERVAL_MS)
    expect(isRefused()).toBe(false)
  })

  it('refuses again after a collection that it did not ask for made room', async () => {
    const bound = createMemoryBound(bytesInUse() + 20 * MEGABYTE)
    const held = buffersOf(60)
    await sleep(2 * MEASURE_INTERVAL_MS)
    expect(() => bound.assertRoom()).toThrow('Nothing was stored')
    held.length = 0
    collectGarbage()
    await sleep(2 * MEASURE_INTERVAL_MS)
    expect(() => bound.assertRoom()).not.toThrow()

    held.push(...buffersOf(55))
    await sleep(2 * MEASURE_INTERVAL_MS)
    expect(() => bound.assertRoom()).toThrow('Nothing was stored')
  })
})
