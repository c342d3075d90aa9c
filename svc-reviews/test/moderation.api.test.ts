import {
  getModeratedReviews,
  getModerationLog,
  getModerationTrend,
  getReviewCounts,
  type Review,
  type WaitingReviews,
  watchReviews,
} from '@offquad/contracts'
import { listen } from '@offquad/service-kit'
import { buildApp } from '../src/app'
import { deliverOutbox } from '../src/review-stats/deliver-changes'
import { startReviews, type TestReviews } from './start-reviews'

let service: TestReviews
beforeAll(async () => {
  service = await startReviews()
  for (let day = 1; day <= 25; day += 1)
    await service.store(`p-${day}`, 'PENDING', { date: new Date(Date.UTC(2024, 4, day)) })
  await service.store('reported', 'REPORTED')
  await service.store('approved', 'APPROVED')
})
afterAll(() => service.close())

const ask = (query: string, who: Parameters<TestReviews['call']>[1] = 'admin') =>
  service.call(`${getModeratedReviews.path}?${query}`, who)
const idsOf = ({ body }: { body: { reviews: Review[] } }) => body.reviews.map(({ id }) => id)

describe('the list of reviews for administrators', () => {
  it('has pages, newest first, and the total', async () => {
    const first = await ask('status=PENDING')
    const second = await ask('status=PENDING&offset=20')
    const small = await ask('status=PENDING&offset=1&size=2')

    expect(first.body.total).toBe(25)
    expect(idsOf(first)).toHaveLength(20)
    expect(idsOf(first)[0]).toBe('p-25')
    expect(idsOf(second)).toEqual(['p-5', 'p-4', 'p-3', 'p-2', 'p-1'])
    expect(idsOf(small)).toEqual(['p-24', 'p-23'])
  })

  it('has the same order wherever a page begins, also of reviews of the same time', async () => {
    for (const id of ['tie-b', 'tie-a', 'tie-c', 'tie-d'])
      await service.store(id, 'DECLINED', { date: new Date(Date.UTC(2024, 4, 1)) })
    await service.store('newer', 'DECLINED', { date: new Date(Date.UTC(2024, 4, 2)) })
    const all = idsOf(await ask('status=DECLINED'))
    expect(all).toEqual(['newer', 'tie-a', 'tie-b', 'tie-c', 'tie-d'])

    for (const size of [1, 2, 3, 7])
      for (const offset of [0, 1, 2, 3, 4, 5, 6])
        expect(idsOf(await ask(`status=DECLINED&offset=${offset}&size=${size}`))).toEqual(
          all.slice(offset, offset + size),
        )
    await service.context.connection.collection('reviews').deleteMany({ status: 'DECLINED' })
  })

  it('shows who reported each review and why', async () => {
    const { body } = await ask('status=REPORTED')

    expect(body.reviews).toEqual([
      expect.objectContaining({ id: 'reported', reports: [expect.objectContaining({ reason: 'rude' })] }),
    ])
  })

  it('has the number of reviews by status', async () => {
    expect((await service.call(getReviewCounts.path, 'admin')).body).toEqual({
      approved: 1,
      reported: 1,
      pending: 25,
      declined: 0,
    })
  })

  it.each([
    'status=UNKNOWN',
    'size=5',
    'status=PENDING&size=0',
    'status=PENDING&size=101',
    'status=PENDING&offset=-1',
  ])('rejects the query “%s”', async (query) => {
    expect((await ask(query)).status).toBe(400)
  })
})

describe('the log of decisions', () => {
  let id: string
  beforeAll(async () => {
    id = await service.write('author')
    await service.changeStatus(id, 'DECLINED', { who: 'admin', body: {} })
    await service.changeStatus(id, 'APPROVED', { who: 'admin-2', body: {} })
    // Delivers the outbox like the worker.
    await deliverOutbox(service.context)
  })
  const log = async (query = '') => (await service.call(`${getModerationLog.path}${query}`, 'admin')).body

  it('is sorted newest first and can be filtered', async () => {
    const [approved, declined] = (await log()).entries

    expect(approved).toMatchObject({ reviewId: id, adminId: 'admin-2', from: 'DECLINED', to: 'APPROVED' })
    expect(declined).toMatchObject({ reviewId: id, adminId: 'adm', from: 'PENDING', to: 'DECLINED' })
    expect(await log('?adminId=adm')).toEqual({ entries: [declined], total: 1 })
    expect(await log('?to=APPROVED')).toEqual({ entries: [approved], total: 1 })
    expect(await log('?size=1&offset=1')).toEqual({ entries: [declined], total: 2 })
    expect(await log(`?after=${approved.id}`)).toEqual({ entries: [declined], total: 2 })
    expect((await log(`?after=${declined.id}`)).entries).toEqual([])
  })

  it('is summarized by day', async () => {
    const { body } = await service.call(`${getModerationTrend.path}?days=2`, 'admin')

    expect(body.days).toHaveLength(2)
    expect(body.days[1]).toMatchObject({ submitted: 1, approved: 1, declined: 1, reported: 0 })
    expect(body.medianHoursToDecision).toBeLessThan(1)
  })
})

describe('the stream of waiting reviews', () => {
  async function watch(url: string, who: 'admin' | 'student') {
    const response = await fetch(url + watchReviews.path, {
      headers: { authorization: `Bearer ${service.tokenOf(who)}` },
    })
    const messages = messagesOf(response.body)
    let last: string | undefined
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      /** The next numbers that differ from the last ones: changes before the stream was opened may be published again. */
      async next(): Promise<WaitingReviews | 'end'> {
        for (;;) {
          const { value, done } = await messages.next()
          if (done) return 'end'
          if (value === last) continue
          last = value
          return JSON.parse(value) as WaitingReviews
        }
      },
      leave: () => messages.return(),
    }
  }

  /** Without heartbeats, also when events are split across chunks. */
  async function* messagesOf(body: Response['body']): AsyncGenerator<string, void> {
    if (!body) return
    let received = ''
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const parts = (received + text).split('\n\n')
      received = parts.pop() ?? ''
      for (const part of parts) if (part.startsWith('data: ')) yield part.slice('data: '.length)
    }
  }

  it('sends the numbers immediately, and again when a review is written, reported or decided', async () => {
    const stream = await watch(service.url, 'admin')
    expect(stream.type).toBe('text/event-stream')
    const before = (await stream.next()) as WaitingReviews
    const { reported, pending } = before

    const id = await service.write('author')
    expect(await stream.next()).toEqual({ reported, pending: pending + 1 })
    await service.changeStatus(id, 'APPROVED', { who: 'admin', body: {} })
    expect(await stream.next()).toEqual(before)
    await service.changeStatus(id, 'REPORTED', { who: 'student', body: {} })
    expect(await stream.next()).toEqual({ reported: reported + 1, pending })
    await stream.leave()
  })

  it('includes changes by other instances of the service, and ends when the service stops', async () => {
    const other = await buildApp(service.context)
    const stop = await listen(other, { HOST: '127.0.0.1', PORT: 0 })
    const stream = await watch(other.listeningOrigin, 'admin')
    const { pending } = (await stream.next()) as WaitingReviews

    await service.write('author')
    expect(await stream.next()).toMatchObject({ pending: pending + 1 })
    const stopped = stop()

    expect(await stream.next()).toBe('end')
    await stopped
  })
})
