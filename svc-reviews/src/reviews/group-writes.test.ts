import { setImmediate as nextTurn } from 'node:timers/promises'
import { groupWrites } from './group-writes'

/** A store that answers when told to. */
function heldStore() {
  const requests: { items: number[]; answer: (error?: Error) => void }[] = []
  const store = (items: number[]) =>
    new Promise<void>((resolve, reject) => {
      requests.push({ items, answer: (error) => (error ? reject(error) : resolve()) })
    })
  return { store, requests, groups: () => requests.map(({ items }) => items) }
}

describe('writes in groups', () => {
  it('stores the first at once and those that come meanwhile together', async () => {
    const { store, requests, groups } = heldStore()
    const write = groupWrites(store, 10)

    const written = [write(1), write(2), write(3)]
    expect(groups()).toEqual([[1]])
    requests[0]?.answer()
    await written[0]
    await nextTurn()

    expect(groups()).toEqual([[1], [2, 3]])
    requests[1]?.answer()
    await Promise.all(written)
  })

  it('carries at most so many at once', async () => {
    const { store, requests, groups } = heldStore()
    const write = groupWrites(store, 2)

    const written = [1, 2, 3, 4].map(write)
    for (let index = 0; index < 3; index += 1) {
      requests[index]?.answer()
      await nextTurn()
    }
    await Promise.all(written)

    expect(groups()).toEqual([[1], [2, 3], [4]])
  })

  it('says so to those whose request failed, and goes on with the others', async () => {
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
