import { setImmediate as nextTurn } from 'node:timers/promises'
import { coalesce, groupWrites } from './coalesce'

/** A read that ends when the test says so. */
function createRead() {
  const ends: { resolve: (value: number) => void; reject: (error: Error) => void }[] = []
  const read = coalesce(() => new Promise<number>((resolve, reject) => ends.push({ resolve, reject })))
  return { read, ends }
}

describe('coalesced calls', () => {
  it('share a run, and never return the result of one that started before the call', async () => {
    const { read, ends } = createRead()
    const first = read()
    const others = Array.from({ length: 15 }, () => read())
    ends[0]?.resolve(1)
    await nextTurn()
    const last = read()
    ends[1]?.resolve(2)
    await nextTurn()
    ends[2]?.resolve(3)

    expect(await Promise.all([first, ...others, last])).toEqual([1, ...Array(15).fill(2), 3])
    expect(ends).toHaveLength(3)
  })

  it('run again after a failure', async () => {
    const { read, ends } = createRead()
    const failed = read()
    const waiting = read()
    ends[0]?.reject(new Error('the database is unavailable'))

    await expect(failed).rejects.toThrow('unavailable')
    await nextTurn()
    ends[1]?.resolve(2)
    expect(await waiting).toBe(2)
    const later = read()
    ends[2]?.resolve(3)
    expect(await later).toBe(3)
  })

  it('never run at once, also when called between the end of one run and the start of the next', async () => {
    let running = 0
    let most = 0
    const read = coalesce(async () => {
      running += 1
      most = Math.max(most, running)
      await nextTurn()
      running -= 1
    })
    const calls = [read(), read()]
    await calls[0]
    for (let microtask = 0; microtask < 20; microtask += 1) {
      calls.push(read())
      await Promise.resolve()
    }
    await Promise.all(calls)

    expect(most).toBe(1)
  })

  it('rest after each run, so that runs take no more than their share of the time', async () => {
    const starts: number[] = []
    const startedAt = performance.now()
    const read = coalesce(
      async () => {
        starts.push(performance.now() - startedAt)
        await new Promise((resolve) => setTimeout(resolve, 20))
      },
      { shareOfTime: 0.2 },
    )

    for (let call = 0; call < 3; call += 1) await read()

    expect(starts).toHaveLength(3)
    expect(starts[1]).toBeGreaterThanOrEqual(95)
    expect((starts[2] ?? 0) - (starts[1] ?? 0)).toBeGreaterThanOrEqual(95)
  })
})

/** A store whose requests end when the test says so. */
function heldStore() {
  const requests: { items: number[]; answer: (error?: Error) => void }[] = []
  const store = (items: number[]) =>
    new Promise<void>((resolve, reject) => {
      requests.push({ items, answer: (error) => (error ? reject(error) : resolve()) })
    })
  return { store, requests, groups: () => requests.map(({ items }) => items) }
}

describe('writes in groups', () => {
  it('stores the first at once and those that arrive meanwhile together, up to the given number', async () => {
    const { store, requests, groups } = heldStore()
    const write = groupWrites(store, 2)

    const written = [1, 2, 3, 4].map(write)
    expect(groups()).toEqual([[1]])
    for (let index = 0; index < 3; index += 1) {
      requests[index]?.answer()
      await nextTurn()
    }
    await Promise.all(written)

    expect(groups()).toEqual([[1], [2, 3], [4]])
  })

  it('rejects the writes of a request that failed, and continues with the others', async () => {
    const { store, requests } = heldStore()
    const write = groupWrites(store, 10)

    const first = write(1)
    const second = write(2)
    requests[0]?.answer(new Error('the database is away'))

    await expect(first).rejects.toThrow('the database is away')
    await nextTurn()
    requests[1]?.answer()
    await expect(second).resolves.toBeUndefined()
  })
})
