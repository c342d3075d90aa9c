import { randomUUID } from 'node:crypto'
import { until } from '@offquad/service-kit/testing'
import { editReview, getModeratedReviews, pathOf } from '@offquad/contracts'
import { fingerprintReviews } from '../src/reviews/text-fingerprint'
import { fingerprintOf } from '../src/reviews/text-fingerprint'
import { startJobs } from '../src/jobs'
import { form, row, startReviews, type TestReviews } from './start-reviews'

interface Stored {
  _id: string
  reviewText: string
  textFingerprint?: string
  status: string
  changedAt: Date
}

let service: TestReviews
beforeEach(async () => {
  service = await startReviews()
})
afterEach(() => service.close())

const reviews = () => service.context.connection.collection<Stored>('reviews')
const find = (id: string) => reviews().findOne({ _id: id })
const migrate = () => service.context.migrations.run(fingerprintReviews, { batchSize: 20, pauseMs: 0 })
const listPending = async () =>
  (await service.call(`${getModeratedReviews.path}?status=PENDING`, 'admin')).body.reviews as {
    id: string
    sameTextAs?: number
  }[]

async function expectEveryReviewRight(): Promise<void> {
  const wrong = (await reviews().find().toArray()).filter(
    ({ reviewText, textFingerprint }) => textFingerprint !== fingerprintOf(reviewText),
  )
  expect(wrong).toEqual([])
}

describe('the fingerprint of a review', () => {
  it('is stored with every write that changes its text', async () => {
    const id = await service.write('author')
    expect(await find(id)).toMatchObject({ textFingerprint: fingerprintOf(form.reviewText) })

    const reviewText = 'Cold rooms, and walls as thin as ever.'
    await service.call(pathOf(editReview, { id }), 'author', { ...form, reviewText })
    await service.importRows([row('imported')])
    await service.importRows([row('imported', { reviewText: 'The file was mended since then.' })])

    expect(await find(id)).toMatchObject({ textFingerprint: fingerprintOf(reviewText) })
    await expectEveryReviewRight()
  })

  it('is added to reviews of the previous version while that version keeps writing', async () => {
    for (let number = 0; number < 60; number += 1)
      await service.store(`old-${number}`, 'APPROVED', { changedAt: new Date('2024-01-01') })
    let isOver = false
    const written = new Map<string, string>()
    // Writes like the previous version, which knows neither fingerprints nor the migration.
    async function writeAsBefore(): Promise<void> {
      for (let turn = 0; !isOver; turn += 1) {
        const [id, reviewText] = [`old-${(turn * 7) % 60}`, `Edited by the old process in turn ${turn}.`]
        const edit = { reviewText, status: 'PENDING', changedAt: new Date() }
        await reviews().updateOne({ _id: id }, { $set: edit })
        written.set(id, reviewText)
        const created = `new-${randomUUID()}`
        await service.store(created, 'PENDING', { reviewText: `Created by the old process in turn ${turn}.` })
        written.set(created, `Created by the old process in turn ${turn}.`)
      }
    }
    const old = writeAsBefore()
    const createAsNow = Array.from({ length: 5 }, () => service.write('author'))

    for (let run = 0; run < 4; run += 1)
      await service.context.migrations.run(fingerprintReviews, { batchSize: 20, pauseMs: 0, budgetMs: 100 })
    await Promise.all(createAsNow)
    isOver = true
    await old
    expect(await migrate()).toBe('complete')

    await expectEveryReviewRight()
    const stored = new Map((await reviews().find().toArray()).map(({ _id, reviewText }) => [_id, reviewText]))
    expect([...written].filter(([id, reviewText]) => stored.get(id) !== reviewText)).toEqual([])
    expect(stored.size).toBeGreaterThanOrEqual(65)
  })

  it('is added by the worker', async () => {
    await service.store('old', 'PENDING')

    await startJobs(service.context)

    await until(() => service.context.migrations.isComplete(fingerprintReviews.id))
    await expectEveryReviewRight()
  })
})

describe('reviews with the same text', () => {
  it('are counted for administrators, in any status, once every review has a fingerprint', async () => {
    await service.store('old', 'DECLINED', { reviewText: 'WARM rooms - and thin walls' })
    const [first, second] = [await service.write('author'), await service.write('student')]
    const other = await service.write('author', { reviewText: 'Nothing like what others say.' })
    expect((await listPending()).every((review) => !Object.hasOwn(review, 'sameTextAs'))).toBe(true)

    await migrate()

    const sameTextAs = new Map((await listPending()).map((review) => [review.id, review.sameTextAs]))
    expect(sameTextAs).toEqual(
      new Map([
        [first, 2],
        [second, 2],
        [other, 0],
      ]),
    )
  })
})
