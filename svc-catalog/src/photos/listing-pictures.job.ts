import {
  catalogChanged,
  detachPhotos,
  fetchListingPicture,
  type PayloadOf,
  type updateListingPicture as job,
} from '@offquad/contracts'
import { type Events, type Jobs } from '@offquad/service-kit'
import { type Repositories } from '../repositories'

export interface ListingPictureDeps extends Pick<Repositories, 'apartments' | 'landlords' | 'pictures'> {
  events: Pick<Events, 'publish'>
  jobs: Pick<Jobs, 'addBulk'>
  now: () => Date
}

const QUEUED_AT_ONCE = 500
/** A request without an outcome after this time counts as lost. */
const LOST_AFTER_MS = 30 * 60_000
const MOST_FAILURES = 8
const FIRST_DELAY_MS = 5 * 60_000
/** A write registers pictures before it stores the listing with them. */
const GRACE_MS = 60 * 60_000

/** Requests due pictures from svc-reviews. */
export async function sweepListingPictures({ pictures, jobs, now }: ListingPictureDeps): Promise<void> {
  const time = now()
  const due = await pictures.takeDue(QUEUED_AT_ONCE, {
    now: time,
    nextAttemptAt: new Date(time.getTime() + LOST_AFTER_MS),
  })
  if (due.length === 0) return
  await jobs.addBulk(
    fetchListingPicture,
    due.map(({ source, photoId }) => ({ source, photoId })),
    ({ photoId }) => photoId,
  )
}

/** Records the outcome of a fetch: shows the picture, or schedules the next attempt. */
export async function updateListingPicture(
  deps: ListingPictureDeps,
  { source, photoId, outcome, reason }: PayloadOf<typeof job>,
): Promise<void> {
  const { pictures, apartments, landlords, events, now } = deps
  const [picture] = await pictures.list([source])
  if (picture?.photoId !== photoId) return detach(deps, [photoId])
  if (outcome === 'stored') {
    await pictures.saveOutcome(source, photoId, { state: 'stored', failures: 0, nextAttemptAt: null })
    const [apartmentIds, landlordIds] = await Promise.all([
      apartments.touchNaming(source),
      landlords.touchNaming(source),
    ])
    await events.publish(catalogChanged, { apartmentIds, landlordIds })
    return
  }
  // A late outcome of an attempt before the successful one.
  if (picture.state === 'stored') return
  const failures = picture.failures + 1
  const isFinal = outcome === 'failed' || failures >= MOST_FAILURES
  await pictures.saveOutcome(source, photoId, {
    state: isFinal ? 'failed' : 'waiting',
    ...(reason !== undefined && { reason }),
    failures,
    nextAttemptAt: isFinal ? null : new Date(now().getTime() + FIRST_DELAY_MS * 2 ** (failures - 1)),
  })
}

/** Removes pictures that no listing references any more. */
export async function reconcileListingPictures(deps: ListingPictureDeps): Promise<void> {
  const { pictures, apartments, landlords, now } = deps
  const cutoff = new Date(now().getTime() - GRACE_MS)
  const registered = await pictures.listRegisteredBefore(cutoff)
  const named = new Set([...(await apartments.listSources()), ...(await landlords.listSources())])
  const unused = registered.filter(({ source }) => !named.has(source))
  if (unused.length === 0) return
  // A listing may have referenced some of them again since.
  const removed = await pictures.removeRegisteredBefore(cutoff, unused)
  await detach(
    deps,
    removed.map(({ photoId }) => photoId),
  )
}

/** Detaches copies, which svc-reviews then removes. May be repeated. */
async function detach({ jobs }: ListingPictureDeps, photoIds: string[]): Promise<void> {
  await jobs.addBulk(
    detachPhotos,
    photoIds.map((photoId) => ({ photoIds: [photoId], owner: `listing-picture/${photoId}` })),
  )
}
