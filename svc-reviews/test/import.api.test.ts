import { getApartmentReviews, getReview, importReviews, pathOf } from '@offquad/contracts'
import { row, startReviews, type TestReviews } from './start-reviews'

let service: TestReviews
beforeAll(async () => {
  service = await startReviews()
})
afterAll(() => service.close())

const find = async (id: string) => (await service.call(pathOf(getReview, { id }), 'admin')).body

describe('importing reviews', () => {
  it.each([
    ['nobody', 401],
    ['student', 403],
    ['admin', 200],
  ] as const)('is for admins: %s gets %i', async (who, status) => {
    expect((await service.call(pathOf(importReviews), who, { rows: [] })).status).toBe(status)
  })

  it('creates approved reviews that keep their dates and have no author', async () => {
    const results = await service.importRows([row('one', { userId: 'somebody', status: 'PENDING' })])

    expect(results).toEqual([{ line: 1, outcome: 'created' }])
    expect(await find('one')).toMatchObject({
      status: 'APPROVED',
      date: '2021-04-10T00:00:00.000Z',
      likes: 1,
    })
    expect((await find('one')).userId).toBe('anonymous')
  })

  it('changes nothing the second time', async () => {
    const rows = [row('twice'), row('', { reviewText: 'No id, but a text of its own.' })]
    const first = await service.importRows(rows)
    const before = await service.call(pathOf(getApartmentReviews, { id: 'a1', status: 'APPROVED' }))

    const second = await service.importRows(rows)

    expect(first.map(({ outcome }) => outcome)).toEqual(['created', 'created'])
    expect(second.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged'])
    const after = await service.call(pathOf(getApartmentReviews, { id: 'a1', status: 'APPROVED' }))
    expect(after.body).toEqual(before.body)
  })

  it('updates what the file says differently, but not what happened here since', async () => {
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

    const [result] = await service.importRows([row('written', { reviewText: 'Somebody else says so.' })])

    expect(result).toMatchObject({ outcome: 'rejected', reason: expect.stringContaining('written here') })
    expect(await find('written')).toMatchObject({ userId: 'ann', reviewText: 'Warm rooms and thin walls.' })
  })

  it('takes the last of rows with the same id and reports each in order', async () => {
    const later = row('dup', { reviewText: 'The later row wins in the end.' })

    const results = await service.importRows([row('dup'), row('dup'), later, { id: 'bad' }])

    expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'unchanged', 'updated', 'rejected'])
    expect(await find('dup')).toMatchObject({ reviewText: 'The later row wins in the end.' })
  })

  it('only says what would happen in a dry run', async () => {
    const results = await service.importRows([row('dry'), row('one', { price: 5 })], { dryRun: true })

    expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'updated'])
    expect((await service.call(pathOf(getReview, { id: 'dry' }))).status).toBe(404)
    expect(await find('one')).toMatchObject({ price: 3 })
  })

  it('does not need Redis: the outbox keeps what the worker has to do', async () => {
    const lonely = await startReviews({ REDIS_URL: 'redis://127.0.0.1:9' })

    const results = await lonely.importRows([row('one')])

    expect(results).toEqual([{ line: 1, outcome: 'created' }])
    expect(await lonely.context.outbox.listPending(10)).toHaveLength(1)
    await lonely.close()
  })

  it('takes 500 rows with the longest texts, emoji included', async () => {
    const rows = Array.from({ length: 500 }, (_, n) =>
      row(`long-${n}`, { aptId: 'long', reviewText: '🏠'.repeat(2000) }),
    )

    const results = await service.importRows(rows)

    expect(results.every(({ outcome }) => outcome === 'created')).toBe(true)
    const { body } = await service.call(pathOf(getApartmentReviews, { id: 'long', status: 'APPROVED' }))
    expect(body).toHaveLength(500)
  })
})
