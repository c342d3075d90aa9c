import { geocodeApartment } from '@offquad/contracts'
import { type GeocodingDeps } from './geocode-apartment.job'

const QUEUED_AT_ONCE = 500

/** Queues the addresses that are due, at the rate of the queue; those that wait there already are not added again. */
export async function sweepGeocoding({ geocoder, pauses, unplaced, jobs }: GeocodingDeps): Promise<void> {
  if (!geocoder || (await pauses.find('geocoding', geocoder))) return
  const ids = await unplaced.listIdsOfDue(QUEUED_AT_ONCE)
  if (ids.length === 0) return
  await jobs.addBulk(
    geocodeApartment,
    ids.map((apartmentId) => ({ apartmentId })),
    ({ apartmentId }) => apartmentId,
  )
}
