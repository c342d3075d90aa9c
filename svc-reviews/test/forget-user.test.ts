import { getModerationLog, type Review, updateReviewStats } from '@offquad/contracts'
import { emptyDatabase } from '@offquad/service-kit/testing'
import { forgetUser } from '../src/forget-user.job'
import { row, startReviews, type TestReviews } from './start-reviews'

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
    const add = jest.spyOn(reviews.context.jobs, 'add')
    const id = await approved('author')
    const other = await approved('student')

    await forgetUser(reviews.context, { userId: 'ann', reviews: 'remove' })

    expect((await listed()).map((review) => review.id)).toEqual([other])
    expect(await asAdmin(id)).toMatchObject({ status: 'DELETED', photos: [] })
    expect((await asAdmin(id)).reviewText).toMatch(/^Removed/)
    const [, stats] = add.mock.calls.findLast(([job]) => job.queue === updateReviewStats.queue) ?? []
    expect(stats).toMatchObject({ listings: [{ aptId: 'a1', numReviews: 1 }] })
  })

  it('leaves no text that an import of the same rows brings back', async () => {
    const rows = [row('one', { userId: 'ann', reviewText: 'My landlady Joan Ferris lives next door to me.' })]
    await reviews.importRows(rows)

    await forgetUser(reviews.context, { userId: 'ann', reviews: 'remove' })

    expect(await reviews.importRows(rows)).toMatchObject([{ outcome: 'rejected' }])
    expect((await asAdmin('one')).reviewText).toMatch(/^Removed/)
  })

  it('leaves no review that was written while the others were deleted', async () => {
    await approved('author')
    const collection = reviews.context.connection.collection('reviews')
    const update = collection.updateOne.bind(collection)
    let late = ''
    jest.spyOn(collection, 'updateOne').mockImplementationOnce(async (...args) => {
      late = await reviews.write('author')
      return update(...args)
    })

    await forgetUser(reviews.context, { userId: 'ann', reviews: 'remove' })

    expect(await asAdmin(late)).toMatchObject({
      status: 'DELETED',
      reviewText: expect.stringMatching(/^Removed/),
    })
  })

  it('is not named by the log of decisions, even where one was not logged yet', async () => {
    const id = await reviews.write('author')
    await reviews.context.changes.changeStatus({
      id,
      from: ['PENDING'],
      to: 'APPROVED',
      subject: { aptId: 'a1', landlordId: 'l1' },
      decision: { adminId: 'admin-2', from: 'PENDING', to: 'APPROVED', date: new Date() },
    })

    await forgetUser(reviews.context, { userId: 'admin-2', reviews: 'remove' })

    const { entries } = (await reviews.call(getModerationLog.path, 'admin')).body
    expect(entries).toMatchObject([{ reviewId: id, adminId: 'former-administrator' }])
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
