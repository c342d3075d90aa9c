import { type Listing } from '@offquad/contracts'
import { type ApartmentContent } from '../entities'
import { type ListingFilter, type ListingOrder, type Measure, ORDER_KEYS } from '../catalog'
import { applyRows } from './apply-rows'
import { createMemory, type Memory } from './memory'
import { selectListings } from './select-listings'

const AREAS = ['NORTH', 'WEST', 'DOWNTOWN', 'OTHER']
const STARTS = [0, 800, 1000, 1200, 1400, 1600]
const NAMES = ['Maple', 'Gorge', 'Quarry', 'Heron', 'Linden']
const KINDS = ['House', 'Court', 'Lofts']

/** Numbers that look random and are the same in every run (the minimal standard generator). */
function createRandom(seed: number) {
  let state = seed
  return (limit: number) => (state = (state * 48271) % 2147483647) % limit
}
type Random = ReturnType<typeof createRandom>

const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T
const maybe = (random: Random, value: number) => (random(8) === 0 ? null : value)

const NO_TIMES = {
  engQuadWalking: null,
  engQuadDriving: null,
  hoPlazaWalking: null,
  hoPlazaDriving: null,
  agQuadWalking: null,
  agQuadDriving: null,
}

function change(memory: Memory, random: Random, id: string): void {
  if (random(10) === 0) {
    applyRows(memory, { apartmentIds: [id], landlordIds: [] }, rowsOf([]))
    return
  }
  const content: ApartmentContent = {
    name: `${pick(random, NAMES)} ${pick(random, KINDS)}`,
    address: `${random(40)} ${pick(random, NAMES)} Street`,
    landlordId: null,
    numBeds: maybe(random, 1 + random(6)),
    numBaths: maybe(random, 1 + random(6) / 2),
    price: random(3) === 0 ? null : 500 + random(60) * 25,
    ...{ photos: [], area: pick(random, AREAS), latitude: null, longitude: null },
  }
  const apartment = { id, ...content, distanceToCampus: maybe(random, random(50)) }
  const stats = { aptId: id, numReviews: random(9), avgRating: random(41) / 10, avgPrice: 0, version: 1 }
  const lastReviewedAt = random(3) === 0 ? null : new Date(random(1000) * 1e6).toISOString()
  const travelTimes = random(8) === 0 ? null : { ...NO_TIMES, hoPlazaWalking: random(40) }
  const rows = rowsOf([{ apartment, travelTimes, order: Number(id) }])
  applyRows(
    memory,
    { apartmentIds: [id], landlordIds: [] },
    { ...rows, listingStats: [{ ...stats, lastReviewedAt, reportedRent: anyReportedRent(random) }] },
  )
}

const anyReportedRent = (random: Random) =>
  random(2) === 0 ? null : { bracket: 1 + random(6), reports: 2 + random(4) }

const rowsOf = <T>(apartments: T[]) => ({ apartments, listingStats: [], landlords: [], landlordStats: [] })

function anyFilter(random: Random): ListingFilter | undefined {
  if (random(6) === 0) return undefined
  const least = random(2) === 0 ? 0 : 400 + random(1700)
  const most = random(2) === 0 ? Infinity : least + random(800)
  return {
    areas: random(2) === 0 ? [] : [pick(random, AREAS), pick(random, [...AREAS, 'ATLANTIS'])],
    ranges: [
      ...(random(2) === 0 ? [] : [{ of: 'leastRent' as const, least: 0, most }]),
      ...(random(2) === 0 ? [] : [{ of: 'mostRent' as const, least, most: Infinity }]),
      ...(random(2) === 0 ? [] : [{ of: 'numBeds' as const, least: random(8), most: Infinity }]),
      ...(random(2) === 0 ? [] : [{ of: 'numBaths' as const, least: random(5), most: Infinity }]),
    ],
    journeys: random(3) === 0 ? [{ to: 'hoPlazaWalking' as const, most: random(40) }] : [],
  }
}

function valueOf(listing: Listing, measure: Measure): number | null {
  const { price, numBeds, numBaths } = listing.buildingData
  const bracket = (listing.reportedRent?.reports ?? 0) < 3 ? undefined : listing.reportedRent?.bracket
  const [start, next] = [STARTS[(bracket ?? 9) - 1], STARTS[bracket ?? 9]]
  const values: Record<Measure, number | null> = {
    leastRent: price ?? start ?? null,
    mostRent: price ?? (start === undefined ? null : next === undefined ? Infinity : next - 1),
    numBeds,
    numBaths,
  }
  return values[measure]
}

/** By looking at every apartment there is. */
function selectNaively(
  memory: Memory,
  order: ListingOrder,
  filter: ListingFilter = { areas: [], ranges: [], journeys: [] },
) {
  const { areas, ranges, journeys } = filter
  return [...memory.entries.values()]
    .filter(({ listing: { buildingData } }) => areas.length === 0 || areas.includes(buildingData.area))
    .filter(({ listing }) =>
      ranges.every(({ of, least, most }) => {
        const value = valueOf(listing, of)
        return value !== null && value >= least && value <= most
      }),
    )
    .filter(({ travelTimes }) => journeys.every(({ to, most }) => (travelTimes[to] ?? Infinity) <= most))
    .sort(memory.orders.compareIn(order))
}

describe('selecting listings', () => {
  it.each([1, 20, 300, 3000])(
    'among %i finds what looking at every one finds, after any changes',
    (count) => {
      const random = createRandom(count)
      const memory = createMemory({ priceBracketStarts: STARTS })
      for (let id = 0; id < count; id += 1) change(memory, random, String(id))
      memory.orders.prepare()

      for (let round = 0; round < 100; round += 1) {
        for (let times = 0; times < 10; times += 1) change(memory, random, String(random(count * 1.2)))
        const filter = anyFilter(random)
        const order = { by: pick(random, ORDER_KEYS), isAscending: random(2) === 0 }
        const size = pick(random, [1, 21, Infinity])
        const text = pick(random, [undefined, 'street', 'house', 'maple court', 'h', '12 gorge', 'huose'])
        const expected = selectNaively(memory, order, filter)
        const matching = new Set(text ? selectListings(memory, { text, size: Infinity }) : expected)

        expect(selectListings(memory, { text, filter, order, size })).toEqual(
          expected.filter((entry) => matching.has(entry)).slice(0, size),
        )
      }
    },
  )

  it('with a text and a filter keeps the order of the best matches', () => {
    const random = createRandom(7)
    const memory = createMemory({ priceBracketStarts: STARTS })
    for (let id = 0; id < 5000; id += 1) change(memory, random, String(id))
    const ranges = [{ of: 'numBeds' as const, least: 3, most: Infinity }]
    const filter = { areas: ['NORTH'], ranges, journeys: [] }

    for (const text of ['street', 'gorge', 'maple lofts', 'huose']) {
      const all = selectListings(memory, { text, size: Infinity })
      const fitting = all.filter(
        ({ listing: { buildingData } }) => buildingData.area === 'NORTH' && (buildingData.numBeds ?? 0) >= 3,
      )
      expect(selectListings(memory, { text, filter, size: 21 })).toEqual(fitting.slice(0, 21))
    }
  })
})
