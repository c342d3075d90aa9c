import {
  getApartmentReviews,
  getLandlordReviews,
  getReview,
  getReviews,
  getReviewsByStatus,
  getReviewSummary,
  pathOf,
  REVIEW_SORTS,
  type ReviewStatus,
} from '@offquad/contracts'
import { monthOf } from '@offquad/service-kit'
import { createRandom, type Random } from '@offquad/service-kit/testing/random'
import { forgetUser } from '../src/forget-user.job'
import { startReviews, type TestReviews } from './start-reviews'

let service: TestReviews
beforeAll(async () => {
  service = await startReviews()
})
afterAll(() => service.close())
afterEach(() => service.context.connection.collection('reviews').deleteMany({}))

const APARTMENTS = ['a1', 'a2', 'a3']
const MONTH = Date.UTC(2025, 4)
const SOMEWHERE_IN_A_MONTH = 30 * 86_400_000

interface Secret {
  id: string
  aptId: string
  userId: string | null
  status: ReviewStatus
  bedrooms: number
  price: number
  overallRating: number
  date: Date
}

const isVisible = ({ status }: Secret) => status === 'APPROVED' || status === 'REPORTED'

/** Whether at least three authors of visible reviews of its apartment name its bedrooms, so that these are public. */
const isShared = (reviews: Secret[], { aptId, bedrooms }: Secret) =>
  new Set(
    reviews
      .filter((item) => isVisible(item) && item.aptId === aptId && item.bedrooms === bedrooms)
      .map(({ id, userId }) => userId ?? id),
  ).size >= 3

const anyMoment = (random: Random) =>
  new Date(MONTH + random.below(3) * 31 * 86_400_000 + random.below(20 * 86_400_000))

const anyReview = (random: Random, id: string): Secret => ({
  id,
  aptId: random.pick(APARTMENTS),
  userId: random.pick([null, 'ben', 'cleo', 'dora', 'eli']),
  status: random.pick(['APPROVED', 'APPROVED', 'REPORTED', 'PENDING'] as const),
  bedrooms: random.between(1, 3),
  price: random.between(1, 6),
  overallRating: random.between(4, 5),
  date: anyMoment(random),
})

/** The same reviews to a reader: other moments in the same months, and other numbers of bedrooms where these are hidden. */
function withOtherSecrets(random: Random, reviews: Secret[]): Secret[] {
  const moved = reviews.map((review) => {
    const start = new Date(`${monthOf(review.date)}-02`).getTime()
    return { ...review, date: new Date(start + random.below(SOMEWHERE_IN_A_MONTH - 3 * 86_400_000)) }
  })
  return moved.reduce((kept, review, index) => {
    if (isVisible(review) && isShared(kept, review)) return kept
    const changed = kept.with(index, { ...review, bedrooms: random.between(1, 6) })
    const seen = (list: Secret[]) =>
      list.map((review) => (isVisible(review) && isShared(list, review) ? review.bedrooms : 0)).join()
    return seen(changed) === seen(kept) ? changed : kept
  }, moved)
}

async function publish(reviews: Secret[]): Promise<void> {
  await service.context.connection.collection('reviews').deleteMany({})
  await Promise.all(reviews.map(({ id, status, ...review }) => service.store(id, status, review)))
}

/** Everything that a visitor can ask for, with cursors that name any review, and what the catalog is told to show. */
async function readEverything(ids: string[]): Promise<unknown> {
  const places = [...APARTMENTS.map((aptId) => ({ aptId })), { landlordId: 'l1' }]
  const lists = places.flatMap((place) => [
    ...REVIEW_SORTS.map((sort) => ({ ...place, sort })),
    ...[1, 2, 3].map((bedrooms) => ({ ...place, bedrooms: String(bedrooms) })),
  ])
  const cursors = ids.map((id) => ({
    aptId: 'a1',
    cursor: Buffer.from(JSON.stringify(['recent', 0, '2025-06', id])).toString('base64url'),
  }))
  const paths = [
    ...[...lists, ...cursors].map(
      (query) => `${getReviews.path}?${new URLSearchParams({ ...query, size: '100' })}`,
    ),
    ...places.map((place) => `${getReviewSummary.path}?${new URLSearchParams(place as never)}`),
    ...(['APPROVED', 'REPORTED'] as const).flatMap((status) => [
      ...APARTMENTS.map((id) => pathOf(getApartmentReviews, { id, status })),
      pathOf(getLandlordReviews, { id: 'l1', status }),
    ]),
    pathOf(getReviewsByStatus, { status: 'APPROVED' }),
    ...ids.map((id) => pathOf(getReview, { id })),
  ]
  const answers = await Promise.all(
    paths.map(async (path) => {
      const { body } = await service.call(path)
      delete body.requestId
      return [path, body]
    }),
  )
  const stats = await service.context.stats.countForApartments(APARTMENTS)
  const landlords = await service.context.stats.countForLandlords(['l1'])
  return [
    answers,
    // The moment of the last review is stored by the catalog and shown to nobody.
    stats
      .map((shown) => ({ ...shown, lastReviewedAt: undefined }))
      .toSorted((a, b) => (a.aptId < b.aptId ? -1 : 1)),
    landlords,
  ]
}

describe('an attacker who reads everything that is public, forges cursors and compares what changes', () => {
  it.each([1, 2])(
    'learns neither hidden bedrooms nor when in its month a review was written (%i)',
    async (seed) => {
      const random = createRandom(seed)
      const reviews = Array.from({ length: 24 }, (_, index) => anyReview(random, `r${index}`))
      const others = withOtherSecrets(random, reviews)
      expect(
        others.filter(({ bedrooms }, index) => bedrooms !== reviews[index]?.bedrooms).length,
      ).toBeGreaterThan(3)
      const ids = reviews.map(({ id }) => id)

      await publish(reviews)
      const seen = await readEverything(ids)
      await publish(others)

      expect(await readEverything(ids)).toEqual(seen)
    },
  )

  it('learns nothing from what changes when a review is published', async () => {
    const world = async (bedrooms: number) => {
      await publish([])
      for (const [id, size] of [
        ['x1', 1],
        ['x2', 2],
        ['x3', 3],
      ] as const)
        await service.store(id, 'APPROVED', { aptId: id, bedrooms: size, userId: null })
      await service.store('waiting', 'PENDING', { aptId: 'a1', bedrooms, userId: null })
      const before = await readEverything(['waiting'])
      await service.changeStatus('waiting', 'APPROVED', { who: 'admin' })
      return [before, await readEverything(['waiting'])]
    }

    expect(await world(2)).toEqual(await world(3))
  })

  it('counts as one author after deleting an account and keeping its reviews', async () => {
    const { context } = service
    await service.store('victim', 'APPROVED', { userId: 'ben', bedrooms: 4 })
    for (const id of ['one', 'two', 'three'])
      await service.store(id, 'APPROVED', { userId: 'eve', bedrooms: 4, signedMonth: 2 })

    await forgetUser(context, { userId: 'eve', reviews: 'anonymise' })

    expect((await service.call(pathOf(getReview, { id: 'victim' }))).body.bedrooms).toBe(0)
    const [stats] = await context.stats.countForApartments(['a1'])
    expect([stats?.rents, stats?.signedMonths?.[1]]).toEqual([[], 1])
    const stored = await context.connection
      .collection('reviews')
      .findOne({ reviewText: { $gt: '' }, userId: null })
    const seen = await Promise.all(
      (['student', 'admin'] as const).map((who) =>
        service.call(pathOf(getReviewsByStatus, { status: 'APPROVED' }), who),
      ),
    )
    expect(stored?.formerAuthor).toEqual(expect.any(String))
    expect(JSON.stringify(seen)).not.toContain(stored?.formerAuthor)
  })

  it('cannot bring about that bedrooms are shown by writing the missing reviews', async () => {
    await service.store('victim', 'APPROVED', { bedrooms: 2, userId: null })
    for (const id of ['own-1', 'own-2', 'own-3'])
      await service.store(id, 'APPROVED', { bedrooms: 2, userId: 'stu' })

    expect((await service.call('/api/review-by-id/victim', 'student')).body.bedrooms).toBe(0)
    expect((await service.call('/api/reviews/summary?aptId=a1', 'student')).body.bedrooms).toEqual([])
  })
})
