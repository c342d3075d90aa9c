import { shareReads } from './share-reads'

/** A read that ends when the test says so; answers how often it was started by then. */
function createRead() {
  const ends: { key: string; resolve: (value: number) => void; reject: (error: Error) => void }[] = []
  const read = shareReads(
    (key: string) => new Promise<number>((resolve, reject) => ends.push({ key, resolve, reject })),
  )
  return { read, ends }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('shareReads', () => {
  it('reads twice for sixteen callers at once', async () => {
    const { read, ends } = createRead()
    const first = read('APPROVED')
    const others = Array.from({ length: 15 }, () => read('APPROVED'))

    ends[0]?.resolve(1)
    await first
    await settle()
    ends[1]?.resolve(2)

    expect(await Promise.all(others)).toEqual(Array(15).fill(2))
    expect(ends).toHaveLength(2)
  })

  it('gives nobody the result of a read that started before they called', async () => {
    const { read, ends } = createRead()
    const first = read('APPROVED')
    const second = read('APPROVED')
    ends[0]?.resolve(1)
    await settle()
    const third = read('APPROVED')
    ends[1]?.resolve(2)
    await settle()
    ends[2]?.resolve(3)

    expect(await Promise.all([first, second, third])).toEqual([1, 2, 3])
  })

  it('reads different keys beside each other', () => {
    const { read, ends } = createRead()
    void read('APPROVED')
    void read('PENDING')

    expect(ends.map(({ key }) => key)).toEqual(['APPROVED', 'PENDING'])
  })

  it('reads again after a failure', async () => {
    const { read, ends } = createRead()
    const failed = read('APPROVED')
    const waiting = read('APPROVED')
    ends[0]?.reject(new Error('the database is unavailable'))

    await expect(failed).rejects.toThrow('unavailable')
    await settle()
    ends[1]?.resolve(2)
    expect(await waiting).toBe(2)
    const later = read('APPROVED')
    ends[2]?.resolve(3)
    expect(await later).toBe(3)
  })

  it('rests after each read, so that reads take no more than their share of the time', async () => {
    const starts: number[] = []
    const startedAt = performance.now()
    const read = shareReads(
      async () => {
        starts.push(performance.now() - startedAt)
        await new Promise((resolve) => setTimeout(resolve, 20))
      },
      { shareOfTime: 0.2 },
    )

    for (let call = 0; call < 3; call += 1) await read('APPROVED')

    expect(starts).toHaveLength(3)
    expect(starts[1]).toBeGreaterThanOrEqual(95)
    expect((starts[2] ?? 0) - (starts[1] ?? 0)).toBeGreaterThanOrEqual(95)
  })
})
