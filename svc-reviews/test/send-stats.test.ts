import { type Connection } from 'mongoose'
import { updateLandlordStats, updateListingStats } from '@offquad/contracts'
import { connectMongo, monthOf } from '@offquad/service-kit'
import { dropCollections, testSettings } from '@offquad/service-kit/testing'
import { createReviewStatsRepository } from '../src/review-stats/review-stats.repository'
import { createPublishStats, reconcileStats, sendStats, type StatsDeps } from '../src/review-stats/send-stats'

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
  topics?: object
}

let connection: Connection
let deps: StatsDeps
let sent: { queue: unknown; messages: object[] }[]
beforeAll(async () => {
  const { MONGODB_URI, MONGODB_DATABASE } = testSettings()
  connection = await connectMongo(MONGODB_URI, MONGODB_DATABASE)
})
beforeEach(async () => {
  sent = []
  deps = {
    stats: createReviewStatsRepository(connection),
    jobs: {
      addBulk: async (queue: unknown, messages: object[]) => void sent.push({ queue, messages }),
    } as never,
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
const messagesTo = (queue: unknown) =>
  sent.flatMap((one) => (one.queue === queue ? (one.messages as Record<string, unknown>[]) : []))

describe('the stats that are sent to the catalog', () => {
  it('of an apartment are those of its visible reviews', async () => {
    await store({ overallRating: 5, price: 2, date: new Date('2024-01-01') })
    await store({ overallRating: 2, price: 0, date: new Date('2024-02-01'), status: 'REPORTED' })
    await store({ overallRating: 2, price: 4 }, { overallRating: 3, price: 6, aptId: 'a2' })
    await store({ overallRating: 1, status: 'PENDING', date: new Date('2025-01-01') })

    const version = await sendStats(deps, { aptIds: ['a1', 'a2', 'unreviewed'], landlordIds: [] })

    const others = { reportedRent: null, topics: [], rents: [], version }
    expect(messagesTo(updateListingStats)).toEqual([
      {
        aptId: 'a1',
        numReviews: 3,
        avgRating: 3,
        avgPrice: 3,
        lastReviewedAt: '2024-05-01T00:00:00.000Z',
        ...others,
      },
      {
        aptId: 'a2',
        numReviews: 1,
        avgRating: 3,
        avgPrice: 6,
        lastReviewedAt: '2024-05-01T00:00:00.000Z',
        ...others,
      },
      {
        aptId: 'unreviewed',
        numReviews: 0,
        avgRating: 0,
        avgPrice: 0,
        lastReviewedAt: null,
        ...others,
      },
    ])
    expect(messagesTo(updateLandlordStats)).toEqual([])
  })

  it('of an apartment have no average price when no review has a price, and a rent when three have one', async () => {
    await store({ price: 0 }, { aptId: 'a2', price: 1 }, { aptId: 'a2', price: 3 }, { aptId: 'a2', price: 5 })

    await sendStats(deps, { aptIds: ['a1', 'a2'], landlordIds: [] })

    expect(messagesTo(updateListingStats)).toMatchObject([
      { avgPrice: 0, reportedRent: null },
      { avgPrice: 3, reportedRent: { bracket: 3, reports: 3 } },
    ])
  })

  it('count the price brackets of visible reviews by year and bedrooms, where three share these', async () => {
    await store({ bedrooms: 2, price: 2 }, { bedrooms: 2, price: 3 }, { bedrooms: 2, price: 3 })
    await store({ bedrooms: 2, price: 6, date: new Date('2023-12-31T23:59:59Z'), status: 'REPORTED' })
    await store({ bedrooms: 1, price: 6 }, { bedrooms: 1, price: 6 })
    await store({ bedrooms: 2, price: 1, status: 'DELETED' }, { bedrooms: 2, price: 1, status: 'DECLINED' })

    await sendStats(deps, { aptIds: ['a1', 'unreviewed'], landlordIds: [] })

    expect(messagesTo(updateListingStats)).toMatchObject([
      {
        rents: [
          { year: 2023, bedrooms: 2, brackets: [0, 0, 0, 0, 0, 1] },
          { year: 2024, bedrooms: 2, brackets: [0, 1, 2, 0, 0, 0] },
        ],
      },
      { rents: [] },
    ])
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
    expect(messagesTo(updateListingStats)).toMatchObject([
      { numReviews: 3, topics: [noise, heat, { topic: 'light', praised: 1, criticised: 0 }] },
      { topics: [] },
    ])
    expect(messagesTo(updateLandlordStats)).toMatchObject([
      { numReviews: 4, topics: [noise, { topic: 'light', praised: 2, criticised: 0 }, heat] },
    ])
  })

  it('of a landlord list their visible reviews, newest month first, then by id', async () => {
    const [recent, later] = [new Date('2024-06-01'), new Date('2024-06-30')]
    await store({ _id: 'old' }, { _id: 'z', date: later, overallRating: 1 }, { _id: 'b', date: recent })
    await store({ _id: 'declined', status: 'DECLINED' }, { _id: 'theirs', landlordId: 'l2' })

    const version = await sendStats(deps, { aptIds: [], landlordIds: ['l1', 'unreviewed'] })

    expect(messagesTo(updateLandlordStats)).toEqual([
      { landlordId: 'l1', numReviews: 3, avgRating: 3, reviewIds: ['b', 'z', 'old'], topics: [], version },
      { landlordId: 'unreviewed', numReviews: 0, avgRating: 0, reviewIds: [], topics: [], version },
    ])
    expect(messagesTo(updateListingStats)).toEqual([])
  })

  it.each([
    [0, 0, []],
    [1, 200, [201]],
    [200, 201, [400, 1]],
    [401, 1, [201, 200, 1]],
  ])(
    'of %i apartments and %i landlords have a version per batch of 200',
    async (apartments, landlords, batches) => {
      const idsOf = (kind: string, count: number) => Array.from({ length: count }, (_, n) => `${kind}${n}`)
      const subjects = { aptIds: idsOf('a', apartments), landlordIds: idsOf('l', landlords) }

      const oldest = await sendStats(deps, subjects)

      const versions = [...messagesTo(updateListingStats), ...messagesTo(updateLandlordStats)].map(
        ({ version }) => version as number,
      )
      const distinct = [...new Set(versions)].toSorted((one, other) => one - other)
      expect(distinct.map((one) => versions.filter((version) => version === one).length)).toEqual(batches)
      expect(oldest).toBe(distinct[0] ?? 0)
      expect(messagesTo(updateListingStats).map(({ aptId }) => aptId)).toEqual(subjects.aptIds)
      expect(messagesTo(updateLandlordStats).map(({ landlordId }) => landlordId)).toEqual(
        subjects.landlordIds,
      )
    },
  )

  it('include everything that has reviews when they are reconciled', async () => {
    await store({ status: 'PENDING' }, { aptId: null, landlordId: 'l2' }, { aptId: 'a2' })

    await reconcileStats(deps)

    expect(messagesTo(updateListingStats).map(({ aptId, numReviews }) => [aptId, numReviews])).toEqual([
      ['a1', 0],
      ['a2', 1],
    ])
    expect(
      messagesTo(updateLandlordStats).map(({ landlordId, numReviews }) => [landlordId, numReviews]),
    ).toEqual([
      ['l1', 1],
      ['l2', 1],
    ])
  })

  it('have versions from one document', async () => {
    const version = await sendStats(deps, { aptIds: ['a1'], landlordIds: [] })

    expect(await connection.collection('countVersions').find().toArray()).toEqual([
      { _id: 'counts', value: version },
    ])
  })
})

describe('publishing the stats of one review immediately', () => {
  const warnings: string[] = []
  const publish = (changes: Partial<StatsDeps> = {}) =>
    createPublishStats({ ...deps, ...changes }, { warn: (_fields, message) => void warnings.push(message) })
  afterEach(() => warnings.splice(0))

  it('resolves to the tokens of what was sent', async () => {
    const tokens = await publish()({ aptId: 'a1', landlordId: 'l1' })

    const [{ version } = {}] = messagesTo(updateListingStats)
    expect(tokens).toEqual([
      { service: 'svc-catalog', token: `listing/a1/${version}` },
      { service: 'svc-catalog', token: `landlord/l1/${version}` },
    ])
    expect(messagesTo(updateLandlordStats)).toMatchObject([{ landlordId: 'l1', version }])
    expect(warnings).toEqual([])
  })

  it('sends only those of the landlord when the review is about no apartment', async () => {
    const tokens = await publish()({ aptId: null, landlordId: 'l1' })

    expect(tokens).toEqual([{ service: 'svc-catalog', token: expect.stringMatching(/^landlord\/l1\//) }])
    expect(messagesTo(updateListingStats)).toEqual([])
  })

  it('resolves to no token, with a warning, when it fails or takes too long', async () => {
    const failing = { addBulk: () => Promise.reject(new Error('Redis is unavailable')) } as never
    const hanging = { addBulk: () => new Promise(() => undefined) } as never
    const message = 'review stats not published immediately, left to the worker'

    expect(await publish({ jobs: failing })({ aptId: 'a1', landlordId: 'l1' })).toEqual([])
    expect(await publish({ jobs: hanging })({ aptId: 'a1', landlordId: 'l1' })).toEqual([])
    expect(warnings).toEqual([message, message])
  })
})
