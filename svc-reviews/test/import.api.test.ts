import {
  addLike,
  editReview,
  getApartmentReviews,
  getReview,
  getUserReviews,
  pathOf,
  REVIEW_STATUSES,
  VISIBLE_STATUSES,
} from '@offquad/contracts'
import { forgetUser } from '../src/forget-user.job'
import { form, row, startReviews, type TestReviews, type Who } from './start-reviews'

let service: TestReviews
beforeAll(async () => {
  service = await startReviews()
})
afterAll(() => service.close())

const find = async (id: string) => (await service.call(pathOf(getReview, { id }), 'admin')).body

describe('importing reviews', () => {
  it('creates approved reviews that keep their dates when the row has neither status nor author', async () => {
    const results = await service.importRows([row('one', { userId: '', status: null })])

    expect(results).toEqual([{ line: 1, outcome: 'created' }])
    expect(await find('one')).toMatchObject({
      status: 'APPROVED',
      date: '2021-04-10T12:00:00.000Z',
      likes: 1,
    })
    expect((await find('one')).userId).toBe('anonymous')
  })

  it('updates content that differs in the file, but not likes, reports and status', async () => {
    await service.importRows([row('moved')])
    await service.context.connection
      .collection<{ _id: string }>('reviews')
      .updateOne({ _id: 'moved' }, { $set: { status: 'REPORTED', likes: 9 } })

    const results = await service.importRows([row('moved', { aptId: 'elsewhere', likes: 3 })])

    expect(results).toEqual([{ line: 1, outcome: 'updated' }])
    expect(await find('moved')).toMatchObject({ aptId: 'elsewhere', status: 'REPORTED', likes: 9 })
  })

  it('never overwrites a review that was written here', async () => {
    await service.store('written', 'PENDING')

    const [result] = await service.importRows([row('written', { reviewText: 'Another text entirely.' })])

    expect(result).toMatchObject({ outcome: 'rejected', reason: expect.stringContaining('written here') })
    expect(await find('written')).toMatchObject({ userId: 'ann', reviewText: 'Warm rooms and thin walls.' })
  })

  it.each(REVIEW_STATUSES)('keeps the status %s of a row, and shows only public reviews', async (status) => {
    const id = `status-${status}`
    const isPublic = VISIBLE_STATUSES.includes(status)

    const results = await service.importRows([row(id, { status: ` ${status.toLowerCase()} `, aptId: id })])

    expect(results).toEqual([{ line: 1, outcome: 'created' }])
    expect((await find(id)).status).toBe(status)
    expect((await service.call(pathOf(getReview, { id }))).status).toBe(isPublic ? 200 : 404)
    expect(await service.context.stats.countForApartments([id])).toMatchObject([
      { numReviews: isPublic ? 1 : 0 },
    ])
  })

  it('rejects a status that does not exist', async () => {
    const [result] = await service.importRows([row('odd', { status: 'HIDDEN' })])

    expect(result).toEqual({
      line: 1,
      outcome: 'rejected',
      reason: 'status is not one of APPROVED, PENDING, REPORTED, DECLINED, DELETED',
    })
  })

  it('keeps the author of a row private: the review is theirs, and hidden from everyone else', async () => {
    await service.importRows([row('authored', { userId: 'user-5' })])
    const seenBy = async (who: Who) => (await service.call(pathOf(getReview, { id: 'authored' }), who)).body

    expect((await seenBy('nobody')).userId).toBe('anonymous')
    expect((await seenBy('student')).userId).toBe('anonymous')
    expect((await seenBy('user-5')).userId).toBe('user-5')
    const own = await service.call(pathOf(getUserReviews, { uid: 'user-5', status: 'APPROVED' }), 'user-5')
    expect(own.body).toMatchObject([{ id: 'authored' }])
    expect((await service.call(pathOf(addLike), 'user-5', { reviewId: 'authored' })).status).toBe(403)
  })

  it('updates an imported review with an author from its file until that author edits it', async () => {
    const text = { reviewText: 'The file says something else now.' }
    await service.importRows([row('both', { userId: 'user-6' })])
    expect(await service.importRows([row('both', { userId: 'user-6', ...text })])).toMatchObject([
      { outcome: 'updated' },
    ])

    await service.call(pathOf(editReview, { id: 'both' }), 'user-6', {
      ...form,
      reviewText: 'What I think about it today.',
    })
    const [result] = await service.importRows([row('both', { userId: 'user-6' })])

    expect(result).toMatchObject({ outcome: 'rejected', reason: expect.stringContaining('written here') })
    expect(await find('both')).toMatchObject({ reviewText: 'What I think about it today.' })
  })

  it('does not restore an author whose account was deleted since', async () => {
    const rows = [row('left', { userId: 'user-7' })]
    await service.importRows(rows)
    await forgetUser(service.context, { userId: 'user-7', reviews: 'anonymise' })

    expect(await service.importRows(rows)).toMatchObject([{ outcome: 'unchanged' }])
    expect((await find('left')).userId).toBe('anonymous')
  })

  it('rejects the second of two rows with one id by its line, and changes nothing when run again', async () => {
    const rows = [
      row('8801'),
      row('8801', { reviewText: 'A second row with the id of the first.' }),
      { id: '8801' },
      row('8802'),
    ]

    const first = await service.importRows(rows)
    const second = await service.importRows(rows)

    expect(first.map(({ outcome }) => outcome)).toEqual(['created', 'rejected', 'rejected', 'created'])
    expect(first[1]?.reason).toBe('id 8801 is already on line 1: keep one of the two rows')
    expect(second.map(({ outcome }) => outcome)).toEqual(['unchanged', 'rejected', 'rejected', 'unchanged'])
    expect(await find('8801')).toMatchObject({ reviewText: 'Warm rooms and thin walls.' })
  })

  it('only reports what would happen in a dry run', async () => {
    const results = await service.importRows([row('dry'), row('one', { price: 5 })], { dryRun: true })

    expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'updated'])
    expect((await service.call(pathOf(getReview, { id: 'dry' }))).status).toBe(404)
    expect(await find('one')).toMatchObject({ price: 3 })
  })

  it('imports 500 rows with the longest texts, including emoji', async () => {
    const rows = Array.from({ length: 500 }, (_, n) =>
      row(`long-${n}`, { aptId: 'long', reviewText: '🏠'.repeat(2000) }),
    )

    const results = await service.importRows(rows)

    expect(results.every(({ outcome }) => outcome === 'created')).toBe(true)
    const { body } = await service.call(pathOf(getApartmentReviews, { id: 'long', status: 'APPROVED' }))
    expect(body).toHaveLength(500)
  })
})
