import {
  catalogChanged,
  computeTravelTimes,
  geocodeApartment as geocodeApartmentJob,
  type MapBounds,
  type PayloadOf,
  type University,
} from '@offquad/contracts'
import { type Events, type Jobs } from '@offquad/service-kit'
import { type Unplaced } from '../../catalog/entities'
import { type Repositories } from '../../repositories'
import { geocodableAddress } from '../postal-address'
import { type ProviderPausesRepository } from '../provider-pauses.repository'
import { ProviderError } from '../provider-request'
import { type GeocodeCacheRepository } from './geocode-cache.repository'
import { type Candidate, type Geocoder } from './geocoder'
import { judgeCandidates } from './judge-candidates'

export interface GeocodingDeps extends Pick<Repositories, 'unplaced'> {
  /** undefined: none is configured. */
  geocoder: Geocoder | undefined
  geocodes: GeocodeCacheRepository
  pauses: ProviderPausesRepository
  university: Pick<University, 'locality' | 'bounds' | 'mapCenter'>
  events: Pick<Events, 'publish'>
  jobs: Pick<Jobs, 'addBulk'>
  now: () => Date
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
}

const PAUSE = 'geocoding'
const MINUTE_MS = 60_000
const LONGEST_DELAY_MS = 24 * 3_600_000

/**
 * Geocodes the address of an apartment and stores the coordinates. If a job is lost or interrupted the apartment stays due, and
 * the sweep enqueues it again.
 */
export async function geocodeApartment(
  deps: GeocodingDeps,
  { apartmentId }: PayloadOf<typeof geocodeApartmentJob>,
): Promise<void> {
  const { geocoder, geocodes, pauses, unplaced, university, now } = deps
  if (!geocoder) return
  const apartment = await unplaced.findDue(apartmentId, now())
  if (!apartment) return
  const address = geocodableAddress(apartment.address, university.locality)
  let candidates = await geocodes.find(geocoder.id, address)
  if (!candidates) {
    if (await pauses.find(PAUSE, geocoder, now())) return
    try {
      candidates = await geocoder.find(address, boundsOf(university))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      return postpone(deps, geocoder, { apartment, error })
    }
    await pauses.clear(PAUSE)
    await geocodes.save(geocoder.id, address, candidates)
  }
  await store(deps, geocoder, { apartment, candidates })
}

async function store(
  { unplaced, university, events, jobs, now, log }: GeocodingDeps,
  geocoder: Geocoder,
  { apartment, candidates }: { apartment: Unplaced; candidates: Candidate[] },
): Promise<void> {
  const { id, address } = apartment
  const outcome = { address, lookedUpAt: now(), nextLookupAt: null, failures: 0 }
  const verdict = judgeCandidates(candidates, boundsOf(university))
  if (!verdict.isFound) {
    const { problem, suggestion } = verdict
    await unplaced.saveOutcome(apartment, {
      ...outcome,
      problem,
      ...(suggestion && { suggestion: suggestionOf(suggestion) }),
    })
    return
  }
  const { latitude, longitude, precision } = verdict.place
  const place = { latitude, longitude }
  const found = { ...place, precision, provider: geocoder.id }
  if (!(await unplaced.place(apartment, place, { ...outcome, problem: null, found }))) return
  await events.publish(catalogChanged, { apartmentIds: [id], landlordIds: [] })
  // Not awaited, as with other writes of coordinates: the sweep makes up for a lost message.
  jobs
    .addBulk(computeTravelTimes, [{ apartmentId: id }])
    .catch((err: unknown) => log.warn({ err }, 'travel times not enqueued, left to the sweep'))
}

/** Failures of all requests pause the provider; failures that may concern this address postpone it with backoff. */
async function postpone(
  { pauses, unplaced, now, log }: GeocodingDeps,
  geocoder: Geocoder,
  { apartment, error }: { apartment: Unplaced; error: ProviderError },
): Promise<void> {
  const { failure, message } = error
  const outcome = { address: apartment.address, detail: message, lookedUpAt: now() }
  if (failure === 'rejected')
    return unplaced.saveOutcome(apartment, {
      ...outcome,
      problem: 'rejected',
      nextLookupAt: null,
      failures: 0,
    })
  const pauseMs = await pauses.pause(PAUSE, geocoder, { error, now: now() })
  log.warn({ failure, reason: message, pauseMs }, 'geocoding paused')
  // A rejected key or an exceeded quota says nothing about this address.
  if (failure !== 'unavailable') return
  const failures = (apartment.geocoding?.failures ?? 0) + 1
  const delayMs = Math.min(MINUTE_MS * 2 ** (failures - 1), LONGEST_DELAY_MS)
  await unplaced.saveOutcome(apartment, {
    ...outcome,
    problem: 'postponed',
    nextLookupAt: new Date(now().getTime() + delayMs),
    failures,
  })
}

const suggestionOf = ({ latitude, longitude, label }: Candidate) => ({ latitude, longitude, label })

const DEFAULT_RADIUS_METRES = 25_000
/** Per degree of latitude: a nautical mile is a minute. */
const METRES_PER_DEGREE = 1852 * 60

/** The university's bounds, or a square around the center of its map. */
export function boundsOf({ bounds, mapCenter }: Pick<University, 'bounds' | 'mapCenter'>): MapBounds {
  if (bounds) return bounds
  const { latitude, longitude } = mapCenter
  const north = DEFAULT_RADIUS_METRES / METRES_PER_DEGREE
  const east = north / Math.cos((latitude * Math.PI) / 180)
  return {
    south: latitude - north,
    west: longitude - east,
    north: latitude + north,
    east: longitude + east,
  }
}

const QUEUED_AT_ONCE = 500

/** Enqueues due addresses that are not waiting already. */
export async function sweepGeocoding({
  geocoder,
  pauses,
  unplaced,
  jobs,
  now,
}: GeocodingDeps): Promise<void> {
  if (!geocoder || (await pauses.find(PAUSE, geocoder, now()))) return
  const ids = await unplaced.listIdsOfDue(QUEUED_AT_ONCE, now())
  if (ids.length === 0) return
  await jobs.addBulk(
    geocodeApartmentJob,
    ids.map((apartmentId) => ({ apartmentId })),
    ({ apartmentId }) => apartmentId,
  )
}
