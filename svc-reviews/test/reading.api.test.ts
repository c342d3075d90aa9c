import {
  getApartmentReviews,
  getLandlordReviews,
  getReview,
  getReviewsByStatus,
  pathOf,
  REVIEW_STATUSES,
  type ReviewStatus,
} from '@offquad/contracts'
import { startReviews, type TestReviews } from './start-reviews'

const EVERYBODY = ['nobody', 'student', 'author', 'admin'] as const
type Who = (typeof EVERYBODY)[number]
const ADMINS_ONLY = { nobody: 401, student: 403, author: 403, admin: 200 }
const ANYONE = { nobody: 200, student: 200, author: 200, admin: 200 }

const isVisible = (status: ReviewStatus) => status === 'APPROVED' || status === 'REPORTED'
const idsOf = (reviews: { id: string }[]) => reviews.map(({ id }) => id)

let service: TestReviews
beforeAll(async () => {
  service = await startReviews()
  for (const status of REVIEW_STATUSES) await service.store(`r-${status}`, status)
})
afterAll(() => service.close())

describe.each([
  [
    'the reviews of an apartment',
    (status: ReviewStatus) => pathOf(getApartmentReviews, { id: 'a1', status }),
    isVisible,
  ],
  [
    'the reviews of a landlord',
    (status: ReviewStatus) => pathOf(getLandlordReviews, { id: 'l1', status }),
    isVisible,
  ],
  [
    'all reviews',
    (status: ReviewStatus) => pathOf(getReviewsByStatus, { status }),
    (status: ReviewStatus) => status === 'APPROVED',
  ],
])('%s', (_list, pathFor, isOpen) => {
  it.each(REVIEW_STATUSES.flatMap((status) => EVERYBODY.map((who) => [status, who] as const)))(
    'with status %s for %s',
    async (status, who) => {
      const { status: code, body } = await service.call(pathFor(status), who)

      expect(code).toBe((isOpen(status) ? ANYONE : ADMINS_ONLY)[who])
      if (code === 200) expect(idsOf(body)).toEqual([`r-${status}`])
    },
  )

  it('shows author and reporters to admins, the author to the author, and neither to others', async () => {
    const seenBy = async (who: Who) => (await service.call(pathFor('APPROVED'), who)).body[0]

    for (const who of ['nobody', 'student'] as const) {
      const seen = await seenBy(who)
      expect(seen.userId).toBe('anonymous')
      expect(JSON.stringify(seen)).not.toMatch(/"ann"|rep|outbox|changedAt/)
    }
    expect(await seenBy('author')).toMatchObject({ userId: 'ann' })
    expect(await seenBy('author')).not.toHaveProperty('reports')
    expect(await seenBy('admin')).toMatchObject({
      userId: 'ann',
      reports: [{ userId: 'rep', reason: 'rude' }],
    })
  })
})

describe('one review', () => {
  it('has the shape of the contract', async () => {
    const { body } = await service.call(pathOf(getReview, { id: 'r-APPROVED' }))

    expect(body).toEqual({
      id: 'r-APPROVED',
      aptId: 'a1',
      landlordId: 'l1',
      date: '2024-05-15T12:00:00Z',
      overallRating: 4,
      detailedRatings: { location: 5, maintenance: 4, safety: 3, conditions: 2 },
      bedrooms: 0,
      price: 3,
      photos: [],
      reviewText: 'Warm rooms and thin walls.',
      likes: 0,
      status: 'APPROVED',
      userId: 'anonymous',
    })
  })
})

describe('lists', () => {
  it('are newest first, ties by id', async () => {
    const at = (date: string) => ({ aptId: 'sorted', landlordId: 'sorted', date: new Date(date) })
    await service.store('s2', 'APPROVED', at('2023-01-01'))
    await service.store('s3', 'APPROVED', at('2024-01-01'))
    await service.store('s1', 'APPROVED', at('2023-01-01'))

    const byApartment = await service.call(pathOf(getApartmentReviews, { id: 'sorted', status: 'APPROVED' }))
    const byLandlord = await service.call(pathOf(getLandlordReviews, { id: 'sorted', status: 'APPROVED' }))

    expect(idsOf(byApartment.body)).toEqual(['s3', 's1', 's2'])
    expect(idsOf(byLandlord.body)).toEqual(['s3', 's1', 's2'])
  })
})
