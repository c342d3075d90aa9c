import { testOutbox, until } from '@offquad/service-kit/testing'
import {
  addLike,
  responsesInvalidated,
  CONSISTENCY_TOKENS_HEADER,
  deliverReviewOutbox,
  editReview,
  pathOf,
  sendReviewApprovedMail,
  type PayloadOf,
  updateListingStats,
} from '@offquad/contracts'
import { createLog, openEvents, openJobs } from '@offquad/service-kit'
import { startJobs } from '../src/jobs'
import { deliverOutbox } from '../src/review-stats/deliver-outbox.job'
import { form, row, startReviews, type TestReviews } from './start-reviews'

type Mail = PayloadOf<typeof sendReviewApprovedMail>
type ListingStats = PayloadOf<typeof updateListingStats>

/** In place of svc-users and svc-catalog. */
async function startReceivers({ context }: TestReviews) {
  const jobs = openJobs(context.config, createLog('receiver', 'silent'))
  const [mails, stats]: [Mail[], ListingStats[]] = [[], []]
  await jobs.registerWorker(sendReviewApprovedMail, async (mail) => void mails.push(mail))
  await jobs.registerWorker(updateListingStats, async (counted) => void stats.push(counted))
  return { mails, stats, close: () => jobs.close() }
}

let service: TestReviews
let receivers: Awaited<ReturnType<typeof startReceivers>>
beforeEach(async () => {
  service = await startReviews()
  receivers = await startReceivers(service)
})
afterEach(async () => {
  await receivers.close()
  await service.close()
})

const decisions = () => service.context.connection.collection('moderationLog').find().toArray()
const isEmpty = async () => (await service.context.outbox.listPending(10)).length === 0

describe('an approval', () => {
  it('is delivered as soon as it is stored, without a sweep', async () => {
    // Like startJobs, but without scheduled sweeps.
    await service.context.jobs.registerWorker(deliverReviewOutbox, () => deliverOutbox(service.context))
    const id = await service.write('author')

    await service.changeStatus(id, 'APPROVED', { who: 'admin' })

    await until(isEmpty)
    await until(() => receivers.mails.length === 1)
  })

  it('enqueues one mail to the author, again after an edit, but not when a report is dismissed', async () => {
    await startJobs(service.context)
    const id = await service.write('author')
    await service.changeStatus(id, 'APPROVED', { who: 'admin' })
    await service.changeStatus(id, 'REPORTED', { who: 'student' })
    await service.changeStatus(id, 'APPROVED', { who: 'admin' })
    await until(isEmpty)
    await until(() => receivers.mails.length > 0)
    expect(receivers.mails).toEqual([{ userId: 'ann', reviewId: id, aptId: 'a1', landlordId: 'l1' }])

    await service.call(pathOf(editReview, { id }), 'author', { ...form, price: 1 })
    await service.changeStatus(id, 'APPROVED', { who: 'admin' })

    await until(() => receivers.mails.length === 2)
  })

  it('enqueues the mail once although the delivery is interrupted before the outbox is cleared', async () => {
    const id = await service.write('author')
    await service.changeStatus(id, 'APPROVED', { who: 'admin' })
    const { context } = service
    const outbox = { ...context.outbox, clear: () => Promise.reject(new Error('killed')) }

    await expect(deliverOutbox({ ...context, outbox })).rejects.toThrow('killed')
    await deliverOutbox(context)

    await until(isEmpty)
    // Once with the decision, and once for each delivery.
    await until(() => receivers.stats.length === 3)
    expect(receivers.mails).toHaveLength(1)
    expect(await decisions()).toHaveLength(1)
  })

  it('succeeds although Redis is unavailable, and its mail is not lost', async () => {
    const lonely = await startReviews({
      MONGODB_DATABASE: service.context.config.MONGODB_DATABASE,
      REDIS_URL: 'redis://127.0.0.1:9',
    })
    const id = await lonely.write('author')

    expect((await lonely.changeStatus(id, 'APPROVED', { who: 'admin' })).status).toBe(200)

    await deliverOutbox(service.context)
    await until(() => receivers.mails.length === 1)
    await lonely.close()
  })
})

describe('the moderation log', () => {
  it('has every decision of an administrator and nothing else', async () => {
    const [first, second] = [await service.write('author'), await service.write('author')]
    await service.changeStatus(first, 'DECLINED', { who: 'admin-1' })
    await service.changeStatus(first, 'APPROVED', { who: 'admin-2' })
    await service.changeStatus(first, 'REPORTED', { who: 'student' })
    await service.changeStatus(first, 'DELETED', { who: 'admin-1' })
    await service.changeStatus(second, 'DELETED', { who: 'author' })

    await deliverOutbox(service.context)

    expect(await decisions()).toMatchObject([
      { reviewId: first, adminId: 'admin-1', from: 'PENDING', to: 'DECLINED', date: expect.any(Date) },
      { reviewId: first, adminId: 'admin-2', from: 'DECLINED', to: 'APPROVED' },
      { reviewId: first, adminId: 'admin-1', from: 'REPORTED', to: 'DELETED' },
    ])
  })
})

describe('the gateways', () => {
  it('are notified at once of changed public responses: by a decision, a like, an edit and an import', async () => {
    let numPublished = 0
    const events = openEvents(service.context.config, 'gateway', createLog('gateway', 'silent'))
    await events.subscribe(responsesInvalidated, ({ service: name }) => {
      if (name === 'svc-reviews') numPublished += 1
    })
    const id = await service.write('author')
    const changes = [
      () => service.changeStatus(id, 'APPROVED', { who: 'admin' }),
      () => service.call(pathOf(addLike), 'student', { reviewId: id }),
      () => service.call(pathOf(editReview, { id }), 'author', form),
      () => service.importRows([]),
    ]

    for (const change of changes) {
      const before = numPublished
      await change()
      await until(() => numPublished > before)
    }

    await events.close()
  })
})

describe('a change of what is public', () => {
  it('is sent to the catalog before the response, which has a token for later reads', async () => {
    const id = await service.write('author')
    const decide = (status: string) =>
      fetch(`${service.url}/api/update-review-status/${id}/${status}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${service.tokenOf('admin')}` },
      })

    // No worker runs that could send stats.
    const tokens = (await decide('APPROVED')).headers.get(CONSISTENCY_TOKENS_HEADER) ?? ''

    await until(() => receivers.stats.length > 0)
    const [sent] = receivers.stats
    expect(sent).toMatchObject({ aptId: 'a1', numReviews: 1 })
    expect(tokens).toBe(`svc-catalog;listing/a1/${sent?.version},svc-catalog;landlord/l1/${sent?.version}`)
    const other = await service.write('author')
    const declined = await service.changeStatus(other, 'DECLINED', { who: 'admin' })
    expect([declined.status, receivers.stats.length]).toEqual([200, 1])
  })
})

const NO_STATS = { version: 0, numReviews: 0 }

testOutbox('changes of reviews', () => {
  const ids: string[] = []
  return {
    async write(change) {
      // The request of an approval publishes its stats itself; those of an import are left to the outbox.
      await service.importRows([row(`imported-${change}`, { aptId: 'imported' })])
      ids[change] = await service.write('author')
      await service.changeStatus(ids[change], 'APPROVED', { who: 'admin' })
    },
    deliver: (wrap) => deliverOutbox(wrap(service.context)),
    countPending: async () => (await service.context.outbox.backlog()).entries,
    async received(change) {
      const stats = receivers.stats.filter(({ aptId }) => aptId === 'imported')
      const newest = stats.reduce<Pick<ListingStats, 'version' | 'numReviews'>>(
        (one, other) => (other.version > one.version ? other : one),
        NO_STATS,
      )
      return {
        numReviews: newest.numReviews,
        mails: receivers.mails.filter(({ reviewId }) => reviewId === ids[change]).length,
        decisions: (await decisions()).filter(({ reviewId }) => reviewId === ids[change]).length,
      }
    },
    expected: (change) => ({ numReviews: change + 1, mails: 1, decisions: 1 }),
  }
})
