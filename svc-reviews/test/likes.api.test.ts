import { addLike, getLikedReviews, getReview, pathOf, removeLike } from '@offquad/contracts'
import { row, startReviews, type TestReviews, type Who } from './start-reviews'

let service: TestReviews
beforeAll(async () => {
  service = await startReviews()
})
afterAll(() => service.close())

const like = (reviewId: string, who: Who) => service.call(pathOf(addLike), who, { reviewId })
const unlike = (reviewId: string, who: Who) => service.call(pathOf(removeLike), who, { reviewId })
const likesOf = async (id: string) => (await service.call(pathOf(getReview, { id }))).body.likes
const likedBy = async (uid: string, who: Who, query = '') =>
  service.call(pathOf(getLikedReviews, { uid }) + query, who)
const idsOf = ({ body }: { body: { id: string }[] }) => body.map(({ id }) => id)

/** Concurrent calls. A busy machine would reset some of a thousand connections. */
const CALLS_AT_ONCE = 100

/** Calls for each item, many at once: one after the other, hundreds take minutes on a busy machine. @returns the statuses */
async function forEach<Item>(items: readonly Item[], call: (item: Item) => Promise<{ status: number }>) {
  const waiting = items.values()
  const statuses = new Set<number>()
  const client = async () => {
    for (const item of waiting) statuses.add((await call(item)).status)
  }
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, client))
  return statuses
}

describe('liking', () => {
  it('counts one like per user, even if it is added or removed repeatedly', async () => {
    await service.store('liked', 'APPROVED')

    expect(await like('liked', 'user-1')).toEqual({ status: 200, body: { result: 'Success', likes: 1 } })
    expect(await like('liked', 'user-1')).toEqual({ status: 200, body: { result: 'Success', likes: 1 } })
    expect(await like('liked', 'user-2')).toEqual({ status: 200, body: { result: 'Success', likes: 2 } })
    expect(await unlike('liked', 'user-1')).toEqual({ status: 200, body: { result: 'Success', likes: 1 } })
    expect(await unlike('liked', 'user-1')).toEqual({ status: 200, body: { result: 'Success', likes: 1 } })
    expect(await likesOf('liked')).toBe(1)
  })

  it('counts correctly after many likes, a hundred at once, some repeated or removed', async () => {
    await service.store('popular', 'APPROVED')
    const everyone = Array.from({ length: 120 }, (_, n): Who => `user-${n}`)

    const statuses = await forEach([...everyone, ...everyone.slice(0, 40)], (who) => like('popular', who))

    expect(statuses).toEqual(new Set([200]))
    expect(await likesOf('popular')).toBe(120)
    const removals = await forEach(everyone.slice(0, 60), (who) => unlike('popular', who))
    expect(removals).toEqual(new Set([200]))
    expect(await likesOf('popular')).toBe(60)
  })

  it('adds to imported likes', async () => {
    await service.importRows([row('imported', { likes: 41 })])

    expect((await like('imported', 'user-1')).body.likes).toBe(42)
    expect((await unlike('imported', 'user-2')).body.likes).toBe(42)
    await service.importRows([row('imported', { likes: 50, price: 1 })])
    expect(await likesOf('imported')).toBe(42)
  })
})

describe('the list of what a user likes', () => {
  it('may have many reviews, and has the visible ones, newest first', async () => {
    const ids = Array.from({ length: 120 }, (_, n) => `many-${n}`)
    await Promise.all(
      ids.map((id, n) => service.store(id, 'APPROVED', { date: new Date(Date.UTC(2000, n)) })),
    )
    expect(await forEach(ids, (id) => like(id, 'user-5'))).toEqual(new Set([200]))
    await service.changeStatus('many-7', 'REPORTED', { who: 'user-6' })
    await service.changeStatus('many-8', 'DELETED', { who: 'author' })

    const shown = ids.filter((id) => id !== 'many-8').toReversed()
    expect(idsOf(await likedBy('user-5', 'user-5'))).toEqual(shown)
    expect(idsOf(await likedBy('user-5', 'user-5', '?status=REPORTED'))).toEqual(['many-7'])
    expect(idsOf(await likedBy('user-5', 'user-5', '?status=APPROVED'))).toHaveLength(118)
    expect(await likedBy('user-5', 'user-5', '?status=DELETED')).toMatchObject({ status: 200, body: [] })
    expect((await likedBy('user-5', 'user-5', '?status=GREAT')).status).toBe(400)
  })
})
