import { isDeepStrictEqual } from 'node:util'
import { until } from '@offquad/service-kit/testing'
import { type ReviewStatus } from '@offquad/contracts'
import { createRandom } from '@offquad/service-kit/testing/random'
import { startJobs } from '../src/jobs'
import { deliverOutbox, reconcileStats } from '../src/review-stats/deliver-changes'
import { receiveStats } from './receive-stats'
import { row, startReviews, type TestReviews } from './start-reviews'

let service: TestReviews
let receiver: Awaited<ReturnType<typeof receiveStats>>
beforeEach(async () => {
  service = await startReviews()
  receiver = await receiveStats(service)
})
afterEach(async () => {
  await receiver.close()
  await service.close()
})

describe('the stats of visible reviews', () => {
  it('are sent to the catalog soon after an import', async () => {
    await startJobs(service.context)

    await service.importRows([
      row('r1', { overallRating: 5, price: 4, date: '2024-03-01' }),
      row('r2', { overallRating: 2, price: '', date: '2024-02-01' }),
      row('r3', { overallRating: 4, price: 1, aptId: null, date: '2024-01-01' }),
    ])

    await until(() => receiver.listings.has('a1') && receiver.landlords.has('l1'))
    expect(receiver.listings.get('a1')).toMatchObject({
      numReviews: 2,
      avgRating: 3.5,
      avgPrice: 4,
      lastReviewedAt: '2024-03-01T12:00:00.000Z',
    })
    expect(receiver.landlords.get('l1')).toMatchObject({
      numReviews: 3,
      avgRating: 11 / 3,
      reviewIds: ['r1', 'r2', 'r3'],
    })
    expect(receiver.listings.size).toBe(1)
  })

  it('contain the rents of exactly the visible reviews, whatever happened to them', async () => {
    const random = createRandom(2027)
    const model = new Map<
      string,
      { aptId: string; status: ReviewStatus; price: number; bedrooms: number; year: number }
    >()
    const aptIds = ['a1', 'a2']

    for (let step = 0; step < 200; step += 1) {
      const id = `r${random.below(40)}`
      const known = model.get(id)
      if (known && random.chance(0.5)) {
        const status = random.pick(['APPROVED', 'REPORTED', 'DECLINED', 'DELETED'] as const)
        const who = status === 'REPORTED' ? 'student' : 'admin'
        const reply = await service.changeStatus(id, status, { who })
        if (reply.status === 200) known.status = status
      } else {
        const content = {
          aptId: random.pick(aptIds),
          price: random.below(7),
          bedrooms: random.below(4),
          year: 2024 + random.below(2),
        }
        const status = known?.status ?? random.pick(['APPROVED', 'APPROVED', 'PENDING', 'DECLINED'] as const)
        model.set(id, { ...content, status })
        const { year, ...fields } = content
        await service.importRows([row(id, { ...fields, status, date: `${year}-05-01` })])
      }
      if (step % 20 === 0) await deliverOutbox(service.context)
    }
    await deliverOutbox(service.context)

    const isShared = (aptId: string, bedrooms: number) =>
      [...model.values()].filter(
        (one) =>
          one.aptId === aptId && one.bedrooms === bedrooms && ['APPROVED', 'REPORTED'].includes(one.status),
      ).length >= 3
    const expected = (aptId: string) =>
      Array.from({ length: 6 }, (_, index) => ({
        year: 2024 + Math.floor(index / 3),
        bedrooms: 1 + (index % 3),
      }))
        .map(({ year, bedrooms }) => ({
          year,
          bedrooms,
          brackets: Array.from(
            { length: 6 },
            (_, index) =>
              [...model.values()].filter(
                (one) =>
                  one.aptId === aptId &&
                  ['APPROVED', 'REPORTED'].includes(one.status) &&
                  one.price === index + 1 &&
                  one.bedrooms === bedrooms &&
                  isShared(aptId, bedrooms) &&
                  one.year === year,
              ).length,
          ),
        }))
        .filter(({ brackets }) => brackets.some((count) => count > 0))
    expect(aptIds.flatMap(expected).length).toBeGreaterThan(3)
    await until(() =>
      aptIds.every((aptId) => isDeepStrictEqual(receiver.listings.get(aptId)?.rents, expected(aptId))),
    )
  })

  it('follow a review that moves to another apartment and landlord', async () => {
    await startJobs(service.context)
    await service.importRows([row('r1')])
    await until(() => receiver.listings.get('a1')?.numReviews === 1)

    await service.importRows([row('r1', { aptId: 'a2', landlordId: 'l2' })])

    await until(
      () => receiver.listings.get('a1')?.numReviews === 0 && receiver.landlords.get('l1')?.numReviews === 0,
    )
    await until(
      () => receiver.listings.get('a2')?.numReviews === 1 && receiver.landlords.get('l2')?.numReviews === 1,
    )
    expect(receiver.listings.get('a1')).toMatchObject({ avgRating: 0, avgPrice: 0, lastReviewedAt: null })
    expect(receiver.landlords.get('l1')).toMatchObject({ reviewIds: [] })
  })

  it('are sent once', async () => {
    await service.importRows([row('r1')])
    await deliverOutbox(service.context)
    await until(() => receiver.received.length === 2)

    await deliverOutbox(service.context)
    await reconcileStats(service.context)
    await until(() => receiver.received.length === 4)

    const versions = receiver.received.map(({ version }) => version)
    expect(new Set(versions).size).toBe(2)
  })

  it('keep what is written while they are computed for the next delivery', async () => {
    await service.importRows([row('r1')])
    const [seen] = await service.context.outbox.listPending(10)
    await service.importRows([row('r1', { overallRating: 1 })])

    await service.context.outbox.clear(seen ? [seen] : [])

    expect(await service.context.outbox.listPending(10)).toMatchObject([
      { id: 'r1', entries: [{ aptId: 'a1' }] },
    ])
  })

  it('have versions that only grow, also with concurrent computations', async () => {
    const versions = await Promise.all(Array.from({ length: 50 }, () => service.context.stats.nextVersion()))
    const later = await service.context.stats.nextVersion()

    expect(new Set(versions).size).toBe(50)
    expect(later).toBeGreaterThan(Math.max(...versions))
  })

  it('of a thousand reviews of hundreds of apartments are all sent', async () => {
    await startJobs(service.context)
    const rows = Array.from({ length: 1000 }, (_, n) =>
      row(`r${n}`, { aptId: `a${n % 300}`, landlordId: `l${n % 30}` }),
    )

    for (let from = 0; from < rows.length; from += 500) await service.importRows(rows.slice(from, from + 500))

    const total = (kept: Map<string, { numReviews: number }>) =>
      [...kept.values()].reduce((sum, { numReviews }) => sum + numReviews, 0)
    await until(() => total(receiver.listings) === 1000 && total(receiver.landlords) === 1000)
  })
})
