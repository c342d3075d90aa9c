import { editReview, getReviews, getReviewSummary, pathOf, reconcileReviewStats } from '@offquad/contracts'
import { findTopics, LEXICON_VERSION } from '@offquad/review-topics'
import { emptyDatabase, until } from '@offquad/service-kit/testing'
import { startJobs } from '../src/jobs'
import { deliverOutbox } from '../src/review-stats/deliver-changes'
import { readTopics } from '../src/reviews/read-topics.migration'
import { form, row, startReviews, type TestReviews } from './start-reviews'

const COLD = 'The heat never worked. The kitchen is big and bright.'
const COLD_TOPICS = { lexicon: LEXICON_VERSION, ...findTopics(COLD) }

interface Stored {
  _id: string
  reviewText: string
  topics?: object
}

let service: TestReviews
beforeAll(async () => {
  service = await startReviews()
})
beforeEach(() => emptyDatabase(service.context.connection))
afterAll(() => service.close())

const stored = () => service.context.connection.collection<Stored>('reviews')
const topicsOf = async (id: string) => (await stored().findOne({ _id: id }))?.topics
const migrate = () => service.context.migrations.run(readTopics, { batchSize: 20, pauseMs: 0 })

const deliver = () => deliverOutbox(service.context)

/** The stats in messages to the catalog. */
const countListing = () => service.context.stats.countForApartments(['a1'])

async function approve(changes: object = {}): Promise<string> {
  const id = await service.write('author', { reviewText: COLD, ...changes })
  await service.changeStatus(id, 'APPROVED', { who: 'admin' })
  return id
}

describe('the topics of a review', () => {
  it('are found when it becomes visible, and are in the stats that are sent then', async () => {
    const id = await service.write('author', { reviewText: COLD })
    await deliver()
    expect(await topicsOf(id)).toBeUndefined()

    await service.changeStatus(id, 'APPROVED', { who: 'admin' })

    expect(await topicsOf(id)).toEqual(COLD_TOPICS)
    const topics = [
      { topic: 'heat', praised: 0, criticised: 1 },
      { topic: 'kitchen', praised: 1, criticised: 0 },
      { topic: 'light', praised: 1, criticised: 0 },
    ]
    expect(await countListing()).toMatchObject([{ aptId: 'a1', topics }])
    expect(await service.context.stats.countForLandlords(['l1'])).toMatchObject([
      { landlordId: 'l1', topics },
    ])
  })

  it('are found again when its text has changed, and not counted while it is pending', async () => {
    const id = await approve()
    await service.call(pathOf(editReview, { id }), 'author', {
      ...form,
      reviewText: 'Quiet, with fast internet.',
    })
    expect(await countListing()).toMatchObject([{ topics: [] }])

    await service.changeStatus(id, 'APPROVED', { who: 'admin' })

    expect(await countListing()).toMatchObject([
      {
        topics: [
          { topic: 'noise', praised: 1, criticised: 0 },
          { topic: 'internet', praised: 1, criticised: 0 },
        ],
      },
    ])
  })

  it('are found in imported reviews', async () => {
    await service.importRows([row('imported', { reviewText: COLD })])
    await deliver()

    expect(await countListing()).toMatchObject([
      { topics: [{ topic: 'heat' }, { topic: 'kitchen' }, { topic: 'light' }] },
    ])
    await service.importRows([row('imported', { reviewText: 'There were mice.' })])
    await deliver()
    expect(await countListing()).toMatchObject([{ topics: [{ topic: 'pests' }] }])
  })

  it('are found by the migration while a process without topics keeps creating and editing reviews', async () => {
    for (let number = 0; number < 60; number += 1)
      await service.store(`old-${number}`, 'APPROVED', {
        reviewText: COLD,
        changedAt: new Date('2024-01-01'),
      })
    await service.store('hidden', 'DECLINED', { reviewText: COLD, changedAt: new Date('2024-01-01') })
    let isOver = false
    async function writeAsBefore(): Promise<void> {
      for (let turn = 0; !isOver; turn += 1) {
        const reviewText = turn % 2 === 0 ? 'There were mice.' : 'It was never quiet.'
        await stored().updateOne(
          { _id: `old-${(turn * 7) % 60}` },
          { $set: { reviewText, changedAt: new Date() } as object },
        )
        await service.store(`new-${turn}`, 'APPROVED', { reviewText })
      }
    }
    const old = writeAsBefore()
    for (let run = 0; run < 4; run += 1)
      await service.context.migrations.run(readTopics, { batchSize: 20, pauseMs: 0, budgetMs: 100 })
    isOver = true
    await old

    expect(await migrate()).toBe(true)

    const visible = await stored()
      .find({ _id: { $ne: 'hidden' } })
      .toArray()
    expect(visible.length).toBeGreaterThan(60)
    expect(visible.map(({ topics }) => topics)).toEqual(
      visible.map(({ reviewText }) => ({ lexicon: LEXICON_VERSION, ...findTopics(reviewText) })),
    )
    expect(await topicsOf('hidden')).toBeUndefined()
  })

  it('are sent to the catalog by the worker once it has read all reviews', async () => {
    const working = await startReviews()
    await working.store('old', 'APPROVED', { reviewText: COLD, changedAt: new Date('2024-01-01') })
    const sent: unknown[] = []
    const { jobs, migrations, connection } = working.context
    const spied = {
      ...jobs,
      add: (async (job: unknown, ...rest: [never]) => {
        sent.push(job)
        return jobs.add(job as never, ...rest)
      }) as typeof jobs.add,
    }

    await startJobs({ ...working.context, jobs: spied })

    await until(() => migrations.isComplete(readTopics.id))
    await until(() => sent.includes(reconcileReviewStats))
    expect(await connection.collection('reviews').findOne({})).toMatchObject({ topics: COLD_TOPICS })
    await working.close()
  })
})

describe('the list of reviews that mention a topic', () => {
  const list = async (query: Record<string, string>) =>
    service.call(`${getReviews.path}?${new URLSearchParams({ aptId: 'a1', ...query })}`)

  it('has those that praise or criticize it, with the passages', async () => {
    const cold = await approve()
    const warm = await approve({ reviewText: 'Warm all year, though there were mice.' })
    await deliver()
    const { body: all } = await list({ topic: 'heat' })
    const { body: critical } = await list({ topic: 'heat', opinion: 'criticised' })
    const { body: none } = await list({ topic: 'parking', opinion: 'praised' })

    expect(all.total).toBe(2)
    expect(all.items.map(({ id }: Stored & { id: string }) => id).toSorted()).toEqual([cold, warm].toSorted())
    expect(critical.items).toMatchObject([{ id: cold }])
    const [{ reviewText, mentions }] = critical.items
    expect(mentions).toHaveLength(1)
    expect(reviewText.slice(mentions[0].start, mentions[0].end)).toBe('heat never worked')
    expect(none).toEqual({ items: [], total: 0 })
    expect((await list({})).body.items[0]).not.toHaveProperty('mentions')
    expect(JSON.stringify(all)).not.toContain('lexicon')
  })

  it('rejects unknown topics, and opinions without a topic', async () => {
    expect(await list({ topic: 'weather' })).toMatchObject({ status: 400 })
    expect(await list({ topic: 'heat', opinion: 'hated' })).toMatchObject({ status: 400 })
    expect(await list({ opinion: 'praised' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'opinion', message: 'needs a topic: name one (topic), or leave it out' }] },
    })
  })

  it('has as many reviews as the summary counts', async () => {
    await approve()
    await approve({ reviewText: 'Freezing cold in winter. There is no parking.' })
    await deliver()

    const { body } = await service.call(`${getReviewSummary.path}?aptId=a1`)

    expect(body.topics).toEqual([
      { topic: 'heat', praised: 0, criticised: 2 },
      { topic: 'parking', praised: 0, criticised: 1 },
      { topic: 'kitchen', praised: 1, criticised: 0 },
      { topic: 'light', praised: 1, criticised: 0 },
    ])
    for (const { topic, praised, criticised } of body.topics) {
      expect((await list({ topic, opinion: 'praised' })).body.total).toBe(praised)
      expect((await list({ topic, opinion: 'criticised' })).body.total).toBe(criticised)
    }
  })
})
