import {
  editReview,
  getModeratedReviews,
  getUserReviews,
  IMPORT_COLUMNS,
  pathOf,
  type ModeratedReview,
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
const OPTIONAL = FIELDS.filter((field) => !(field in form))
const WORDS = FIELDS.filter((field) => typeof CHANGED[field] === 'string')

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
beforeEach(() => emptyDatabase(service.context.connection))
afterAll(() => service.close())

const read = async () => (await service.call('/api/review-by-id/r1', 'admin')).body as Review
const edit = (change: Partial<Record<Field, unknown>> = {}) =>
  service.call(pathOf(editReview, { id: 'r1' }), 'author', { ...form, ...change })

describe.each(FIELDS)('the field %s of a review', (field) => {
  beforeEach(() => service.store('r1', 'PENDING', { photos: field === 'photos' ? [PHOTO] : [] }))

  const change = () => edit({ [field]: CHANGED[field] })

  it('is changed, read by an administrator and exported to its author: stored-review.ts, review.model.ts, write-review.ts, review.presenter.ts', async () => {
    expect((await read())[field]).not.toEqual(CHANGED[field])

    expect((await change()).status).toBe(201)

    expect((await read())[field]).toEqual(CHANGED[field])
    const own = await service.call(pathOf(getUserReviews, { uid: 'ann', status: 'PENDING' }), 'author')
    expect((own.body as Review[])[0]?.[field]).toEqual(CHANGED[field])
  })

  it('belongs to what an administrator has read: a decision about the former value is refused (review-fingerprints.ts)', async () => {
    const { status, version } = await read()
    await change()

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
    if (field !== 'photos') await change()

    await service.context.authors.removeReviewsOf('ann')

    const stored = await service.context.connection.collection('reviews').findOne({})
    expect(JSON.stringify(stored)).not.toContain('only this review says')
    expect(JSON.stringify(stored)).not.toContain(PHOTO)
  })
})

describe.each(OPTIONAL)('the optional field %s of a review', (field) => {
  it('stays when an older client edits the review without it, until it is cleared: write-review.ts, review.presenter.ts', async () => {
    await service.store('r1', 'PENDING', { [field]: CHANGED[field] })

    await edit()
    expect((await read())[field]).toEqual(CHANGED[field])

    await edit({ [field]: WORDS.includes(field) ? '' : 0 })
    expect(await read()).not.toHaveProperty(field)
  })
})

describe.each(WORDS)('the words of the field %s', (field) => {
  it('are refused with profanity (write-review.ts) and flagged for administrators (find-flags.ts)', async () => {
    await service.store('r1', 'PENDING')

    expect((await edit({ [field]: 'The worst fucking place in town.' })).status).toBe(400)
    expect((await edit({ [field]: 'Call 607-555-0142 for the keys.' })).status).toBe(201)

    const { body } = await service.call(`${getModeratedReviews.path}?status=PENDING&size=100`, 'admin')
    const { flags } = (body.reviews as ModeratedReview[]).find(({ id }) => id === 'r1') ?? {}
    expect(flags).toContainEqual({ kind: 'phone', passage: '607-555-0142' })
  })
})
