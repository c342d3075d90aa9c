import { monthOf, yearOf } from '@offquad/service-kit'
import { createRandom, type Random } from '@offquad/service-kit/testing/random'
import {
  getReviews,
  getComparedRatings,
  getReviewSummary,
  type QueryOf,
  type ReplyOf,
  REVIEW_SORTS,
  REVIEW_STATUSES,
  type ReviewSort,
  type ReviewStatus,
} from '@offquad/contracts'
import { startReviews, type TestReviews } from './start-reviews'

type Query = QueryOf<typeof getReviews>
type Page = ReplyOf<typeof getReviews>

let service: TestReviews
beforeAll(async () => {
  service = await startReviews()
})
afterAll(() => service.close())

const ask = (query: object, who: 'nobody' | 'student' | 'author' | 'admin' = 'nobody') =>
  service.call(`${getReviews.path}?${new URLSearchParams(query as Record<string, string>)}`, who)
const page = async (query: Query): Promise<Page> => {
  const { status, body } = await ask(query)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
const idsOf = ({ items }: Page) => items.map(({ id }) => id)

/** A stored review, with its number of likes by users. */
interface Known {
  id: string
  aptId: string | null
  landlordId: string
  userId: string | null
  status: ReviewStatus
  date: Date
  overallRating: number
  bedrooms: number
  photos: string[]
  reviewText: string
  likes: number
}

const WORDS = ['Heat', 'heating', 'cold', 'Landlord', 'quiet.', '(noisy)', 'a+b', 'ÉTÉ', 'rooms', '100%']

function anyReview(random: Random, id: string): Known {
  return {
    id,
    aptId: random.pick(['p1', 'p1', 'p2', null]),
    landlordId: random.pick(['q1', 'q1', 'q2']),
    userId: random.pick([null, null, 'ann', 'ben']),
    status: random.pick(['APPROVED', 'APPROVED', 'REPORTED', ...REVIEW_STATUSES]),
    // Few different months, so that there are ties.
    date: new Date(Date.UTC(2022 + random.below(3), random.pick([0, 11]), random.pick([1, 31]))),
    overallRating: random.pick([0.4, 1, 1.5, 2, 3, 3.5, 4, 4.4, 4.5, 5]),
    bedrooms: random.below(4),
    photos: random.below(3) === 0 ? ['/media/1.jpg'] : [],
    reviewText: Array.from({ length: 4 }, () => random.pick(WORDS)).join(' '),
    likes: random.below(4),
  }
}

function anyQuery(random: Random): Query {
  return {
    ...(random.below(2) === 0
      ? { aptId: random.pick(['p1', 'p2']) }
      : { landlordId: random.pick(['q1', 'q2']) }),
    ...(random.below(4) > 0 && { sort: random.pick(REVIEW_SORTS) }),
    ...(random.below(3) === 0 && { stars: random.pick(['5', '4,5', '1', '3,3', '1,2,3,4,5']) }),
    ...(random.below(4) === 0 && { year: 2021 + random.below(4) }),
    ...(random.below(4) === 0 && { withPhotos: random.below(4) > 0 }),
    ...(random.below(4) === 0 && { bedrooms: 1 + random.below(3) }),
    ...(random.below(3) === 0 && {
      q: random.pick(['heat', 'HEAT rooms', 'a+b', '(', 'été', ' quiet. ', '.*', 'no']),
    }),
    size: random.pick([3, 8, 100]),
  }
}

/** The expected list, computed from every review. */
function selectNaively(reviews: readonly Known[], query: Query): string[] {
  const words = (query.q ?? '').toLowerCase().split(' ').filter(Boolean)
  const stars = query.stars?.split(',').map(Number)
  const isSelected = (review: Known) =>
    ['APPROVED', 'REPORTED'].includes(review.status) &&
    (query.aptId === undefined || review.aptId === query.aptId) &&
    (query.landlordId === undefined || review.landlordId === query.landlordId) &&
    (!stars || stars.includes(Math.max(1, Math.round(review.overallRating)))) &&
    (query.year === undefined || yearOf(review.date) === query.year) &&
    (!query.withPhotos || review.photos.length > 0) &&
    (query.bedrooms === undefined || (review.bedrooms === query.bedrooms && isShared(review))) &&
    words.every((word) => review.reviewText.toLowerCase().includes(word))
  // A number of bedrooms is public once reviews of a place by three authors share it.
  const isShared = ({ aptId, landlordId, bedrooms }: Known) =>
    new Set(
      reviews
        .filter(
          (earlier) =>
            ['APPROVED', 'REPORTED'].includes(earlier.status) &&
            earlier.bedrooms === bedrooms &&
            earlier.aptId === aptId &&
            (aptId !== null || earlier.landlordId === landlordId),
        )
        .map(({ id, userId }) => userId ?? id),
    ).size >= 3
  const leading: Record<ReviewSort, (review: Known) => number> = {
    recent: () => 0,
    helpful: ({ likes }) => -likes,
    highest: ({ overallRating }) => -overallRating,
    lowest: ({ overallRating }) => overallRating,
  }
  const first = leading[query.sort ?? 'recent']
  return reviews
    .filter(isSelected)
    .sort(
      (a, b) =>
        first(a) - first(b) || monthOf(b.date).localeCompare(monthOf(a.date)) || (a.id < b.id ? -1 : 1),
    )
    .map(({ id }) => id)
}

async function store({ id, status, likes, ...changes }: Known): Promise<void> {
  // Half of the likes were imported.
  const imported = Math.floor(likes / 2)
  await service.store(id, status, { ...changes, likes: imported })
  for (let liker = imported; liker < likes; liker += 1) await service.context.likes.add(id, `liker-${liker}`)
}

const ROUNDS = Number(process.env.ROUNDS ?? 50)

describe('a list of reviews', () => {
  it('with any filters, in any order, has the same pages as a scan of all reviews', async () => {
    const random = createRandom(17)
    const reviews = Array.from({ length: 100 }, (_, index) => anyReview(random, `m${index}`))
    await Promise.all(reviews.map(store))

    for (let round = 0; round < ROUNDS; round += 1) {
      const query = anyQuery(random)
      const expected = selectNaively(reviews, query)
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const reply = await page({ ...query, ...(cursor !== undefined && { cursor }) })
        expect([query, reply.total]).toEqual([query, expected.length])
        seen.push(...idsOf(reply))
        cursor = reply.next
      } while (cursor !== undefined)

      expect([query, seen]).toEqual([query, expected])
    }
  })

  it.each(REVIEW_SORTS)(
    'in the order "%s" neither repeats nor skips a review while new ones arrive',
    async (sort) => {
      const place = { aptId: `arriving-${sort}`, landlordId: 'arriving' }
      const at = (month: number) => ({ ...place, date: new Date(Date.UTC(2023, month, 15)) })
      for (let month = 1; month <= 9; month += 1)
        await service.store(`${sort}-${month}`, 'APPROVED', at(month))
      const query = { aptId: place.aptId, sort, size: 3 }

      const first = await page(query)
      await service.store(`${sort}-new`, 'APPROVED', { ...at(20), overallRating: 4 })
      const second = await page({ ...query, cursor: first.next })
      const third = await page({ ...query, cursor: second.next })

      const seen = [first, second, third].flatMap(idsOf)
      expect(seen).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1].map((month) => `${sort}-${month}`))
      expect(third.total).toBe(10)
      expect(third).not.toHaveProperty('next')
    },
  )

  it.each([
    ["don't", 'They don’t fix the heat in winter.'],
    ['don’t', "They don't fix the heat in winter."],
    ['cafe', 'Above a CAFÉ, and noisy until midnight.'],
    ['CAFÉ', 'Above a cafe, and noisy until midnight.'],
    ['café', 'Above a café, and noisy until midnight.'.normalize('NFD')],
    ['café,'.normalize('NFD'), 'Above a café, and noisy until midnight.'],
    ['방이', '방이 좁아요, but it is close to campus.'],
  ])('finds “%s” in “%s”', async (q, reviewText) => {
    await service.store('text', 'APPROVED', { aptId: 'words', reviewText })

    const { body } = await service.call(`${getReviews.path}?${new URLSearchParams({ aptId: 'words', q })}`)

    await service.context.connection.collection('reviews').deleteMany({ aptId: 'words' })
    expect(body.total).toBe(1)
  })

  it('skips nothing when the last review of a page has been deleted', async () => {
    const at = (day: number) => ({ aptId: 'erased', date: new Date(Date.UTC(2024, 4, day)) })
    for (const day of [1, 2, 3, 4]) await service.store(`e${day}`, 'APPROVED', at(day))
    const first = await page({ aptId: 'erased', size: 2 })
    await service.context.connection.collection<{ _id: string }>('reviews').deleteOne({ _id: 'e2' })

    const second = await page({ aptId: 'erased', size: 10, cursor: first.next })

    expect(new Set([...idsOf(first), ...idsOf(second)])).toEqual(new Set(['e1', 'e2', 'e3', 'e4']))
  })

  it('never shows on which day a review was written', async () => {
    const date = new Date('2024-06-17T13:14:15.161Z')
    await service.store('dated-1', 'APPROVED', { aptId: 'dated', date })
    await service.store('dated-2', 'APPROVED', { aptId: 'dated', date })

    const reply = await page({ aptId: 'dated', size: 1 })

    expect(reply.items[0]?.date).toBe('2024-06-15T12:00:00Z')
    const cursor = Buffer.from(reply.next ?? '', 'base64url').toString()
    expect(cursor).toContain('dated-1')
    for (const day of ['2024-06-17', String(date.getTime())])
      expect(JSON.stringify(reply) + cursor).not.toContain(day)
  })

  it('has eight reviews on a page by default', async () => {
    const { items, next } = await page({ landlordId: 'arriving' })

    expect(items).toHaveLength(8)
    expect(next).toEqual(expect.any(String))
  })

  it('names the subject of each review, if the catalog has sent it', async () => {
    const own = { aptId: 'n1', landlordId: 'n9' }
    await service.store('named', 'APPROVED', { ...own, date: new Date('2024-02-02') })
    await service.store('of-landlord', 'APPROVED', { ...own, aptId: null, date: new Date('2024-02-01') })
    const placesOf = async () => (await page({ landlordId: 'n9' })).items.map(({ place }) => place)
    expect(await placesOf()).toEqual([{ landlordName: '' }, { landlordName: '' }])

    const isNamed = await service.context.subjects.apply({
      version: 1,
      apartments: [{ id: 'n1', landlordId: 'n9', name: 'The Mill' }],
      landlords: [{ id: 'n9', name: 'Oak Homes' }],
    })

    expect(isNamed).toBe(true)
    expect(await placesOf()).toEqual([
      { aptName: 'The Mill', landlordName: 'Oak Homes' },
      { landlordName: 'Oak Homes' },
    ])
  })

  it('reports when no name has changed', async () => {
    const { subjects } = service.context
    const message = { apartments: [{ id: 'k1', landlordId: 'k9', name: 'The Kiln' }], landlords: [] }
    await subjects.apply({ ...message, version: 1 })

    expect(await subjects.apply({ ...message, version: 2 })).toBe(false)
  })

  it.each([
    ['neither apartment nor landlord', {}, 'aptId'],
    ['both', { aptId: 'a1', landlordId: 'l1' }, 'aptId'],
    ['an unknown name', { aptId: 'a1', page: '2' }, 'page'],
    ['an unknown order', { aptId: 'a1', sort: 'best' }, 'sort'],
    ['six stars', { aptId: 'a1', stars: '6' }, 'stars'],
    ['a year in words', { aptId: 'a1', year: 'last' }, 'year'],
    ['an infinite year', { aptId: 'a1', year: '1e309' }, 'year'],
    ['an infinite page', { aptId: 'a1', size: 'Infinity' }, 'size'],
    ['no bedrooms', { aptId: 'a1', bedrooms: '0' }, 'bedrooms'],
    ['a page of a thousand', { aptId: 'a1', size: '1000' }, 'size'],
    ['a text without end', { aptId: 'a1', q: 'a'.repeat(201) }, 'q'],
    ['a cursor that is none', { aptId: 'a1', cursor: 'abc' }, 'cursor'],
    [
      'a cursor of wrong types',
      { aptId: 'a1', cursor: Buffer.from('["recent",{},1,[]]').toString('base64url') },
      'cursor',
    ],
    [
      'a month no calendar has',
      { aptId: 'a1', cursor: Buffer.from('["recent",0,"2026-13","x"]').toString('base64url') },
      'cursor',
    ],
  ])('rejects %s and names the invalid parameter', async (_what, query, field) => {
    const { status, body } = await ask(query)

    expect(status).toBe(400)
    expect(body.errors[0].field).toBe(field)
  })

  it('rejects a cursor of another order', async () => {
    const { next = '' } = await page({ aptId: 'arriving-recent', size: 1 })

    expect((await ask({ aptId: 'arriving-recent', sort: 'highest', cursor: next })).status).toBe(400)
  })

  it.each(['\0', '\\', '[[:alpha:]]', '(?i)x', '\\A', '👍🏽', '$where', 'a b '.repeat(50)])(
    'searches for %j as the text it is',
    async (q) => {
      expect(await page({ aptId: 'none', q })).toEqual({ items: [], total: 0 })
      expect((await ask({ aptId: 'p1', q })).status).toBe(200)
    },
  )
})

describe('the summary of the reviews of a place', () => {
  const summary = async (query: Record<string, string>) =>
    (await service.call(`${getReviewSummary.path}?${new URLSearchParams(query)}`)).body

  it('covers all visible ones, with the values that a list can be filtered by', async () => {
    const detailedRatings = { location: 1, maintenance: 2, safety: 3, conditions: 5 }
    const own = { aptId: 'sum', landlordId: 'sum-l' }
    await service.store('s1', 'APPROVED', {
      ...own,
      overallRating: 4.5,
      bedrooms: 3,
      date: new Date('2023-12-31T23:30:00Z'),
    })
    await service.store('s2', 'REPORTED', {
      ...own,
      overallRating: 2,
      bedrooms: 0,
      detailedRatings,
      photos: ['/p'],
    })
    await service.store('s3', 'APPROVED', { ...own, aptId: null, overallRating: 2, bedrooms: 1 })
    await service.store('s4', 'PENDING', { ...own, overallRating: 1 })

    expect(await summary({ aptId: 'sum' })).toEqual({
      total: 2,
      avgRating: 3.25,
      detailedRatings: { location: 3, maintenance: 3, safety: 3, conditions: 3.5 },
      stars: [
        { stars: 5, count: 1 },
        { stars: 4, count: 0 },
        { stars: 3, count: 0 },
        { stars: 2, count: 1 },
        { stars: 1, count: 0 },
      ],
      years: [
        { year: 2024, count: 1, avgRating: 2 },
        { year: 2023, count: 1, avgRating: 4.5 },
      ],
      // Too few reviews share them to be public.
      bedrooms: [],
      withPhotos: 1,
      topics: [],
    })
    expect((await summary({ landlordId: 'sum-l' })).total).toBe(3)
  })

  it('counts a number of bedrooms only in places where three reviews share it', async () => {
    const own = { aptId: 'shared', landlordId: 'shared-l', bedrooms: 2, userId: null }
    await service.store('b1', 'APPROVED', own)
    await service.store('b2', 'REPORTED', own)
    await service.store('b3', 'PENDING', own)
    await service.store('b4', 'APPROVED', { ...own, aptId: 'beside' })

    expect((await summary({ landlordId: 'shared-l' })).bedrooms).toEqual([])
    expect(await page({ landlordId: 'shared-l', bedrooms: 2 })).toEqual({ items: [], total: 0 })

    await service.store('b5', 'APPROVED', own)
    expect((await summary({ aptId: 'shared' })).bedrooms).toEqual([{ bedrooms: 2, count: 3 }])
    expect((await summary({ landlordId: 'shared-l' })).bedrooms).toEqual([{ bedrooms: 2, count: 3 }])
    const reply = await page({ landlordId: 'shared-l', bedrooms: 2 })
    expect(idsOf(reply).toSorted()).toEqual(['b1', 'b2', 'b5'])
    expect((await page({ aptId: 'beside' })).items[0]?.bedrooms).toBe(0)
  })

  it('of a place without reviews is all zeros', async () => {
    expect(await summary({ aptId: 'none' })).toMatchObject({
      total: 0,
      avgRating: 0,
      years: [],
      withPhotos: 0,
    })
  })

  it('rejects filters, which it does not support', async () => {
    expect((await service.call(`${getReviewSummary.path}?aptId=a&year=2024`)).status).toBe(400)
  })
})

describe('the ratings of several apartments', () => {
  const ratings = async (aptIds: string) =>
    service.call(`${getComparedRatings.path}?${new URLSearchParams({ aptIds })}`)

  it('are the means of the visible reviews of each, and nothing else of them', async () => {
    const detailedRatings = { location: 1, maintenance: 2, safety: 3, conditions: 5 }
    const own = { aptId: 'rated', landlordId: 'rated-l' }
    await service.store('rated1', 'APPROVED', { ...own, detailedRatings })
    await service.store('rated2', 'REPORTED', { ...own, detailedRatings: { ...detailedRatings, safety: 4 } })
    await service.store('rated3', 'PENDING', { ...own, detailedRatings: { ...detailedRatings, safety: 1 } })
    await service.store('rated4', 'APPROVED', { ...own, aptId: 'other', detailedRatings })

    const { status, body } = await ratings('rated,unknown,other,rated')

    expect(status).toBe(200)
    expect((body as { aptId: string }[]).toSorted((a, b) => a.aptId.localeCompare(b.aptId))).toEqual([
      { aptId: 'other', total: 1, detailedRatings },
      { aptId: 'rated', total: 2, detailedRatings: { ...detailedRatings, safety: 3.5 } },
    ])
  })

  it.each(['', ',', 'a,', 'a,b,c,d,e', 'x'.repeat(65)])(
    'rejects %j as a list of at most four ids',
    async (aptIds) => {
      expect((await ratings(aptIds)).status).toBe(400)
    },
  )
})
