import {
  listUnplacedApartments,
  retryGeocoding,
  type UnplacedApartment,
  type University,
} from '@offquad/contracts'
import { readCursor, route, toPage } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type Geocoding, type Unplaced } from '../../catalog/entities'
import { geocodableAddress } from '../postal-address'
import { type GeocodingDeps } from './geocode-apartment.job'
import { type Geocoder } from './geocoder'

interface PlacementDeps extends Pick<GeocodingDeps, 'geocoder' | 'geocodes' | 'pauses' | 'unplaced' | 'now'> {
  university: Pick<University, 'locality'>
  enqueueGeocoding(): void
}

const PAGE_SIZE = 20

/** The apartments that are not on the map, for administrators. Placing one is an edit of the apartment. */
export function registerPlacement(app: FastifyInstance, deps: PlacementDeps): void {
  const { geocoder, geocodes, pauses, unplaced, university, enqueueGeocoding, now } = deps

  route(app, listUnplacedApartments, async ({ query: { cursor, size = PAGE_SIZE } }) => {
    const after = readCursor(cursor, (text) => /^\d{1,15}$/.test(text))
    const [apartments, total, pause] = await Promise.all([
      unplaced.list(after === '' ? -1 : Number(after), size + 1),
      unplaced.count(),
      geocoder && pauses.find('geocoding', geocoder, now()),
    ])
    const { items, ...next } = toPage(apartments, size, ({ order }) => String(order))
    return {
      items: items.map((apartment) => present(apartment, geocoder)),
      total,
      ...next,
      geocoder: {
        provider: geocoder?.id ?? ('none' as const),
        ...(pause && { pausedUntil: pause.until.toISOString(), pauseReason: pause.reason }),
      },
    }
  })

  route(app, retryGeocoding, async ({ body: { apartmentIds }, caller, log }) => {
    if (!geocoder) return { queued: 0 }
    const addresses = await unplaced.resetLookups(apartmentIds)
    await geocodes.remove(
      geocoder.id,
      addresses.map((address) => geocodableAddress(address, university.locality)),
    )
    await pauses.clear('geocoding')
    log.info({ adminId: caller.identity?.userId, addresses: addresses.length }, 'geocoding repeated')
    enqueueGeocoding()
    return { queued: addresses.length }
  })
}

function present({ geocoding, ...apartment }: Unplaced, geocoder: Geocoder | undefined): UnplacedApartment {
  const { id, name, address, area } = apartment
  const { detail, lookedUpAt, nextLookupAt, suggestion } = geocoding ?? {}
  return {
    id,
    name,
    address,
    area,
    problem: problemOf(address, geocoding, geocoder),
    detail,
    lookedUpAt: lookedUpAt?.toISOString(),
    nextLookupAt: geocoder && nextLookupAt?.toISOString(),
    suggestion,
  }
}

function problemOf(
  address: string,
  geocoding: Geocoding | undefined,
  geocoder: Geocoder | undefined,
): UnplacedApartment['problem'] {
  if (address === '') return 'no-address'
  const problem = geocoding?.problem
  if (problem && problem !== 'postponed') return problem
  return geocoder ? 'waiting' : 'no-geocoder'
}
