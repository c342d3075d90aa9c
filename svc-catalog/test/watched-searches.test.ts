import {
  addApartment,
  type Listing,
  type PayloadOf,
  reportSearchMatches,
  type SearchCriteria,
  searchListings,
} from '@offquad/contracts'
import { createRandom, type Random } from '@offquad/service-kit/testing/random'
import { Value } from 'typebox/value'
import { createCommuteTimes } from '../src/geography'
import { matchChangedListings } from '../src/watched-searches/match-changed-listings.job'
import { updateListingStats } from './review-stats'
import { apartment, type Row, startCatalog, type TestCatalog } from './start-catalog'

type Report = PayloadOf<typeof reportSearchMatches>
type Deps = Parameters<typeof matchChangedListings>[0]

let catalog: TestCatalog
let reports: Report[] = []
beforeAll(async () => {
  catalog = await startCatalog()
})
beforeEach(async () => {
  await catalog.empty()
  await run()
  reports = []
})
afterAll(() => catalog.close())

const add = (async (_job: unknown, report: Report) => void reports.push(report)) as Deps['jobs']['add']

const depsOf = (): Deps => ({
  ...catalog.context,
  commuteTimes: createCommuteTimes(catalog.context),
  jobs: { add },
})
const run = (changes: Partial<Deps> = {}) => matchChangedListings({ ...depsOf(), ...changes })

const keyOf = (criteria: SearchCriteria) =>
  JSON.stringify(Object.fromEntries(Object.entries(criteria).sort()))
const watch = (...searches: SearchCriteria[]) =>
  catalog.context.watchedSearches.watch(searches.map(keyOf), new Date())

/** Places that were reported since the last call, for this search or for all. */
function reported(criteria?: SearchCriteria) {
  const matches = reports.flatMap((report) => report.matches)
  reports = []
  return matches
    .filter(({ search }) => criteria === undefined || search === keyOf(criteria))
    .flatMap(({ places }) => places)
}

async function reportedAfter(...rows: Row[]) {
  for (const { outcome } of await catalog.importApartments(...rows)) expect(outcome).not.toBe('rejected')
  await run()
  return reported()
}

const room = (rent: number, changes: Row = {}) => ({ beds: 1, baths: 1, rent, ...changes })
const withRooms = (id: string, ...roomTypes: Row[]) =>
  apartment(id, { numBeds: '', numBaths: '', price: '', roomTypes })

describe('a watched search', () => {
  it('reports nothing of the listings that were there when the site began to compare', async () => {
    await catalog.empty()
    await catalog.importApartments(apartment(1))
    await watch({})

    await run()
    await run()

    expect(reports).toEqual([])
  })

  it('is reported of rents with cents, which were imported earlier, as svc-users accepts it', async () => {
    await watch({})
    await catalog.importApartments(apartment(1))
    await catalog.context.connection.collection('apartments').updateMany({}, { $set: { price: 1250.5 } })

    await run()

    expect(reports).toHaveLength(1)
    expect(Value.Check(reportSearchMatches.payload, reports[0])).toBe(true)
    expect(reported()).toEqual([{ aptId: '1', reason: 'match', rent: 1250.5 }])
  })

  it('reports a new listing once, and a later one that meets it no longer not at all', async () => {
    await watch({ maxPrice: 1000 })

    expect(await reportedAfter(apartment(1))).toEqual([{ aptId: '1', reason: 'match', rent: 900 }])
    await run()
    expect(reports).toEqual([])
    expect(await reportedAfter(apartment(1, { price: 1100 }))).toEqual([])
    expect(await reportedAfter(apartment(1, { price: 1000 }))).toEqual([
      { aptId: '1', reason: 'match', rent: 1000 },
    ])
  })

  it('reports a lower rent, of the rooms that it is about, and no other change of what it found', async () => {
    await watch({ bedrooms: 2 })
    const rooms = (small: number, large: number) =>
      withRooms('1', room(small), room(large, { beds: 2 }), room(3000, { beds: 3 }))
    await reportedAfter(rooms(900, 2000))

    expect(await reportedAfter(rooms(500, 2000))).toEqual([])
    expect(await reportedAfter(rooms(500, 1800))).toEqual([
      { aptId: '1', reason: 'rent', rent: 1800, rentBefore: 2000 },
    ])
    expect(await reportedAfter(rooms(500, 1900))).toEqual([])
    expect(await reportedAfter({ ...rooms(500, 1900), name: 'Renamed', photos: ['/x.jpg'] })).toEqual([])
  })

  it('reports a room by its date as such, but only for who named a date', async () => {
    await watch({ availableBy: '2027-08-01' }, {})
    const from = (availableFrom: string) => withRooms('1', room(900, { availableFrom }))
    expect(await reportedAfter(from('2027-09-01'))).toEqual([{ aptId: '1', reason: 'match', rent: 900 }])

    expect(await reportedAfter(from('2027-08-01'))).toEqual([{ aptId: '1', reason: 'available', rent: 900 }])
    expect(await reportedAfter(from('2027-07-01'))).toEqual([])
  })

  it.each<[SearchCriteria, meets: Row, misses: Row]>([
    [{ q: 'gorge vi' }, { name: 'Gorge View' }, { name: 'George View' }],
    [{ q: 'elm' }, { address: '5 Elm St' }, { address: '5 Elk St' }],
    [{ locations: 'west,NORTH' }, { area: 'NORTH' }, { area: 'DOWNTOWN' }],
    [{ minPrice: 800 }, { price: 800 }, { price: '' }],
    [{ bedrooms: 2, maxBedrooms: 2 }, { numBeds: 2 }, { numBeds: 3 }],
    [{ bathrooms: 2 }, { numBaths: 2.5 }, { numBaths: 1 }],
    [{ amenities: 'Parking,pets' }, { amenities: 'parking, pets' }, { amenities: 'pets' }],
    [{ bounds: '42.4,-76.5,42.5,-76.4' }, at(42.45, -76.45), at(42.55, -76.45)],
    [{ commute: 'upsonHall:walk:15' }, at(42.4445, -76.484), at(42.5, -76.5)],
    [{ commute: 'my-home:walk:15' }, {}, {}],
  ])('with %j reports what meets it only', async (criteria, meets, misses) => {
    await watch(criteria, { q: 'House' })

    const reported = await reportedAfter(
      apartment(1, { name: 'A', ...meets }),
      apartment(2, { name: 'B', ...misses }),
      apartment(3, { name: 'House' }),
    )

    const isKnown = criteria.commute !== 'my-home:walk:15'
    const places = reported.filter(({ aptId }) => aptId !== '3')
    expect(places.map(({ aptId }) => aptId)).toEqual(isKnown ? ['1'] : [])
    expect(reported.map(({ aptId }) => aptId)).toContain('3')
  })

  it('without a topic reports what reviews do not criticize', async () => {
    await watch({ without: 'noise' })
    const stats = { numReviews: 3, avgRating: 4, avgPrice: 0, lastReviewedAt: null, version: Date.now() }
    await updateListingStats(catalog.context, { aptId: 'quiet', ...stats })
    const topics = [{ topic: 'noise' as const, praised: 0, criticised: 2 }]
    await updateListingStats(catalog.context, { aptId: 'loud', ...stats, topics })

    const reported = await reportedAfter(apartment('quiet'), apartment('loud'), apartment('unreviewed'))

    expect(reported.map(({ aptId }) => aptId)).toEqual(['quiet'])
  })

  it('names no rent where none is asked, though students told what they paid', async () => {
    await watch({ q: 'house' })
    const reportedRent = { bracket: 2, reports: 3 }
    await updateListingStats(catalog.context, { aptId: 'paid', reportedRent, version: Date.now() })

    expect(await reportedAfter(apartment('paid', { name: 'House', price: '' }))).toEqual([
      { aptId: 'paid', reason: 'match' },
    ])
  })

  it('follows what administrators enter by hand', async () => {
    await watch({ q: 'handmade' })
    await catalog.call(addApartment.path, 'admin', { name: 'Handmade House' })

    await run()

    expect(reported()).toMatchObject([{ reason: 'match' }])
  })
})

function at(latitude: number, longitude: number): Row {
  return { latitude, longitude }
}

describe('a round of changes', () => {
  /** Throws before or after one of the calls of the stores and the queue. */
  function dyingAt(moment: number) {
    let calls = 0
    let isDead = false
    const die = () => {
      isDead = true
      throw new Error('killed')
    }
    const mortal = <T extends object>(target: T): T =>
      new Proxy(target, {
        get:
          (holder, key) =>
          async (...args: unknown[]) => {
            if (isDead || moment === 2 * calls) die()
            const isLast = moment === 2 * calls + 1
            calls += 1
            const result: unknown = await Reflect.apply(
              Reflect.get(holder, key) as () => unknown,
              holder,
              args,
            )
            return isLast ? die() : result
          },
      })
    const { listingChanges, jobs } = depsOf()
    return { deps: { listingChanges: mortal(listingChanges), jobs: mortal(jobs) }, isDead: () => isDead }
  }

  it('that was cut off anywhere is reported again with the same number and changes', async () => {
    const criteria = { q: 'house' }
    await watch(criteria)
    let moment = 0
    for (let isAlive = false; !isAlive; moment += 1) {
      await catalog.importApartments(apartment(`m${moment}`))
      const worker = dyingAt(moment)
      isAlive = await run(worker.deps).then(
        () => true,
        () => false,
      )
      expect(isAlive).toBe(!worker.isDead())
      await catalog.importApartments(apartment(`n${moment}`))
      await run()

      const rounds = new Map(reports.map(({ round, changedAt, matches }) => [round, { changedAt, matches }]))
      for (const { round, ...content } of reports) expect(content).toEqual(rounds.get(round))
      const once = [...rounds.values()].flatMap(({ matches }) => matches.flatMap(({ places }) => places))
      expect(once.map(({ aptId }) => aptId).toSorted()).toEqual([`m${moment}`, `n${moment}`])
      reports = []
    }
    expect(moment).toBeGreaterThan(8)
  })

  it('is one of several if there are more changes than fit, of which none is lost or repeated', async () => {
    await watch({})
    // Links of maximum length: the stored part of a round must fit into a document.
    const photos = Array.from({ length: 20 }, (_, index) => `https://x.test/${'p'.repeat(2000)}${index}`)
    for (let first = 0; first < 1100; first += 100)
      await catalog.importApartments(...Array.from({ length: 100 }, (_, index) => apartment(first + index)))
    await catalog.context.connection.collection('apartments').updateMany({}, { $set: { photos } })

    await run()
    await run()

    const totals = reports.flatMap(({ matches }) => matches.map(({ total }) => total))
    expect(totals).toEqual([500, 500, 100])
    expect(new Set(reports.map(({ round }) => round)).size).toBe(3)
    for (const { matches } of reports) expect(matches[0]?.places).toHaveLength(12)
  })

  it('of two workers at a time counts once', async () => {
    await watch({})
    for (let turn = 0; turn < 10; turn += 1) {
      await catalog.importApartments(apartment(`t${turn}`))
      await Promise.all([run(), run(), run()])
    }

    const rounds = new Map(reports.map(({ round, matches }) => [round, matches]))
    const ids = [...rounds.values()].flatMap((matches) => matches.flatMap(({ places }) => places))
    expect(ids.map(({ aptId }) => aptId)).toEqual(Array.from({ length: 10 }, (_, turn) => `t${turn}`))
  })
})

describe('whatever changes', () => {
  const WORDS = ['Gorge', 'Quarry', 'Hudson', 'Lakeview', 'Maplewood', 'Thurston']
  const AREAS = ['WEST', 'NORTH', 'DOWNTOWN', 'OTHER']
  const AMENITIES = ['parking', 'pets', 'laundry', 'dishwasher']
  const DAYS = ['2027-06-01', '2027-08-01', '2027-08-15', '2028-01-01']

  function rowOf(id: number, random: Random): Row {
    const rooms = Array.from({ length: random.below(3) }, () =>
      room(random.between(5, 20) * 100, {
        beds: random.below(4),
        baths: random.between(1, 2),
        ...(random.chance(0.7) && { availableFrom: random.pick(DAYS) }),
      }),
    )
    const hasPlace = random.chance(0.8)
    return {
      ...apartment(id, {
        name: `${random.pick(WORDS)} ${random.pick(WORDS)}`,
        area: random.pick(AREAS),
        landlordId: random.pick(['', 'L', 'M']),
        amenities: AMENITIES.filter(() => random.chance(0.5)),
        roomTypes: rooms,
        numBeds: random.below(5),
        numBaths: random.between(1, 3),
        price: random.chance(0.2) ? '' : random.between(5, 20) * 100,
        ...(hasPlace
          ? at(42.42 + random.below(60) / 1000, -76.52 + random.below(60) / 1000)
          : { latitude: '', longitude: '' }),
      }),
      ...(rooms.length > 0 && { numBeds: '', numBaths: '', price: '' }),
    }
  }

  function searchOf(random: Random): SearchCriteria {
    const south = 42.42 + random.below(40) / 1000
    const some = <T extends object>(part: T) => (random.chance(0.3) ? part : {})
    return {
      ...some({
        q: [random.pick(WORDS), random.pick([...WORDS, 'stonebr', '', ''])].join(' ').trim().toLowerCase(),
      }),
      ...some({ locations: [random.pick(AREAS), random.pick(AREAS)].join() }),
      ...some({ minPrice: random.between(4, 12) * 100 }),
      ...some({ maxPrice: random.between(8, 20) * 100 }),
      ...some({ bedrooms: random.below(4) }),
      ...some({ maxBedrooms: random.below(5) }),
      ...some({ bathrooms: random.between(1, 2) }),
      ...some({ amenities: random.pick(AMENITIES) }),
      ...some({ availableBy: random.pick(DAYS) }),
      ...some({ bounds: `${south.toFixed(3)},-76.51,${(south + 0.03).toFixed(3)},-76.47` }),
      ...some({ commute: `upsonHall:${random.pick(['walk', 'bike'])}:${random.between(5, 40)}` }),
    }
  }

  /** If no listing has all words, the page shows listings with some of them, which are not news. */
  const hasWords = ({ buildingData: { name }, company }: Listing, { q = '' }: SearchCriteria) =>
    q.split(' ').every((word) => `${name} ${company}`.toLowerCase().includes(word))

  const resultsOf = async (criteria: SearchCriteria) => {
    const query = new URLSearchParams({ ...(criteria as Record<string, string>), size: '100' })
    const listings: Listing[] = await catalog.get(`${searchListings.path}?${query}`)
    return listings
      .filter((listing) => hasWords(listing, criteria))
      .map(({ buildingData }) => buildingData.id)
  }

  it.each([1, 2, 3])('reports what the search page newly finds, seed %i', async (seed) => {
    const random = createRandom(seed)
    const searches = Array.from({ length: 40 }, () => searchOf(random))
    await catalog.importLandlords({ id: 'L', name: 'Stonebridge Rentals' }, { id: 'M', name: 'Fairfax' })
    await catalog.importApartments(...Array.from({ length: 60 }, (_, id) => rowOf(id, random)))
    await run()
    await watch(...searches)
    reports = []
    let results = await Promise.all(searches.map(resultsOf))
    let compared = 0

    for (let turn = 0; turn < 4; turn += 1) {
      const changed = Array.from({ length: 12 }, () => random.below(70))
      await catalog.importApartments(...[...new Set(changed)].map((id) => rowOf(id, random)))
      await run()
      const before = results
      results = await Promise.all(searches.map(resultsOf))
      const news = reports.flatMap(({ matches }) => matches)
      reports = []
      for (const [index, criteria] of searches.entries()) {
        const expected = (results[index] ?? []).filter((id) => !before[index]?.includes(id))
        const match = news.find(({ search }) => search === keyOf(criteria))
        const added = (match?.places ?? []).filter(({ reason }) => reason !== 'rent')
        expect({ criteria, ids: added.map(({ aptId }) => aptId).toSorted() }).toEqual({
          criteria,
          ids: expected.toSorted(),
        })
        compared += expected.length
      }
    }
    expect(compared).toBeGreaterThan(50)
  })
})
