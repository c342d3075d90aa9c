import { LISTING_SORTS, searchListings } from '@offquad/contracts'
import { startProcess } from './processes'
import { print } from './report'
import { timeCalls } from './time-calls'

const SIZES = [1_000, 100_000]
const ROUNDS = 12
const BAR = 2
const NAME_WIDTH = 92

type Query = Record<string, string | number | boolean>

const FILTERS: Query[] = [
  {},
  { locations: 'north,west' },
  { minPrice: 900, maxPrice: 1200, bedrooms: 2 },
  { locations: 'downtown,other', minPrice: 700, maxPrice: 1900, bedrooms: 1, bathrooms: 1 },
  { locations: 'other', bedrooms: 6, bathrooms: 3 },
  { minPrice: 501, maxPrice: 504 },
  { minPrice: 20_000 },
  { locations: 'west', minPrice: 2480, bedrooms: 8, bathrooms: 4 },
  { locations: 'west', bedrooms: 8, maxPrice: 570 },
  { locations: 'atlantis' },
]
/**
 * Filters that one room type has to meet together, and amenities. Some match hardly any of 1,000 apartments, so responses are
 * equally short.
 */
const ROOM_FILTERS: Query[] = [
  { size: 3, bedrooms: 2, maxPrice: 1200, amenities: 'laundry' },
  { size: 3, bedrooms: 3, bathrooms: 2, maxPrice: 900, amenities: 'laundry,parking' },
  {
    size: 3,
    minPrice: 700,
    maxPrice: 1000,
    bedrooms: 1,
    amenities: 'pets,furnished',
    availableBy: '2027-08-01',
  },
  { size: 3, locations: 'west,downtown', bedrooms: 4, maxPrice: 1500, availableBy: '2027-05-01' },
  { size: 3, bedrooms: 7, bathrooms: 3, maxPrice: 1600, amenities: 'dishwasher,step-free,bike-storage' },
  { size: 3, maxPrice: 505, amenities: 'parking', availableBy: '2027-01-01' },
]
/** Rooms, amenities and the commute to a building together. */
const COMMUTE_FILTERS: Query[] = [
  { size: 3, bedrooms: 2, maxPrice: 1200, amenities: 'laundry', commute: 'upsonHall:walk:20' },
  { size: 3, bedrooms: 3, maxPrice: 900, amenities: 'laundry,parking', commute: 'olinLibrary:bike:12' },
  { size: 3, minPrice: 700, maxPrice: 1000, amenities: 'pets,furnished', commute: 'mannLibrary:drive:9' },
  { size: 3, locations: 'west,downtown', bedrooms: 4, amenities: 'parking', commute: 'upsonHall:walk:15' },
  { size: 3, bedrooms: 1, amenities: 'dishwasher', commute: 'sageHall:walk:5' },
  { size: 3, bedrooms: 1, maxPrice: 1500, amenities: 'laundry', commute: 'vetCollege:walk' },
]

const ORDERS: Query[] = [
  {},
  ...LISTING_SORTS.flatMap((sortBy) => [true, false].map((sortLowToHigh) => ({ sortBy, sortLowToHigh }))),
]

/**
 * Filtered searches over 100,000 apartments against the same over 1,000: from one client, one after the other. The bar
 * is for the mix, in every order.
 */
export async function benchFilters(): Promise<boolean> {
  const servers = await Promise.all(SIZES.map((size) => startProcess('catalog-server.ts', String(size))))
  try {
    print(`\nGET ${searchListings.path}, milliseconds over ${SIZES.join(' and ')} apartments`)
    print('  filters in every order')
    const ratio = await benchMix(FILTERS, servers)
    print('  rooms and amenities together, in every order')
    const roomsRatio = await benchMix(ROOM_FILTERS, servers)
    print('  rooms, amenities and commute together, in every order')
    const commuteRatio = await benchMix(COMMUTE_FILTERS, servers, [
      ...ORDERS,
      { sortBy: 'commute', sortLowToHigh: true },
      { sortBy: 'commute', sortLowToHigh: false },
    ])
    return [ratio, roomsRatio, commuteRatio].every((measured) => measured <= BAR)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** Measures filters in every order, and compares the sums of their times. */
async function benchMix(
  filters: Query[],
  servers: { url: string }[],
  orders: Query[] = ORDERS,
): Promise<number> {
  const pairs: [few: number, many: number][] = []
  for (const filter of filters) {
    const paths = orders.map((order) => pathWith({ ...filter, ...order }))
    pairs.push(await benchSearch(JSON.stringify(filter), paths, servers))
  }
  const ratio = sumOf(pairs.map(([, many]) => many)) / sumOf(pairs.map(([few]) => few))
  const slowest = Math.max(...pairs.map(([few, many]) => many / few))
  print(`  ${'all of them'.padEnd(NAME_WIDTH)}ratio ${ratio.toFixed(2)} (bar: ${BAR})`)
  print(`  ${'the slowest in comparison'.padEnd(NAME_WIDTH)}ratio ${slowest.toFixed(2)} (no bar)`)
  return ratio
}

async function benchSearch(
  name: string,
  paths: string[],
  servers: { url: string }[],
): Promise<[few: number, many: number]> {
  const times = SIZES.map(() => Infinity)
  // The best of some rounds taken in turn: a pause of the machine is not the search's.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, server] of servers.entries()) {
      const time = await timeCalls(server.url, paths)
      times[index] = Math.min(times[index] ?? time, time)
    }
  const [few = 0, many = 0] = times
  print(`  ${name.padEnd(NAME_WIDTH)}${few.toFixed(3)}  ${many.toFixed(3)}  ratio ${(many / few).toFixed(2)}`)
  return [few, many]
}

const sumOf = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0)

function pathWith(query: Query): string {
  const pairs = Object.entries(query).map(([key, value]) => [key, String(value)])
  return `${searchListings.path}?${new URLSearchParams(pairs).toString()}`
}
