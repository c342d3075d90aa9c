import { until } from '@offquad/service-kit/testing'
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
})
