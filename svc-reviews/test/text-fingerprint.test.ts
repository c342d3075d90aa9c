import { editReview, getModeratedReviews, pathOf } from '@offquad/contracts'
import { emptyDatabase } from '@offquad/service-kit/testing'
import { fingerprintOf } from '../src/reviews/review-fingerprints'
import { form, row, startReviews, type TestReviews } from './start-reviews'

let service: TestReviews
beforeAll(async () => {
  service = await startReviews()
})
beforeEach(() => emptyDatabase(service.context.connection))
afterAll(() => service.close())

it('stores the fingerprint of a review with every write that changes its text', async () => {
  const id = await service.write('author')
  const reviewText = 'Cold rooms, and walls as thin as ever.'
  await service.call(pathOf(editReview, { id }), 'author', { ...form, reviewText })
  await service.importRows([row('imported')])
  await service.importRows([row('imported', { reviewText: 'The file was mended since then.' })])

  const reviews = service.context.connection.collection<{ reviewText: string; textFingerprint: string }>(
    'reviews',
  )
  const stored = await reviews.find().toArray()

  expect(stored.map((review) => review.textFingerprint)).toEqual(
    stored.map((review) => fingerprintOf(review.reviewText)),
  )
  expect(stored.map((review) => review.reviewText)).toContain(reviewText)
})

it('counts reviews with the same text for administrators, in any status', async () => {
  await service.store('old', 'DECLINED', { reviewText: 'WARM rooms - and thin walls' })
  const [first, second] = [await service.write('author'), await service.write('student')]
  const other = await service.write('author', { reviewText: 'Nothing like what others say.' })

  const { body } = await service.call(`${getModeratedReviews.path}?status=PENDING`, 'admin')

  const sameTextAs = Object.fromEntries(
    (body.reviews as { id: string; sameTextAs: number }[]).map((review) => [review.id, review.sameTextAs]),
  )
  expect(sameTextAs).toEqual({ [first]: 2, [second]: 2, [other]: 0 })
})
