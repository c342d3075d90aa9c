import {
  createReview,
  editReview,
  getApartmentReviews,
  getLandlordReviews,
  getModeratedReviews,
  getReview,
  getReviewsByStatus,
  getUserReviews,
  pathOf,
  UNKNOWN_LANDLORD,
} from '@offquad/contracts'
import { createRandom } from '@offquad/service-kit/testing/random'
import { attachReviews } from '../src/reviews/attach-reviews'
import { forgetUser } from '../src/forget-user.job'
import { deliverOutbox } from '../src/review-stats/deliver-changes'
import { form, startReviews, type TestReviews, type Who } from './start-reviews'

let service: TestReviews
beforeEach(async () => {
  service = await startReviews()
  await service.context.subjects.apply({
    version: 1,
    apartments: [],
    landlords: [{ id: 'l1', name: 'Landlord' }],
    snapshot: { part: 1, parts: 1 },
  })
})
afterEach(() => service.close())

const SUGGESTION = { id: 's1', userId: 'ann', name: 'Gull House' }
const suggest = (aptId?: string) =>
  service.context.suggestions.record({ ...SUGGESTION, ...(aptId && { aptId }) })
const addApartment = () =>
  service.context.subjects.apply({
    version: 2,
    apartments: [{ id: 'a7', landlordId: 'l1', name: 'Gull House' }],
    landlords: [],
  })
const attach = () => attachReviews(service.context)
const body = { ...form, aptId: null, landlordId: null, suggestionId: 's1' }
const create = (who: Who, changes: object = {}) =>
  service.call(pathOf(createReview), who, { ...body, ...changes })
const find = (id: string, who: Who) => service.call(pathOf(getReview, { id }), who)
const approve = (id: string) => service.changeStatus(id, 'APPROVED', { who: 'admin' })

describe('a review of a suggested apartment', () => {
  it.each([
    ['that does not exist', 'author', { suggestionId: 's2' }],
    ['of another user', 'student', {}],
  ] as const)('is refused with 404 for a suggestion %s, and not stored', async (_what, who, changes) => {
    await suggest()

    const { status, body: problem } = await create(who, changes)

    expect([status, problem.type]).toEqual([404, '/problems/suggestion-not-found'])
    expect(await service.context.reviews.countByStatus('PENDING')).toBe(0)
  })

  it('is refused when the suggestion is no id, whatever else the body names', async () => {
    const { status, body: problem } = await create('author', { landlordId: 'l1', suggestionId: 5 })

    expect(status).toBe(400)
    expect(problem.errors).toEqual([{ field: 'landlordId', message: '* Required' }])
  })

  it('is refused while another one by its author waits, unless that was stored by the same request', async () => {
    await suggest()
    const post = async (key: string) => {
      const response = await fetch(service.url + createReview.path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${service.tokenOf('author')}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
      })
      return response.status
    }

    expect([await post('first-key'), await post('first-key'), await post('second-key')]).toEqual([
      201, 201, 409,
    ])
  })

  it('names the place to its author and to administrators, and is in no list of others', async () => {
    await suggest()
    const { body: id } = await create('author')

    const suggestion = { id: 's1', name: 'Gull House' }
    const waiting = { id, status: 'PENDING', aptId: null, landlordId: UNKNOWN_LANDLORD, suggestion }
    const own = await service.call(pathOf(getUserReviews, { uid: 'ann', status: 'PENDING' }), 'author')
    expect(own.body).toMatchObject([{ ...waiting, userId: 'ann' }])
    const queue = await service.call(`${getModeratedReviews.path}?status=PENDING`, 'admin')
    expect(queue.body).toMatchObject({ reviews: [waiting], total: 1 })
    expect((await find(id, 'student')).status).toBe(404)
    expect((await find(id, 'nobody')).status).toBe(404)
    const unknown = { id: UNKNOWN_LANDLORD, status: 'APPROVED' } as const
    expect((await service.call(pathOf(getLandlordReviews, unknown))).body).toEqual([])
  })

  it('is approved only once the place is added, and then shows no one that it was suggested', async () => {
    await suggest()
    const { body: id } = await create('author')
    const early = await approve(id)
    expect([early.status, early.body.type]).toEqual([409, '/problems/place-not-added'])
    expect(early.body.detail).toBe('Add the place first: "Gull House" is not listed yet.')

    await suggest('a7')
    await attach()
    expect((await approve(id)).status).toBe(409)
    await addApartment()
    await attach()

    expect((await approve(id)).status).toBe(200)
    const { body: shown } = await service.call(pathOf(getApartmentReviews, { id: 'a7', status: 'APPROVED' }))
    expect(shown).toMatchObject([{ id, aptId: 'a7', landlordId: 'l1', userId: 'anonymous' }])
    expect((await find(id, 'admin')).body).not.toHaveProperty('suggestion')
  })

  it('is about the apartment at once, if it was added before', async () => {
    await suggest('a7')
    await addApartment()

    const { body: id } = await create('author')

    expect((await find(id, 'author')).body).toMatchObject({ aptId: 'a7', landlordId: 'l1' })
  })

  it('can be edited, declined and deleted before the place is added', async () => {
    await suggest()
    const { body: id } = await create('author')

    const edited = await service.call(pathOf(editReview, { id }), 'author', { ...form, overallRating: 1 })

    expect(edited.body).toMatchObject({ overallRating: 1, suggestion: { id: 's1' } })
    expect((await service.changeStatus(id, 'DECLINED', { who: 'admin' })).status).toBe(200)
    expect((await approve(id)).body.type).toBe('/problems/place-not-added')
    expect((await service.changeStatus(id, 'DELETED', { who: 'author' })).status).toBe(200)
  })

  it.each(['anonymise', 'remove'] as const)(
    'is deleted with its suggestion and the account (%s)',
    async (reviews) => {
      await suggest()
      const { body: id } = await create('author')

      await forgetUser(service.context, { userId: 'ann', reviews })

      const review = (await find(id, 'admin')).body
      expect(review).toMatchObject({ userId: 'anonymous', status: 'DELETED' })
      expect(review).not.toHaveProperty('suggestion')
      expect(await service.context.suggestions.findOwn('s1', 'ann')).toBeUndefined()
    },
  )

  it.each(Array.from({ length: 8 }, (_, seed) => seed))(
    'ends up the same in whatever order and however often messages and decisions arrive (order %i)',
    async (seed) => {
      const random = createRandom(seed + 1)
      await suggest()
      const isDeleted = seed % 2 === 0
      const { body: id } = await create('author')
      const steps = [
        () => suggest(),
        () => suggest('a7'),
        () => addApartment(),
        () => attach(),
        () => approve(id),
        () => deliverOutbox(service.context),
        ...(isDeleted ? [() => service.changeStatus(id, 'DELETED', { who: 'author' })] : []),
      ]
      for (let step = 0; step < 20; step += 1) {
        await random.pick(steps)()
        const { body: visible } = await service.call(pathOf(getReviewsByStatus, { status: 'APPROVED' }))
        expect(visible).toEqual(visible.map(() => expect.objectContaining({ aptId: 'a7', landlordId: 'l1' })))
      }

      for (const step of [() => suggest('a7'), addApartment, attach]) await step()
      if (isDeleted) await service.changeStatus(id, 'DELETED', { who: 'author' })
      else await approve(id)
      await deliverOutbox(service.context)

      expect((await find(id, 'admin')).body).toMatchObject({
        aptId: 'a7',
        landlordId: 'l1',
        status: isDeleted ? 'DELETED' : 'APPROVED',
      })
      const counted = await service.context.stats.countForApartments(['a7'])
      expect(counted.reduce((sum, { numReviews }) => sum + numReviews, 0)).toBe(isDeleted ? 0 : 1)
    },
  )
})
