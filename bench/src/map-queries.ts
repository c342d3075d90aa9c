import { boundsText, mapListings } from '@offquad/contracts'
import { createRandom } from '@offquad/service-kit/testing/random'
import { compare } from './load'
import { startProcess } from './processes'
import { print } from './report'

const APARTMENTS = 10_000
const VIEWS = 60
const BAR_MS = 20

const FILTERS: Record<string, string>[] = [
  {},
  { locations: 'north,west' },
  { maxPrice: '1200', bedrooms: '2' },
  { bedrooms: '3', bathrooms: '2', maxPrice: '900', amenities: 'laundry,parking' },
  { minPrice: '700', amenities: 'pets,furnished', availableBy: '2027-08-01' },
  { bedrooms: '2', amenities: 'laundry', commute: 'upsonHall:walk:20' },
]

/** Requests of maps of 640 x 800 pixels around campus, at the zoom levels of a search. */
function views(): { bounds: string; zoom: string }[] {
  const random = createRandom(VIEWS)
  const near = (center: number, degrees: number) => center + (degrees * (random.below(2001) - 1000)) / 1000
  return Array.from({ length: VIEWS }, () => {
    const zoom = 13 + random.below(5)
    const degreesPerPixel = 360 / (256 * 2 ** zoom)
    const [latitude, longitude] = [near(42.447, 0.02), near(-76.485, 0.025)]
    const bounds = boundsText({
      south: latitude - 300 * degreesPerPixel,
      west: longitude - 320 * degreesPerPixel,
      north: latitude + 300 * degreesPerPixel,
      east: longitude + 320 * degreesPerPixel,
    })
    return { bounds, zoom: String(zoom) }
  })
}

/** Clustered map queries to the service itself, without a gateway that would cache them. */
export async function benchMapQueries(): Promise<boolean> {
  const server = await startProcess('catalog-server.ts', String(APARTMENTS))
  const paths = views().flatMap((view) =>
    FILTERS.map((filter) => `${mapListings.path}?${new URLSearchParams({ ...filter, ...view }).toString()}`),
  )
  try {
    const [measured] = await compare([{ name: 'svc-catalog', url: server.url, paths }])
    const { requestsPerSecond = 0, p99Ms = Infinity, failures = 0 } = measured ?? {}
    print(`\nGET ${mapListings.path} over ${APARTMENTS} apartments, ${paths.length} different, 50 clients`)
    print(`  ${requestsPerSecond} requests/s   p99 ${p99Ms} ms (bar: ${BAR_MS} ms)   ${failures} failed`)
    return failures === 0 && p99Ms < BAR_MS
  } finally {
    await server.stop()
  }
}
