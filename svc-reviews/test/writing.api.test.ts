import {
  createReview,
  editReview,
  type FieldError,
  getReview,
  getUserReviews,
  pathOf,
  REVIEW_STATUSES,
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

  it.each(['f u c k this landlord', 'what a sh1thole, really', 'Fück the management'])(
    'refuses profanity: %s',
    async (reviewText) => {
      const { status, body } = await create('author', { reviewText })

      expect(status).toBe(400)
      expect(body.errors).toEqual([
        { field: 'reviewText', message: 'This review contains profanity. Please edit it and try again.' },
      ])
    },
  )

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

  it.each([[], 'text', null, 5])('is rejected with the body %j', async (body) => {
    const response = await fetch(service.url + pathOf(createReview), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${service.tokenOf('author')}` },
      body: JSON.stringify(body),
    })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ status: 400 })
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

  it('keeps when the lease was signed for older clients, which do not send it, until it is taken back', async () => {
    const id = await service.write('author', { signedMonth: 10 })
    const monthAfter = async (change: object) => {
      await edit(id, 'author', change)
      return (await find(id)).body.signedMonth
    }

    expect(await monthAfter({})).toBe(10)
    expect(await monthAfter({ signedMonth: 0 })).toBeUndefined()
  })

  it.each(
    REVIEW_STATUSES.map((status) => [status, ['REPORTED', 'DELETED'].includes(status) ? 409 : 201] as const),
  )('that is %s answers its author %i', async (status, code) => {
    await service.store(`edit-${status}`, status)

    expect((await edit(`edit-${status}`, 'author')).status).toBe(code)
    expect((await find(`edit-${status}`)).body.status).toBe(code === 201 ? 'PENDING' : status)
  })

  it.each([
    ['nobody', 'APPROVED', 401],
    ['student', 'APPROVED', 403],
    ['admin', 'APPROVED', 403],
    ['student', 'PENDING', 404],
    ['admin', 'PENDING', 403],
  ] as const)('of another user responds to %s with %i when it is %s', async (who, status, code) => {
    const id = `others-${who}-${status}`
    await service.store(id, status)

    expect((await edit(id, who)).status).toBe(code)
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
  it.each([
    ['nobody', 401],
    ['user-2', 403],
    ['user-1', 200],
    ['admin', 200],
  ] as const)('are for that user and for admins: %s gets %i', async (who, code) => {
    for (const status of REVIEW_STATUSES) {
      const answer = await service.call(pathOf(getUserReviews, { uid: 'user-1', status }), who)
      expect(answer.status).toBe(code)
    }
  })

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
