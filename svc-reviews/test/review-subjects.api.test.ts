import { emptyDatabase, until } from '@offquad/service-kit/testing'
import {
  createReview,
  editReview,
  getReview,
  importReviews,
  pathOf,
  publishAllReviewSubjects,
  UNKNOWN_LANDLORD,
  updateReviewSubjects,
} from '@offquad/contracts'
import { createLog, openJobs } from '@offquad/service-kit'
import { startJobs } from '../src/jobs'
import { type SubjectsMessage } from '../src/reviews/review-subjects.repository'
import { receiveStats } from './receive-stats'
import { form, row, startReviews, type TestReviews } from './start-reviews'

let service: TestReviews
beforeEach(async () => {
  service = await startReviews()
})
afterEach(() => service.close())

const apartment = (id: string, landlordId: string | null) => ({ id, landlordId, name: `House ${id}` })
const landlord = (id: string) => ({ id, name: `Landlord ${id}` })
const apply = (version: number, changes: Partial<SubjectsMessage> = {}) =>
  service.context.subjects.apply({ version, apartments: [], landlords: [], ...changes })
const whole = { part: 1, parts: 1 }
/** A complete snapshot: two apartments, one of them without a landlord, and two landlords. */
const CATALOG = {
  apartments: [apartment('a1', 'l1'), apartment('a2', null)],
  landlords: [landlord('l1'), landlord('l2')],
}
const fill = () => apply(10, { ...CATALOG, snapshot: whole })
const create = (changes: object) => service.call(pathOf(createReview), 'author', { ...form, ...changes })
const find = async (id: string) => (await service.call(pathOf(getReview, { id }), 'admin')).body
const dryRun = async (rows: object[], alsoImported?: object) => {
  const batch = { dryRun: true, rows: rows.map((value, index) => ({ line: index + 1, value })), alsoImported }
  return (await service.call(pathOf(importReviews), 'admin', batch)).body.results
}

describe('a new review', () => {
  beforeEach(fill)

  it.each([
    ['an apartment', { aptId: 'a9' }, 'apartment-not-found'],
    ['a landlord', { aptId: null, landlordId: 'l9' }, 'landlord-not-found'],
    ['an unknown landlord', { aptId: '', landlordId: UNKNOWN_LANDLORD }, 'landlord-not-found'],
  ])('of %s that does not exist is rejected with 404 and not stored', async (_what, changes, code) => {
    const { status, body } = await create(changes)

    expect([status, body.type]).toEqual([404, `/problems/${code}`])
    expect(await service.context.reviews.countByStatus('PENDING')).toBe(0)
  })

  it.each([
    ['a1', 'l2', 'l1'],
    ['a1', 'nobody', 'l1'],
    ['a2', 'l2', UNKNOWN_LANDLORD],
  ])(
    'of apartment %s counts for its landlord, regardless of the body (%s)',
    async (aptId, landlordId, owner) => {
      const { status, body: id } = await create({ aptId, landlordId })

      expect(status).toBe(201)
      expect(await find(id)).toMatchObject({ aptId, landlordId: owner })
    },
  )

  it('of an apartment or landlord that the catalog has just published is stored', async () => {
    const arrives = { apartments: [apartment('a8', 'l8')], landlords: [landlord('l8')] }
    const creating = [create({ aptId: 'a8' }), create({ aptId: null, landlordId: 'l8' })]
    await apply(11, arrives)

    expect((await Promise.all(creating)).map(({ status }) => status)).toEqual([201, 201])
  })

  it('of a landlord without an apartment is about that landlord', async () => {
    const { status, body: id } = await create({ aptId: '', landlordId: 'l2' })

    expect(status).toBe(201)
    expect(await find(id)).toMatchObject({ aptId: null, landlordId: 'l2' })
  })

  it('is validated before its subject is looked up', async () => {
    expect((await create({ aptId: 'a9', reviewText: 'short' })).status).toBe(400)
  })

  it('may be edited after its subject was deleted', async () => {
    const { body: id } = await create({ aptId: 'a1' })
    await apply(20, { snapshot: whole })

    expect((await service.call(pathOf(editReview, { id }), 'author', form)).status).toBe(201)
    expect((await create({ aptId: 'a1' })).status).toBe(404)
  })
})

describe('the copy of the catalog', () => {
  it('rejects nothing before the first complete snapshot', async () => {
    expect((await create({ aptId: 'a9', landlordId: 'l9' })).status).toBe(201)
    await apply(9, { apartments: [apartment('a1', 'l1')] })
    await apply(10, { ...CATALOG, snapshot: { part: 1, parts: 2 } })

    expect((await create({ aptId: 'a9', landlordId: 'l9' })).status).toBe(201)
    const { body: id } = await create({ aptId: 'a1', landlordId: 'l9' })
    expect(await find(id)).toMatchObject({ landlordId: 'l1' })

    await apply(10, { landlords: [landlord('l3')], snapshot: { part: 2, parts: 2 } })
    expect((await create({ aptId: 'a9', landlordId: 'l9' })).status).toBe(404)
    expect((await create({ aptId: null, landlordId: 'l3' })).status).toBe(201)
  })

  it('is the same in whatever order messages arrive, and when they are repeated', async () => {
    const messages: SubjectsMessage[] = [
      { version: 10, ...CATALOG, snapshot: { part: 1, parts: 2 } },
      {
        version: 10,
        apartments: [apartment('a3', 'l1')],
        landlords: [],
        snapshot: { part: 2, parts: 2 },
      },
      // Written while the snapshot was read, and afterwards.
      { version: 11, apartments: [apartment('a4', 'l2')], landlords: [] },
      { version: 12, apartments: [apartment('a1', 'l2')], landlords: [] },
      // Written before the snapshot, and deleted by the time it was read.
      { version: 8, apartments: [apartment('a0', 'l1')], landlords: [landlord('l0')] },
      { version: 9, apartments: [apartment('a1', null)], landlords: [] },
    ]
    for (const order of [messages, messages.toReversed(), [...messages.slice(3), ...messages]]) {
      const { connection, subjects } = service.context
      await emptyDatabase(connection, ['reviewSubjects', 'subjectSnapshots'])

      for (const message of order) await subjects.apply(message)

      expect(await subjects.findApartments(['a0', 'a1', 'a2', 'a3', 'a4'])).toEqual(
        new Map([
          ['a1', { landlordId: 'l2' }],
          ['a2', { landlordId: null }],
          ['a3', { landlordId: 'l1' }],
          ['a4', { landlordId: 'l2' }],
        ]),
      )
      expect(await subjects.findLandlords(['l0', 'l1', 'l2'])).toEqual(new Set(['l1', 'l2']))
    }
  })

  it('keeps the newest of many messages that arrive at once', async () => {
    const versions = Array.from({ length: 20 }, (_, index) => ((index * 7) % 20) + 1)

    await Promise.all(
      versions.map((version) => apply(version, { apartments: [apartment('a1', `l${version}`)] })),
    )

    expect((await service.context.subjects.findApartments(['a1'])).get('a1')).toEqual({ landlordId: 'l20' })
  })

  it('requests a snapshot when it starts empty, and is filled by the response', async () => {
    const catalog = openJobs(service.context.config, createLog('catalog', 'silent'))
    await catalog.registerWorker(publishAllReviewSubjects, async () =>
      catalog.add(updateReviewSubjects, { version: 1, ...CATALOG, snapshot: whole }),
    )

    await startJobs(service.context)

    await until(() => service.context.subjects.isComplete())
    expect((await create({ aptId: 'a1', landlordId: 'l9' })).status).toBe(201)
    expect((await create({ aptId: 'a9' })).status).toBe(404)
    await catalog.close()
  })
})

describe('reviews of an apartment that gets another landlord', () => {
  it('count for that one, also if they were imported before the apartment', async () => {
    const received = await receiveStats(service)
    const numReviews = (landlordId: string) => received.landlords.get(landlordId)?.numReviews
    await startJobs(service.context)
    await service.importRows([
      row('r1'),
      row('r2', { aptId: 'a7', landlordId: '' }),
      row('r3', { aptId: 'a2' }),
    ])

    await service.context.jobs.add(updateReviewSubjects, {
      version: 20,
      apartments: [apartment('a1', 'l2'), apartment('a7', 'l2'), apartment('a2', null)],
      landlords: [],
    })

    await until(() => numReviews('l2') === 2 && numReviews('l1') === 1)
    const owners = await Promise.all(['r1', 'r2', 'r3'].map(async (id) => (await find(id)).landlordId))
    expect(owners).toEqual(['l2', 'l2', 'l1'])
    await received.close()
  })
})

describe('an imported row', () => {
  it('about something that does not exist is imported with a note', async () => {
    await fill()

    const rows = [row('r1', { aptId: 'a9' }), row('r2', { aptId: null, landlordId: 'l9' }), row('r3')]

    expect(await service.importRows(rows)).toEqual([
      { line: 1, outcome: 'created', note: 'apartment a9 does not exist' },
      { line: 2, outcome: 'created', note: 'landlord l9 does not exist' },
      { line: 3, outcome: 'created' },
    ])
    expect((await service.importRows(rows)).map(({ outcome }) => outcome)).toEqual(Array(3).fill('unchanged'))
  })

  it('counts for the landlord of its apartment, with a note if it names another', async () => {
    await fill()
    const rows = [row('r1', { landlordId: 'l2' }), row('r2', { aptId: 'a2', landlordId: 'l2' })]

    const results = await service.importRows(rows)

    expect(results).toEqual([
      { line: 1, outcome: 'created', note: 'landlord l1 of apartment a1 taken instead of l2' },
      { line: 2, outcome: 'created' },
    ])
    expect(await find('r1')).toMatchObject({ landlordId: 'l1' })
    expect(await find('r2')).toMatchObject({ landlordId: 'l2' })
    expect((await service.importRows(rows)).map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged'])
  })

  it('may leave out the landlord where it names an apartment', async () => {
    await fill()
    const rows = [
      row('r1', { landlordId: '' }),
      row('r2', { aptId: 'a9', landlordId: null }),
      row('r3', { aptId: '', landlordId: '' }),
    ]

    expect(await service.importRows(rows)).toEqual([
      { line: 1, outcome: 'created' },
      { line: 2, outcome: 'created', note: 'apartment a9 does not exist' },
      { line: 3, outcome: 'rejected', reason: 'landlordId is missing' },
    ])
    expect([(await find('r1')).landlordId, (await find('r2')).landlordId]).toEqual(['l1', UNKNOWN_LANDLORD])
    expect((await service.importRows(rows.slice(0, 2))).map(({ outcome }) => outcome)).toEqual([
      'unchanged',
      'unchanged',
    ])
  })

  it('has no note about subjects of the same import, in a dry run or before the messages arrive', async () => {
    await fill()
    const rows = [row('r1', { aptId: 'a8', landlordId: 'l9' }), row('r2', { aptId: null, landlordId: 'l8' })]
    const alsoImported = { apartments: [{ id: 'a8', landlordId: 'l8' }], landlordIds: ['l8'] }

    expect(await dryRun(rows, alsoImported)).toEqual([
      { line: 1, outcome: 'created', note: 'landlord l8 of apartment a8 taken instead of l9' },
      { line: 2, outcome: 'created' },
    ])
  })

  it('has no note before the first complete snapshot', async () => {
    expect(await service.importRows([row('r1')])).toEqual([{ line: 1, outcome: 'created' }])
  })
})
