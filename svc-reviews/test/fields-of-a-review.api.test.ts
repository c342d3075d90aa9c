import {
  editReview,
  getUserReviews,
  IMPORT_COLUMNS,
  pathOf,
  type Review,
  type ReviewForm,
} from '@offquad/contracts'
import { emptyDatabase } from '@offquad/service-kit/testing'
import { form, row, startReviews, type TestReviews } from './start-reviews'

const PHOTO = `/api/photos/${'a'.repeat(24)}`

/**
 * Another value of everything that an author fills in. The type asks for a new field here, and each test names the files that list the
 * fields by hand.
 */
const CHANGED: Record<Exclude<keyof ReviewForm, 'aptId' | 'landlordId'>, unknown> = {
  overallRating: 1,
  detailedRatings: { location: 1, maintenance: 1, safety: 1, conditions: 1 },
  bedrooms: 1,
  price: 1,
  signedMonth: 10,
  photos: [],
  reviewText: 'A sentence that only this review says.',
}
type Field = keyof typeof CHANGED
const FIELDS = Object.keys(CHANGED) as Field[]

/** In import files, each rating has its own column. */
const columnsOf = (field: Field, value: unknown): Record<string, unknown> =>
  field === 'detailedRatings'
    ? Object.fromEntries(
        Object.entries(value as object).map(([name, rating]) => [`${field}.${name}`, rating]),
      )
    : { [field]: value }

let service: TestReviews
beforeAll(async () => {
  service = await startReviews()
})
afterAll(() => service.close())

describe.each(FIELDS)('the field %s of a review', (field) => {
  beforeEach(async () => {
    await emptyDatabase(service.context.connection)
    await service.store('r1', 'PENDING', { photos: field === 'photos' ? [PHOTO] : [] })
  })

  const read = async () => (await service.call('/api/review-by-id/r1', 'admin')).body as Review
  const edit = () =>
    service.call(pathOf(editReview, { id: 'r1' }), 'author', { ...form, [field]: CHANGED[field] })

  it('is changed, read by an administrator and exported to its author: stored-review.ts, write-review.ts, review.presenter.ts', async () => {
    expect((await read())[field]).not.toEqual(CHANGED[field])

    expect((await edit()).status).toBe(201)

    expect((await read())[field]).toEqual(CHANGED[field])
    const own = await service.call(pathOf(getUserReviews, { uid: 'ann', status: 'PENDING' }), 'author')
    expect((own.body as Review[])[0]?.[field]).toEqual(CHANGED[field])
  })

  it('belongs to what an administrator has read: a decision about the former value is refused (review-fingerprints.ts)', async () => {
    const { status, version } = await read()
    await edit()

    const decision = await service.changeStatus('r1', 'APPROVED', {
      who: 'admin',
      body: { from: status, version },
    })

    expect(decision.status).toBe(409)
  })

  it('is taken from an imported row: parse-imported-review.ts, import-reviews.ts', async () => {
    const value = field === 'photos' ? [PHOTO] : CHANGED[field]

    expect(await service.importRows([row('imported', columnsOf(field, value))])).toMatchObject([
      { outcome: 'created' },
    ])

    const { body } = await service.call('/api/review-by-id/imported', 'admin')
    expect((body as Review)[field]).toEqual(value)
  })

  it('is a column of import files (import-columns.ts), and a row in which it alone differs is an update, once', async () => {
    const columns = columnsOf(field, field === 'photos' ? [PHOTO] : CHANGED[field])
    expect(IMPORT_COLUMNS.reviews.known).toEqual(expect.arrayContaining(Object.keys(columns)))
    await service.importRows([row('imported')])

    const changed = () => service.importRows([row('imported', columns)])

    expect(await changed()).toMatchObject([{ outcome: 'updated' }])
    expect(await changed()).toMatchObject([{ outcome: 'unchanged' }])
    // The field may be absent: the update then has to remove it (imported-reviews.repository.ts).
    expect(await service.importRows([row('imported')])).toMatchObject([{ outcome: 'updated' }])
    expect(await service.importRows([row('imported')])).toMatchObject([{ outcome: 'unchanged' }])
  })

  it('is erased with the account where it holds words or pictures: review-authors.repository.ts', async () => {
    if (field !== 'photos') await edit()

    await service.context.authors.removeReviewsOf('ann')

    const stored = await service.context.connection.collection('reviews').findOne({})
    expect(JSON.stringify(stored)).not.toContain('only this review says')
    expect(JSON.stringify(stored)).not.toContain(PHOTO)
  })
})
