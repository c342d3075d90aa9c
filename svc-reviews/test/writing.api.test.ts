import {
  createReview,
  editReview,
  type FieldError,
  getReview,
  getUserReviews,
  pathOf,
} from '@offquad/contracts'
import { form, startReviews, type TestReviews, type Who } from './start-reviews'

let service: TestReviews
beforeAll(async () => {
  service = await startReviews()
})
afterAll(() => service.close())

const find = async (id: string, who: Who = 'admin') => service.call(pathOf(getReview, { id }), who)
const create = (who: Who, changes: object) => service.call(pathOf(createReview), who, { ...form, ...changes })
const edit = (id: string, who: Who, changes: object = {}) =>
  service.call(pathOf(editReview, { id }), who, { ...form, ...changes })

describe('writing a review', () => {
  it('returns the new id; the review is pending and belongs to the signed-in user', async () => {
    const before = Date.now()
    const foreign = {
      id: 'mine',
      userId: 'somebody',
      date: '1999-01-01',
      likes: 99,
      status: 'APPROVED',
      reports: [1],
    }

    const { status, body: id } = await create('author', foreign)

    expect([status, typeof id]).toEqual([201, 'string'])
    const { body: review } = await find(id, 'author')
    expect(review).toEqual({
      ...form,
      id,
      userId: 'ann',
      likes: 0,
      status: 'PENDING',
      date: expect.stringMatching(/Z$/),
      version: expect.any(String),
    })
    expect(Date.parse(review.date)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(review.date)).toBeLessThanOrEqual(Date.now())
  })

  it.each([null, ''])(
    'of a landlord alone is sent with the apartment %p and kept with null',
    async (aptId) => {
      const id = await service.write('author', {
        aptId,
        reviewText: '  Answers the phone, even on Sundays.\n',
      })

      expect((await find(id)).body).toMatchObject({
        aptId: null,
        reviewText: 'Answers the phone, even on Sundays.',
      })
    },
  )

  it.each([null, '', undefined])('of an apartment takes %j as the landlord', async (landlordId) => {
    const { status, body: id } = await create('author', { aptId: 'a1', landlordId })

    expect(status).toBe(201)
    expect((await find(id)).body).toMatchObject({ aptId: 'a1', landlordId: 'unknown' })
  })

  it('is rejected with the form’s message for each invalid field', async () => {
    const { status, body } = await create('author', {
      aptId: null,
      landlordId: '',
      overallRating: 'five',
      price: null,
      bedrooms: 12,
      reviewText: 'This is shit',
      detailedRatings: {},
      photos: [1, 2, 3, 4],
    })

    expect(status).toBe(400)
    expect(body).toMatchObject({ type: '/problems/invalid-review', status: 400, title: 'Invalid input' })
    expect(body.errors.map(({ field, message }: FieldError) => `${field}: ${message}`)).toEqual([
      'landlordId: * Required',
      'bedrooms: * Required',
      'price: * Required',
      'overallRating: * Required',
      'detailedRatings: * These fields are required',
      'reviewText: A minimum of 15 characters is required',
      'photos: A maximum of 3 photos is allowed',
      'reviewText: This review contains profanity. Please edit it and try again.',
    ])
  })

  it('names the word that is refused', async () => {
    const { body } = await create('author', { reviewText: 'Warm, but the fucking heater knocks.' })

    expect(body.detail).toBe(
      'This review contains profanity. Please edit it and try again. It contains “fucking”.',
    )
  })

  it('stores no characters that nobody sees or that reverse the text after them', async () => {
    const { status, body: id } = await create('author', {
      reviewText: 'A great\u0000 place \u202egro.live moc\u001b, \u200b👩‍👩‍👧 and more',
    })

    expect(status).toBe(201)
    expect((await service.call(pathOf(getReview, { id }), 'author')).body.reviewText).toBe(
      'A great place gro.live moc, 👩‍👩‍👧 and more',
    )
  })

  it('stores a text of 2000 emoji and rejects a body of two megabytes', async () => {
    const id = await service.write('author', { reviewText: '🏠'.repeat(2000) })
    expect((await find(id)).body.reviewText).toBe('🏠'.repeat(2000))

    expect((await create('author', { reviewText: 'x'.repeat(2_000_000) })).status).toBe(413)
  })
})

describe('editing a review', () => {
  it('changes the content, keeps subject, date, likes and reports, and waits for approval again', async () => {
    await service.store('edited', 'APPROVED', { likes: 7 })
    const { body: before } = await find('edited')

    const { status } = await edit('edited', 'author', {
      aptId: 'other',
      landlordId: 'other',
      overallRating: 1,
      reviewText: 'Cold rooms and thin walls.',
      date: '2030-01-01',
      userId: 'somebody',
      likes: 0,
    })

    expect(status).toBe(201)
    const { body: after } = await find('edited')
    expect(after).toEqual({
      ...before,
      overallRating: 1,
      reviewText: 'Cold rooms and thin walls.',
      status: 'PENDING',
      version: expect.not.stringMatching(before.version),
    })
    expect(after).toMatchObject({ likes: 7, reports: [{ userId: 'rep' }] })
  })

  it('has the same rules as writing', async () => {
    const id = await service.write('author')

    const { status, body } = await edit(id, 'author', { reviewText: 'short' })

    expect(status).toBe(400)
    expect(body.errors).toEqual([{ field: 'reviewText', message: 'A minimum of 15 characters is required' }])
    expect((await edit('nothing', 'author')).status).toBe(404)
  })
})

describe('the reviews of a user', () => {
  it('are listed in every status, newest first', async () => {
    const ids = [await service.write('user-1'), await service.write('user-1')]

    const { body } = await service.call(
      pathOf(getUserReviews, { uid: 'user-1', status: 'PENDING' }),
      'user-1',
    )

    expect(body.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed())
    const { body: none } = await service.call(
      pathOf(getUserReviews, { uid: 'user-1', status: 'DELETED' }),
      'user-1',
    )
    expect(none).toEqual([])
  })
})
