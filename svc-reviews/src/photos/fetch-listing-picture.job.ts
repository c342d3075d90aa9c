import { type fetchListingPicture as job, type PayloadOf, updateListingPicture } from '@offquad/contracts'
import { type Jobs, UnsupportedMediaError } from '@offquad/service-kit'
import { type Repositories } from '../repositories'
import { encodePhoto, PictureLostError } from './encode-photo'
import { type FetchPolicy } from './fetch-policy'
import { fetchPicture, PictureFetchError } from './fetch-picture'
import { PHOTO_SIZES, type PhotoStorage } from './photo-storage'

export interface FetchListingPictureDeps extends Pick<Repositories, 'photos'> {
  storage: Pick<PhotoStorage, 'store' | 'load'>
  fetchPolicy: FetchPolicy
  /** Runs a task when its host's turn comes. */
  paceByHost: <T>(host: string, task: () => Promise<T>) => Promise<T>
  jobs: Pick<Jobs, 'add'>
  now: () => Date
  /** Requests a worker to encode a photo as AVIF. */
  requestAvif: (photoId: string) => void
}

type Outcome = Pick<PayloadOf<typeof updateListingPicture>, 'outcome' | 'reason'>

/**
 * Copies a picture of a listing, encoded like an upload, and reports the outcome to the catalog. Idempotent, as the catalog
 * chose the id of the copy. Failures are not retried here: the catalog schedules the next attempt.
 */
export async function fetchListingPicture(
  deps: FetchListingPictureDeps,
  { photoId, source }: PayloadOf<typeof job>,
): Promise<void> {
  const outcome = await store(deps, photoId, source)
  await deps.jobs.add(updateListingPicture, { photoId, source, ...outcome })
}

async function store(deps: FetchListingPictureDeps, photoId: string, source: string): Promise<Outcome> {
  const { photos, storage, fetchPolicy, paceByHost, now, requestAvif } = deps
  // A worker that died before it reported has fetched the picture. If the last size is stored, all sizes are.
  const [lastSize = 'full'] = PHOTO_SIZES.slice(-1)
  if (await storage.load(photoId, lastSize)) return { outcome: 'stored' }
  let encoded: Awaited<ReturnType<typeof encodePhoto>>
  try {
    const host = URL.canParse(source) ? new URL(source).hostname : ''
    const file = await paceByHost(host, () => fetchPicture(source, { policy: fetchPolicy }))
    encoded = await encodePhoto(file)
  } catch (error) {
    if (error instanceof PictureFetchError)
      return { outcome: error.isFinal ? 'failed' : 'unavailable', reason: error.message }
    if (error instanceof UnsupportedMediaError)
      return {
        outcome: error instanceof PictureLostError ? 'unavailable' : 'failed',
        reason: error.message,
      }
    throw error
  }
  await photos.insertOwned(photoId, `listing-picture/${photoId}`, now())
  for (const size of PHOTO_SIZES) await storage.store(photoId, size, encoded[size])
  requestAvif(photoId)
  return { outcome: 'stored' }
}
