import { AMENITY_IDS, type SearchCriteria } from '@offquad/contracts'
import { loadUniversity } from '@offquad/service-kit'
import { createRandom, type Random } from '@offquad/service-kit/testing/random'
import { createCommuteTimes } from '../../svc-catalog/src/geography/commutes/commute-times'
import { createSearchMatcher } from '../../svc-catalog/src/watched-searches/match-searches'
import { inventCatalog, type InventedApartment } from './catalog/invented-catalog'
import { print } from './report'

const SEARCHES = 100_000
const CHANGES = 1_000
const CHANGES_PER_ROUND = 500
const BAR_SECONDS = 60
const BAR_MB = 300
const WORDS = ['house', 'lofts', 'terrace', 'court', 'birch', 'dove', 'lane', 'street', 'oak', 'quar']
const AREAS = ['COLLEGETOWN', 'WEST', 'NORTH', 'DOWNTOWN', 'OTHER']

// Listings whose rents have fallen are compared with saved searches, as the worker does it, without database and queue.
const random = createRandom(11)
const near = (center: number) => center + (random.below(1000) - 500) / 20_000
const changes = inventCatalog(CHANGES).apartments.map((apartment, order) => {
  const place = { latitude: near(42.447), longitude: near(-76.485) }
  return { before: storedOf(apartment, place, order), after: storedOf(cheaper(apartment), place, order) }
})
const deps = { university: loadUniversity('config/university.json'), commuteTimes: createCommuteTimes() }

const megabytes = () => process.memoryUsage.rss() / 1e6
const before = megabytes()
const startedAt = performance.now()
let matched = 0
let peak = 0
for (let from = 0; from < CHANGES; from += CHANGES_PER_ROUND) {
  const round = changes.slice(from, from + CHANGES_PER_ROUND)
  const match = createSearchMatcher(deps, { changes: round, landlords: [], stats: [] })
  for (let index = 0; index < SEARCHES; index += 1) {
    if (match(searchOf(random)).total > 0) matched += 1
    if (index % 1000 === 0) peak = Math.max(peak, megabytes() - before)
  }
}
const seconds = (performance.now() - startedAt) / 1000
print(
  `${SEARCHES} searches, ${CHANGES} changed listings: ${matched} matches in ${seconds.toFixed(1)} s (bar: ${BAR_SECONDS} s), ${peak.toFixed(0)} MB more than before (bar: ${BAR_MB} MB)`,
)
process.exitCode = matched > 0 && seconds <= BAR_SECONDS && peak <= BAR_MB ? 0 : 1

function storedOf(
  apartment: InventedApartment,
  place: { latitude: number; longitude: number },
  order: number,
) {
  return {
    apartment: { ...apartment, ...place, landlordId: null, photos: [], distanceToCampus: null },
    travelTimes: null,
    order,
  }
}

function cheaper(apartment: InventedApartment): InventedApartment {
  const lower = (rent: number) => Math.floor(rent * 0.8)
  const roomTypes = apartment.roomTypes.map((room) => ({ ...room, rent: lower(room.rent) }))
  return { ...apartment, price: lower(apartment.price), roomTypes }
}

/** Criteria as students choose them. */
function searchOf(random: Random): SearchCriteria {
  const some = <T extends object>(probability: number, part: T) => (random.chance(probability) ? part : {})
  const south = 42.42 + random.below(40) / 1000
  return {
    ...some(0.4, { amenities: random.pick(AMENITY_IDS) }),
    ...some(0.2, { availableBy: `2027-0${random.between(5, 9)}-${random.between(10, 28)}` }),
    ...some(0.7, { bedrooms: random.between(1, 4) }),
    ...some(0.2, { bounds: `${south.toFixed(3)},-76.51,${(south + 0.03).toFixed(3)},-76.47` }),
    ...some(0.2, { commute: `upsonHall:${random.pick(['walk', 'bike'])}:${random.between(5, 40)}` }),
    ...some(0.6, { locations: [random.pick(AREAS), random.pick(AREAS)].join() }),
    ...some(0.8, { maxPrice: random.between(50, 200) * 10 }),
    ...some(0.3, { minPrice: random.between(20, 80) * 10 }),
    ...some(0.4, { q: random.pick(WORDS) }),
  }
}
