import { type Connection } from 'mongoose'
import { type ReviewStats } from '@offquad/contracts'
import { connectMongo, monthOf } from '@offquad/service-kit'
import { dropCollections, testSettings } from '@offquad/service-kit/testing'
import { createReviewStatsRepository } from '../src/review-stats/review-stats.repository'
import {
  createDelivery,
  type DeliverDeps,
  reconcileStats,
  sendStats,
  type StatsDeps,
} from '../src/review-stats/deliver-changes'

interface Review {
  _id: string
  aptId: string | null
  landlordId: string
  status: string
  overallRating: number
  price: number
  date: Date
  month: string
  bedrooms?: number
  signedMonth?: number
  userId?: string
  topics?: object
}

let connection: Connection
let deps: StatsDeps
let sent: ReviewStats[]
beforeAll(async () => {
  const { MONGODB_URI, MONGODB_DATABASE } = testSettings()
  connection = await connectMongo(MONGODB_URI, MONGODB_DATABASE)
})
beforeEach(async () => {
  sent = []
  deps = {
    stats: createReviewStatsRepository(connection),
    jobs: { add: async (_job: unknown, message: ReviewStats) => void sent.push(message) } as never,
  }
  await Promise.all(Object.values(connection.models).map((model) => model.createIndexes()))
})
afterEach(() => connection.collection('reviews').deleteMany({}))
afterAll(async () => {
  await dropCollections(connection)
  await connection.close()
})

let number = 0
const store = (...reviews: Partial<Review>[]) =>
  connection.collection<Review>('reviews').insertMany(
    reviews.map(({ date = new Date('2024-05-01'), ...review }) => ({
      _id: `r${(number += 1)}`,
      aptId: 'a1',
      landlordId: 'l1',
      status: 'APPROVED',
      overallRating: 4,
      price: 3,
      date,
      month: monthOf(date),
      ...review,
    })),
  )
const listings = () =>
  sent.flatMap((sums) => sums.listings.map((stats) => ({ ...stats, version: sums.version })))
const landlords = () =>
  sent.flatMap((sums) => sums.landlords.map((stats) => ({ ...stats, version: sums.version })))

const months = (counts: Record<number, number>) =>
  Array.from({ length: 12 }, (_, index) => counts[index + 1] ?? 0)

describe('the stats that are sent to the catalog', () => {
  it('of an apartment are those of its visible reviews', async () => {
    await store({ overallRating: 5, price: 2, date: new Date('2024-01-01') })
    await store({ overallRating: 2, price: 0, date: new Date('2024-02-01'), status: 'REPORTED' })
    await store({ overallRating: 2, price: 4 }, { overallRating: 3, price: 6, aptId: 'a2' })
    await store({ overallRating: 1, status: 'PENDING', date: new Date('2025-01-01') })

    const version = await sendStats(deps, { aptIds: ['a1', 'a2', 'unreviewed'], landlordIds: [] })

    const others = { reportedRent: null, topics: [], rents: [], signedMonths: months({}), version }
    const reviewed = { ...others, avgRating: 3, lastReviewedAt: '2024-05-01T00:00:00.000Z' }
    const unreviewed = { ...others, numReviews: 0, avgRating: 0, avgPrice: 0, lastReviewedAt: null }
    expect(listings()).toEqual([
      { ...reviewed, aptId: 'a1', numReviews: 3, avgPrice: 3 },
      { ...reviewed, aptId: 'a2', numReviews: 1, avgPrice: 6 },
      { ...unreviewed, aptId: 'unreviewed' },
    ])
    expect(landlords()).toEqual([])
  })

  it('of an apartment have no average price when no review has a price, and a rent when three have one', async () => {
    await store({ price: 0 }, { aptId: 'a2', price: 1 }, { aptId: 'a2', price: 3 }, { aptId: 'a2', price: 5 })

    await sendStats(deps, { aptIds: ['a1', 'a2'], landlordIds: [] })

    expect(listings()).toMatchObject([
      { avgPrice: 0, reportedRent: null },
      { avgPrice: 3, reportedRent: { bracket: 3, reports: 3 } },
    ])
  })

  it('count in which month each author signed the lease, as the newest visible review that says it', async () => {
    const [older, newer] = [new Date('2024-05-01'), new Date('2025-05-01')]
    await store(
      { signedMonth: 10, userId: 'ann', date: older },
      { signedMonth: 11, userId: 'ann', date: newer },
    )
    await store({ signedMonth: 11 }, { signedMonth: 1, userId: 'ben', date: older })
    await store({ signedMonth: 0, userId: 'ben', date: newer }, { signedMonth: 3, status: 'PENDING' })

    await sendStats(deps, { aptIds: ['a1'], landlordIds: [] })

    expect(listings()).toMatchObject([{ signedMonths: months({ 1: 1, 11: 2 }) }])
  })

  it('count how many visible reviews praise and criticize each topic, most mentioned first', async () => {
    const say = (praised: string[], criticised: string[]) => ({ topics: { lexicon: 1, praised, criticised } })
    await store(say(['light'], ['heat', 'noise']), say(['noise'], ['noise', 'not known here']), {})
    await store({ ...say([], ['pests']), status: 'PENDING' }, { ...say(['light'], []), aptId: null })

    await sendStats(deps, { aptIds: ['a1', 'unreviewed'], landlordIds: ['l1'] })

    const [noise, heat] = [
      { topic: 'noise', praised: 1, criticised: 2 },
      { topic: 'heat', praised: 0, criticised: 1 },
    ]
    expect(listings()).toMatchObject([
      { numReviews: 3, topics: [noise, heat, { topic: 'light', praised: 1, criticised: 0 }] },
      { topics: [] },
    ])
    expect(landlords()).toMatchObject([
      { numReviews: 4, topics: [noise, { topic: 'light', praised: 2, criticised: 0 }, heat] },
    ])
  })

  it('of a landlord list their visible reviews, newest month first, then by id', async () => {
    const [recent, later] = [new Date('2024-06-01'), new Date('2024-06-30')]
    await store({ _id: 'old' }, { _id: 'z', date: later, overallRating: 1 }, { _id: 'b', date: recent })
    await store({ _id: 'declined', status: 'DECLINED' }, { _id: 'theirs', landlordId: 'l2' })

    const version = await sendStats(deps, { aptIds: [], landlordIds: ['l1', 'unreviewed'] })

    expect(landlords()).toEqual([
      { landlordId: 'l1', numReviews: 3, avgRating: 3, reviewIds: ['b', 'z', 'old'], topics: [], version },
      { landlordId: 'unreviewed', numReviews: 0, avgRating: 0, reviewIds: [], topics: [], version },
    ])
    expect(listings()).toEqual([])
  })

  it.each([
    [0, 0, []],
    [1, 200, [201]],
    [200, 201, [400, 1]],
    [401, 1, [201, 200, 1]],
  ])(
    'of %i apartments and %i landlords have a version per batch of 200',
    async (apartmentCount, landlordCount, batches) => {
      const idsOf = (kind: string, count: number) => Array.from({ length: count }, (_, n) => `${kind}${n}`)
      const subjects = { aptIds: idsOf('a', apartmentCount), landlordIds: idsOf('l', landlordCount) }

      const oldest = await sendStats(deps, subjects)

      const versions = [...listings(), ...landlords()].map(({ version }) => version)
      const distinct = [...new Set(versions)].toSorted((a, b) => a - b)
      expect(distinct.map((batch) => versions.filter((version) => version === batch).length)).toEqual(batches)
      expect(oldest).toBe(distinct[0] ?? 0)
      expect(listings().map(({ aptId }) => aptId)).toEqual(subjects.aptIds)
      expect(landlords().map(({ landlordId }) => landlordId)).toEqual(subjects.landlordIds)
    },
  )

  it('include everything that has reviews when they are reconciled', async () => {
    await store({ status: 'PENDING' }, { aptId: null, landlordId: 'l2' }, { aptId: 'a2' })

    await reconcileStats(deps)

    expect(listings().map(({ aptId, numReviews }) => [aptId, numReviews])).toEqual([
      ['a1', 0],
      ['a2', 1],
    ])
    expect(landlords().map(({ landlordId, numReviews }) => [landlordId, numReviews])).toEqual([
      ['l1', 1],
      ['l2', 1],
    ])
  })
})

describe('delivering one change immediately', () => {
  const warnings: string[] = []
  const cleared: string[] = []
  const deliver = (changes: Partial<DeliverDeps>, entry: { aptId: string | null; landlordId: string }) =>
    createDelivery(
      {
        ...deps,
        topics: { update: async () => undefined },
        moderationLog: { append: async () => undefined },
        outbox: {
          listPending: async () => [],
          clear: async (reviews) => void cleared.push(...reviews.map(({ id }) => id)),
        },
        ...changes,
      },
      { warn: (_fields, message) => void warnings.push(message) },
    )('r1', { change: 'c1', ...entry })
  afterEach(() => {
    warnings.splice(0)
    cleared.splice(0)
  })

  it('resolves to what has changed, with the version of the stats, and clears the outbox', async () => {
    const changes = await deliver({}, { aptId: 'a1', landlordId: 'l1' })

    const [{ version } = {}] = sent
    expect(changes).toEqual([
      { resource: 'apartment/a1', version },
      { resource: 'landlord/l1', version },
    ])
    expect(sent).toMatchObject([{ listings: [{ aptId: 'a1' }], landlords: [{ landlordId: 'l1' }] }])
    expect([warnings, cleared]).toEqual([[], ['r1']])
  })

  it('sends only the stats of the landlord when the review is about no apartment', async () => {
    const changes = await deliver({}, { aptId: null, landlordId: 'l1' })

    expect(changes).toMatchObject([{ resource: 'landlord/l1' }])
    expect(listings()).toEqual([])
  })

  it('resolves without a version and leaves the outbox when it fails or takes too long', async () => {
    const subject = { aptId: 'a1', landlordId: 'l1' }
    const failing = { add: () => Promise.reject(new Error('Redis is unavailable')) } as never
    const hanging = { add: () => new Promise(() => undefined) } as never
    const [message, changes] = [
      'change not delivered immediately, left to the sweep',
      [{ resource: 'apartment/a1' }, { resource: 'landlord/l1' }],
    ]

    expect(await deliver({ jobs: failing }, subject)).toEqual(changes)
    expect(await deliver({ jobs: hanging }, subject)).toEqual(changes)
    expect([warnings, cleared]).toEqual([[message, message], []])
  })
})
