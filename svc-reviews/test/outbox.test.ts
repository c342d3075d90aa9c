import { testOutbox, until } from '@offquad/service-kit/testing'
import {
  addLike,
  responsesInvalidated,
  CHANGED_HEADER,
  editReview,
  pathOf,
  sendReviewApprovedMail,
  type PayloadOf,
} from '@offquad/contracts'
import { createLog, openEvents } from '@offquad/service-kit'
import { startJobs } from '../src/jobs'
import { forgetUser } from '../src/forget-user.job'
import { deliverOutbox } from '../src/review-stats/deliver-changes'
import { receiveStats } from './receive-stats'
import { form, row, startReviews, type TestReviews } from './start-reviews'

type Mail = PayloadOf<typeof sendReviewApprovedMail>

/** Stands in for svc-users and svc-catalog. */
async function startReceivers(reviews: TestReviews) {
  const catalog = await receiveStats(reviews)
  const mails: Mail[] = []
  await catalog.jobs.registerWorker(sendReviewApprovedMail, async (mail) => void mails.push(mail))
  return { ...catalog, mails }
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
const subject = { aptId: 'a1', landlordId: 'l1' }
/** Simulates a process that dies right after it has stored the decision. */
const approveWithoutDelivery = (id: string) =>
  service.context.changes.changeStatus({
    id,
    from: ['PENDING'],
    to: 'APPROVED',
    subject,
    mailTo: 'ann',
    decision: { adminId: 'adm', from: 'PENDING', to: 'APPROVED', date: new Date() },
  })
const isEmpty = async () => (await service.context.outbox.listPending(10)).length === 0

describe('an approval', () => {
  it('is delivered as soon as it is stored, without a worker', async () => {
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
    expect(receivers.mails).toEqual([
      { userId: 'ann', reviewId: id, aptId: 'a1', landlordId: 'l1', approval: expect.any(String) },
    ])

    await service.call(pathOf(editReview, { id }), 'author', { ...form, price: 1 })
    await service.changeStatus(id, 'APPROVED', { who: 'admin' })

    await until(() => receivers.mails.length === 2)
  })

  it('of a review without an author enqueues one for those who bookmarked the place', async () => {
    const id = await service.write('author')
    await forgetUser(service.context, { userId: 'ann', reviews: 'anonymise' })

    await service.changeStatus(id, 'APPROVED', { who: 'admin' })

    await until(() => receivers.mails.length > 0)
    expect(receivers.mails).toMatchObject([{ userId: 'account-deleted', reviewId: id }])
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
  it('is sent about both places when an import moves a review from one to another', async () => {
    await startJobs(service.context)
    const { listings, landlords } = receivers
    await service.importRows([row('r1')])
    await until(() => listings.get('a1')?.numReviews === 1)

    await service.importRows([row('r1', { aptId: 'a2', landlordId: 'l2' })])

    await until(() => listings.get('a2')?.numReviews === 1 && landlords.get('l2')?.numReviews === 1)
    await until(() => listings.get('a1')?.numReviews === 0 && landlords.get('l1')?.numReviews === 0)
    expect(listings.get('a1')).toMatchObject({ avgRating: 0, avgPrice: 0, lastReviewedAt: null })
    expect(landlords.get('l1')).toMatchObject({ reviewIds: [] })
  })

  it('is sent to the catalog once, before the response, which says what has changed', async () => {
    const id = await service.write('author')
    const change = async (path: string, body?: object) => {
      const response = await fetch(service.url + path, {
        method: body ? 'POST' : 'PUT',
        headers: {
          authorization: `Bearer ${service.tokenOf(body ? 'student' : 'admin')}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return response.headers.get(CHANGED_HEADER)
    }

    const approved = await change(`/api/update-review-status/${id}/APPROVED`)
    const liked = await change(pathOf(addLike), { reviewId: id })

    await until(() => receivers.landlords.has('l1'))
    const { version, numReviews } = receivers.listings.get('a1') ?? NO_STATS
    expect(numReviews).toBe(1)
    const withVersion = `apartment/a1@${version},landlord/l1@${version}`
    // On a busy machine the response does not wait for the delivery to end.
    expect([withVersion, 'apartment/a1,landlord/l1']).toContain(approved)
    // Reads need not wait for a like.
    expect(liked).toBe('apartment/a1,landlord/l1')
    await until(isEmpty)
    await deliverOutbox(service.context)
    expect(receivers.received).toHaveLength(2)
  })
})

const NO_STATS = { version: 0, numReviews: 0 }

testOutbox('changes of reviews', () => {
  const ids: string[] = []
  return {
    async write(change) {
      await service.importRows([row(`imported-${change}`, { aptId: 'imported' })])
      ids[change] = await service.write('author')
      await approveWithoutDelivery(ids[change])
    },
    deliver: (wrap) => deliverOutbox(wrap(service.context)),
    countPending: async () => (await service.context.outbox.backlog()).entries,
    async received(change) {
      return {
        numReviews: receivers.listings.get('imported')?.numReviews,
        mails: receivers.mails.filter(({ reviewId }) => reviewId === ids[change]).length,
        decisions: (await decisions()).filter(({ reviewId }) => reviewId === ids[change]).length,
      }
    },
    expected: (change) => ({ numReviews: change + 1, mails: 1, decisions: 1 }),
  }
})
