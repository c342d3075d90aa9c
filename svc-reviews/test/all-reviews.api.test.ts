import { monthOf } from '@offquad/service-kit'
import { getReviewsByStatus, pathOf, type Review } from '@offquad/contracts'
import { startReviews, type TestReviews } from './start-reviews'

const ALL = pathOf(getReviewsByStatus, { status: 'APPROVED' })
const MANY = 500

interface StoredRow {
  _id: string
}

const contentOf = (index: number) => {
  const date = new Date(Date.UTC(2020, 0, 1) + index * 3 * 3_600_000)
  return {
    userId: `user-${index % 50}`,
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

  const read = async (who: 'nobody' | 'student' | 'user-7') => (await service.call(ALL, who)).body as Review[]

  it('show signed-in callers which reviews are their own', async () => {
    const own = (await read('user-7')).filter(({ userId }) => userId === 'user-7')

    expect(own).toHaveLength(MANY / 50)
    expect(new Set((await read('student')).map(({ userId }) => userId))).toEqual(new Set(['anonymous']))
  })

  it('are read at most twice for all concurrent callers', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => read(index % 2 ? 'student' : 'nobody')))

    expect(reads).toBeGreaterThan(0)
    expect(reads).toBeLessThanOrEqual(2)
  })

  it('include a change in every later response', async () => {
    await service.call('/api/add-like', 'student', { reviewId: 'many-1' })
    const liked = (await read('nobody')).find(({ id }) => id === 'many-1')
    await service.changeStatus('many-2', 'DELETED', { who: 'user-2' })
    const left = await read('nobody')

    expect(liked?.likes).toBe(1)
    expect(left).toHaveLength(MANY - 1)
  })
})
