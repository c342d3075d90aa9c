import { getLikedReviews, getReviewsByStatus, pathOf, type Review } from '@offquad/contracts'
import { until } from '@offquad/service-kit/testing'
import { startReviews, type TestReviews } from './start-reviews'

const ALL = pathOf(getReviewsByStatus, { status: 'APPROVED' })
// More reviews than fit into one chunk.
const MANY = 10_500

interface StoredRow {
  _id: string
}

describe('more approved reviews than fit into one chunk', () => {
  let service: TestReviews
  beforeAll(async () => {
    service = await startReviews()
    await service.store('first', 'APPROVED')
    const reviews = service.context.connection.collection<StoredRow>('reviews')
    const row = await reviews.findOne({})
    if (!row) throw new Error('nothing was stored')
    await reviews.insertMany(
      Array.from({ length: MANY - 1 }, (_, index) => ({
        ...row,
        _id: `many-${index}`,
        userId: `user-${index % 1_000}`,
        bedrooms: index === 5 ? 9 : 2,
        reviewText: `Warm rooms, number ${index}.`,
        date: new Date(Date.UTC(2020, 0, 3) + index * 60_000),
        month: '2020-01',
      })),
    )
    await service.call('/api/add-like', 'student', { reviewId: 'many-7' })
  })
  afterAll(() => service.close())

  it('are all in the response, newest first, with their likes and without their authors', async () => {
    const { status, body } = await service.call(ALL)
    const reviews = body as Review[]

    expect(status).toBe(200)
    expect(new Set(reviews.map(({ id }) => id)).size).toBe(MANY)
    expect(reviews.map(({ date }) => date)).toEqual(
      reviews
        .map(({ date }) => date)
        .toSorted()
        .reverse(),
    )
    expect(reviews.find(({ id }) => id === 'many-7')?.likes).toBe(1)
    expect(new Set(reviews.map(({ userId }) => userId))).toEqual(new Set(['anonymous']))
    // One review must not reveal who lived in the only apartment of that size.
    expect(reviews.find(({ id }) => id === 'many-5')?.bedrooms).toBe(0)
  })

  it('are listed by month and id for a user who likes more of them than fit into one query', async () => {
    const liked = Array.from({ length: 6_000 }, (_, index) => `many-${index}`)
    await service.context.connection
      .collection('likes')
      .insertMany(liked.map((reviewId) => ({ reviewId, userId: 'user-5000', date: new Date() })))

    const { body } = await service.call(pathOf(getLikedReviews, { uid: 'user-5000' }), 'user-5000')

    expect(body.map(({ id }: Review) => id)).toEqual(liked.toSorted())
    expect(new Set(body.map(({ likes }: Review) => likes))).toEqual(new Set([1, 2]))
  })

  it('are rejected with Retry-After while several other callers read them', async () => {
    const readers = await Promise.all(
      Array.from({ length: 4 }, async () => (await fetch(service.url + ALL)).body?.getReader()),
    )

    const refused = await fetch(service.url + ALL)
    await Promise.all(readers.map(async (reader) => reader?.cancel()))

    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
    expect(await refused.json()).toMatchObject({ type: '/problems/too-many-lists' })
    await until(async () => {
      const again = await fetch(service.url + ALL)
      await again.body?.cancel()
      return again.status === 200
    })
  })
})
