import {
  addLike,
  createReview,
  editReview,
  getApartmentReviews,
  getLandlordReviews,
  getLikedReviews,
  getReview,
  pathOf,
  removeLike,
  REVIEW_STATUSES,
} from '@offquad/contracts'
import { createRandom, type Random } from '@offquad/service-kit/testing/random'
import { startJobs } from '../src/jobs'
import { receiveStats } from './receive-stats'
import { ACTIONS, countOf, isAdmin, type ModelReview } from './model'
import { form, startReviews, type TestReviews, type Who } from './start-reviews'

/** `npm test` runs two sequences, `npm run test:long` eight. */
const SEEDS = Array.from({ length: Number(process.env.SEEDS ?? 2) }, (_, index) => index + 1)
const STEPS = 250
const EVERYBODY: Who[] = ['user-1', 'user-2', 'user-3', 'admin-1', 'admin-2']
const KINDS = ['edit', 'like', 'like', 'unlike', 'status', 'status', 'status'] as const
const APARTMENTS = ['a1', 'a2']
/** The landlord of each apartment, and other landlords that the body of a review may name. */
const LANDLORD = 'l1'
const NAMED_LANDLORDS = [LANDLORD, 'stranger', 'does-not-exist']

describe.each(SEEDS)('a random sequence of actions (seed %i)', (seed) => {
  let service: TestReviews
  let receiver: Awaited<ReturnType<typeof receiveStats>>
  beforeAll(async () => {
    service = await startReviews()
    await startJobs(service.context)
    await service.context.subjects.apply({
      version: 1,
      apartments: APARTMENTS.map((id) => ({ id, landlordId: LANDLORD, name: id })),
      landlords: [LANDLORD, 'stranger'].map((id) => ({ id, name: id })),
      snapshot: { part: 1, parts: 1 },
    })
    receiver = await receiveStats(service)
  })
  afterAll(async () => {
    await receiver.close()
    await service.close()
  })

  async function write(random: Random): Promise<ModelReview> {
    const [author, aptId] = [random.pick(EVERYBODY), random.pick(APARTMENTS)]
    const [rating, price] = [random.between(1, 5), random.between(1, 6)]
    const landlordId = random.pick(NAMED_LANDLORDS)
    const id = await service.write(author, { aptId, landlordId, price, overallRating: rating })
    return { id, author, aptId, rating, price, status: 'PENDING', likers: new Set(), reporters: new Set() }
  }

  /** A review of something that does not exist, which must not be stored. */
  async function writeOfNothing(random: Random): Promise<void> {
    const aptId = random.pick(['a3', null])
    const body = { ...form, aptId, landlordId: 'does-not-exist' }
    const { status } = await service.call(pathOf(createReview), random.pick(EVERYBODY), body)
    expect(status).toBe(404)
  }

  /** Runs an action on the product and on the model; both must agree on whether it succeeds. */
  async function act(random: Random, review: ModelReview, who: Who): Promise<string> {
    const { id } = review
    const kind = random.pick(KINDS)
    const [overallRating, status] = [random.between(1, 5), random.pick(REVIEW_STATUSES)]
    const done = {
      edit: () =>
        service.call(pathOf(editReview, { id }), who, { ...form, overallRating, price: review.price }),
      like: () => service.call(pathOf(addLike), who, { reviewId: id }),
      unlike: () => service.call(pathOf(removeLike), who, { reviewId: id }),
      status: () => service.changeStatus(id, status, { who }),
    }
    const expected = {
      edit: () => ACTIONS.edit(review, who, overallRating),
      like: () => ACTIONS.like(review, who),
      unlike: () => ACTIONS.unlike(review, who),
      status: () => ACTIONS.changeStatus(review, who, status),
    }
    const name = `${kind} ${kind === 'status' ? status : ''} by ${who} of ${review.status} by ${review.author}`
    const answer = await done[kind]()
    expect([name, answer.status < 300]).toEqual([name, expected[kind]()])
    if (answer.status >= 300) expect([403, 404, 409]).toContain(answer.status)
    return name
  }

  async function expectSame(review: ModelReview, name: string): Promise<void> {
    const { body } = await service.call(pathOf(getReview, { id: review.id }), 'admin-1')
    const reporters = body.reports.map(({ userId }: { userId: Who }) => userId)
    expect([name, body]).toMatchObject([
      name,
      {
        userId: review.author,
        aptId: review.aptId,
        landlordId: LANDLORD,
        overallRating: review.rating,
        price: review.price,
        status: review.status,
        likes: review.likers.size,
      },
    ])
    expect(new Set(reporters)).toEqual(review.reporters)
  }

  it('leaves every review, list and number as in the model', async () => {
    const random = createRandom(seed)
    const reviews: ModelReview[] = [await write(random)]
    for (let step = 0; step < STEPS; step += 1) {
      if (random.chance(0.05)) reviews.push(await write(random))
      if (random.chance(0.02)) await writeOfNothing(random)
      const review = random.pick(reviews)
      const name = await act(random, review, random.pick(EVERYBODY))
      await expectSame(review, `step ${step}: ${name}`)
    }
    for (const aptId of APARTMENTS) await expectList(reviews, aptId)
    for (const who of EVERYBODY) await expectLiked(reviews, who)
    for (const aptId of APARTMENTS) await expectCounts(reviews, aptId)
    const { body: stranger } = await service.call(
      pathOf(getLandlordReviews, { id: 'stranger', status: 'APPROVED' }),
    )
    expect(stranger).toEqual([])
  })

  async function expectList(reviews: ModelReview[], aptId: string): Promise<void> {
    for (const status of REVIEW_STATUSES) {
      const { body } = await service.call(pathOf(getApartmentReviews, { id: aptId, status }), 'admin-1')
      const expected = reviews.filter((review) => review.aptId === aptId && review.status === status)
      expect(body.map(({ id }: { id: string }) => id).toSorted()).toEqual(
        expected.map(({ id }) => id).toSorted(),
      )
    }
  }

  async function expectLiked(reviews: ModelReview[], who: Who): Promise<void> {
    const { body } = await service.call(pathOf(getLikedReviews, { uid: who }), who)
    const isVisible = ({ status }: ModelReview) => ['APPROVED', 'REPORTED'].includes(status)
    const expected = reviews.filter((review) => review.likers.has(who) && isVisible(review))
    expect(body.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      expected.map(({ id }) => id).toSorted(),
    )
    if (!isAdmin(who)) expect(JSON.stringify(body)).not.toContain('reports')
  }

  async function expectCounts(reviews: ModelReview[], aptId: string): Promise<void> {
    const stats = receiver.listings
    const quietSince = Date.now()
    const { numReviews, avgRating } = countOf(reviews, aptId)
    const isSame = () =>
      (stats.get(aptId)?.numReviews ?? 0) === numReviews &&
      Math.abs((stats.get(aptId)?.avgRating ?? 0) - avgRating) < 1e-9
    while (!isSame() && Date.now() - quietSince < 2000)
      await new Promise((resolve) => setTimeout(resolve, 10))
    expect(stats.get(aptId) ?? { numReviews: 0, avgRating: 0 }).toMatchObject({ numReviews })
    expect(isSame()).toBe(true)
  }
})
