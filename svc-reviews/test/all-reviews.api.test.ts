import { getLikedReviews, getReviewsByStatus, pathOf, type Review } from '@offquad/contracts'
import { monthOf } from '@offquad/service-kit'
import { until } from '@offquad/service-kit/testing'
import { startReviews, type TestReviews, type Who } from './start-reviews'

const ALL = pathOf(getReviewsByStatus, { status: 'APPROVED' })
const MANY = 20_000
const AUTHORS = 1_000

interface StoredRow {
  _id: string
}

const contentOf = (index: number) => {
  const date = new Date(Date.UTC(2020, 0, 1) + index * 3 * 3_600_000)
  return {
    userId: `user-${index % AUTHORS}`,
    bedrooms: index === 5 ? 9 : 2,
    reviewText: `Warm rooms and thin walls, number ${index}. `.repeat(10),
    date,
    month: monthOf(date),
  }
}

describe('all approved reviews in one response, as older clients read them', () => {
  let service: TestReviews
  let reads = 0
  beforeAll(async () => {
    service = await startReviews()
    await service.store('many-0', 'APPROVED', contentOf(0))
    const reviews = service.context.connection.collection<StoredRow>('reviews')
    const row = await reviews.findOne({})
    if (!row) throw new Error('nothing was stored')
    const others = Array.from({ length: MANY - 1 }, (_, index) => ({
      ...row,
      ...contentOf(index + 1),
      _id: `many-${index + 1}`,
    }))
    await reviews.insertMany(others)
    const find = reviews.find.bind(reviews)
    jest.spyOn(reviews, 'find').mockImplementation((...args: Parameters<typeof find>) => {
      reads += 1
      return find(...args)
    })
  })
  beforeEach(() => {
    reads = 0
  })
  afterAll(() => service.close())

  const open = (who: Who, signal: AbortSignal | null = null) => {
    const token = service.tokenOf(who)
    return fetch(service.url + ALL, { headers: token ? { authorization: `Bearer ${token}` } : {}, signal })
  }
  const read = async (who: Who) => (await (await open(who)).json()) as Review[]

  it('are complete, newest month first, with their likes and without their authors', async () => {
    await service.call('/api/add-like', 'student', { reviewId: 'many-7' })
    const reviews = await read('nobody')

    expect(new Set(reviews.map(({ id }) => id)).size).toBe(MANY)
    const dates = reviews.map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted().reverse())
    expect(reviews.find(({ id }) => id === 'many-7')?.likes).toBe(1)
    expect(new Set(reviews.map(({ userId }) => userId))).toEqual(new Set(['anonymous']))
    // One review must not reveal who lived in the only apartment of that size.
    expect(reviews.find(({ id }) => id === 'many-5')?.bedrooms).toBe(0)
  })

  it('show signed-in callers which reviews are their own', async () => {
    const own = (await read('user-7')).filter(({ userId }) => userId === 'user-7')

    expect(own).toHaveLength(MANY / AUTHORS)
    expect(new Set((await read('student')).map(({ userId }) => userId))).toEqual(new Set(['anonymous']))
  })

  it('are read at most twice for all concurrent callers', async () => {
    const callers = Array.from({ length: 20 }, (_, index) => open(index % 2 ? 'student' : 'nobody'))
    for (const response of await Promise.all(callers)) await response.body?.cancel()

    expect(reads).toBeGreaterThan(0)
    expect(reads).toBeLessThanOrEqual(2)
  })

  it('are rejected with Retry-After while several of their authors read them slowly', async () => {
    const readers = await Promise.all(
      [1, 2, 3, 4].map(async (number) => (await open(`user-${number}`)).body?.getReader()),
    )

    const refused = await open('user-5')
    const shared = await open('student')
    await shared.body?.cancel()
    await Promise.all(readers.map(async (reader) => reader?.cancel()))

    expect([refused.status, refused.headers.get('retry-after'), shared.status]).toEqual([503, '30', 200])
    expect(await refused.json()).toMatchObject({ type: '/problems/too-many-lists' })
    await until(async () => {
      const again = await open('user-5')
      await again.body?.cancel()
      return again.status === 200
    })
  })

  it('are there for others after authors have left before they were read', async () => {
    const leaving = new AbortController()
    const left = [1, 2, 3, 4, 5].map((number) => open(`user-${number}`, leaving.signal))
    await until(() => reads > 0)
    leaving.abort()
    const outcomes = await Promise.allSettled(left)
    const next = await open('user-6')
    await next.body?.cancel()

    expect([outcomes.map(({ status }) => status), next.status]).toEqual([Array(5).fill('rejected'), 200])
  })

  it('include a change in every later response', async () => {
    await service.changeStatus('many-2', 'DELETED', { who: 'user-2' })

    expect(await read('nobody')).toHaveLength(MANY - 1)
  })
})

describe('the reviews that a user likes', () => {
  it('are listed by month and id, even more of them than fit into one query', async () => {
    const service = await startReviews()
    await service.store('many-0', 'APPROVED')
    const reviews = service.context.connection.collection<StoredRow>('reviews')
    const row = await reviews.findOne({})
    const ids = Array.from({ length: 6_000 }, (_, index) => `many-${index}`)
    await reviews.insertMany(ids.slice(1).map((_id) => ({ ...row, _id })))
    await service.context.connection
      .collection('likes')
      .insertMany(ids.map((reviewId) => ({ reviewId, userId: 'user-5000', date: new Date() })))

    const { body } = await service.call(pathOf(getLikedReviews, { uid: 'user-5000' }), 'user-5000')
    await service.close()

    expect(body.map(({ id }: Review) => id)).toEqual(ids.toSorted())
    expect(new Set(body.map(({ likes }: Review) => likes))).toEqual(new Set([1]))
  })
})
