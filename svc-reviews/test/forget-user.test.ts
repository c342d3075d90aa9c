import { type Review } from '@offquad/contracts'
import { emptyDatabase } from '@offquad/service-kit/testing'
import { forgetUser } from '../src/reviews/forget-user.job'
import { startReviews, type TestReviews } from './start-reviews'

let reviews: TestReviews
beforeAll(async () => {
  reviews = await startReviews()
})
beforeEach(() => emptyDatabase(reviews.context.connection))
afterAll(() => reviews.close())

const listed = async (): Promise<Review[]> => (await reviews.call('/api/review/APPROVED')).body
const asAdmin = async (id: string): Promise<Review> =>
  (await reviews.call(`/api/review-by-id/${id}`, 'admin')).body

async function approved(who: 'author' | 'student'): Promise<string> {
  const id = await reviews.write(who)
  await reviews.changeStatus(id, 'APPROVED', { who: 'admin' })
  return id
}

describe('a user whose account was deleted', () => {
  it('leaves anonymous reviews, if they chose to keep them', async () => {
    const id = await approved('author')

    await forgetUser(reviews.context, { userId: 'ann', reviews: 'anonymise' })
    await forgetUser(reviews.context, { userId: 'ann', reviews: 'anonymise' })

    expect((await listed()).map((review) => review.id)).toEqual([id])
    expect((await asAdmin(id)).userId).toBe('anonymous')
    expect((await reviews.call('/api/review/userId/ann/APPROVED', 'admin')).body).toEqual([])
  })

  it('leaves no reviews, texts or pictures otherwise, and stats are updated', async () => {
    const id = await approved('author')
    const other = await approved('student')

    await forgetUser(reviews.context, { userId: 'ann', reviews: 'remove' })

    expect((await listed()).map((review) => review.id)).toEqual([other])
    expect(await asAdmin(id)).toMatchObject({ status: 'DELETED', photos: [] })
    expect((await asAdmin(id)).reviewText).toMatch(/^Removed/)
    const pending = await reviews.context.outbox.listPending(100)
    expect(pending.map((review) => review.id)).toContain(id)
  })

  it('leaves no likes, and no name in reports', async () => {
    const id = await approved('author')
    await reviews.call('/api/add-like', 'student', { reviewId: id })
    await reviews.changeStatus(id, 'REPORTED', { who: 'student', body: { reason: 'Spam' } })
    expect((await asAdmin(id)).likes).toBe(1)

    await forgetUser(reviews.context, { userId: 'stu', reviews: 'anonymise' })

    const review = await asAdmin(id)
    expect(review.likes).toBe(0)
    expect(review.reports).toMatchObject([{ userId: 'account-deleted', reason: 'Spam' }])
  })
})
