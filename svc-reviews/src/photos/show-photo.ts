import { getPhoto, pathOf, type PhotoSize, type ReviewStatus, VISIBLE_STATUSES } from '@offquad/contracts'
import { NotFoundError } from '@offquad/service-kit'
import { type Repositories } from '../repositories'
import { AVIF_SIZES, type PhotoFormat, type PhotoStorage } from './photo-storage'
import { type Photo, SUBMISSION } from './photos.repository'

export interface ShowDeps extends Pick<Repositories, 'photos' | 'reviews'> {
  storage: Pick<PhotoStorage, 'load'>
  /** Requests a worker to encode a photo as AVIF; no-op if this was requested within the last hour. */
  requestAvif: (photoId: string) => void
}

export const photoPathOf = (id: string): string => pathOf(getPhoto, { id })

const noSuchPhoto = () => new NotFoundError('photo-not-found', 'There is no such photo.')

/**
 * The state of a photo is derived from its current owners, so that it changes with the same write. A draft has no owner yet;
 * only its uploader knows its random URL. A photo whose owners were all deleted is gone.
 */
export type PhotoState = 'draft' | 'pending' | 'shown' | 'gone'

function stateOf({ userId, owners, formerOwners, wasUsed }: Photo, statuses: ReviewStatus[]): PhotoState {
  if (owners.some((owner) => !owner.startsWith(SUBMISSION))) return 'shown'
  if (statuses.some((status) => VISIBLE_STATUSES.includes(status))) return 'shown'
  if (owners.length > 0 || statuses.some((status) => status !== 'DELETED')) return 'pending'
  return statuses.length > 0 || formerOwners.length > 0 || wasUsed || userId === '' ? 'gone' : 'draft'
}

/**
 * @param mayPreview whether this reader may see a pending photo of this user
 * @throws NotFoundError when it does not exist or may not be shown to them
 */
export async function requireShown(
  { photos, reviews }: ShowDeps,
  id: string,
  mayPreview: (userId: string) => Promise<boolean>,
): Promise<PhotoState> {
  const photo = await photos.find(id)
  if (!photo) throw noSuchPhoto()
  const state = stateOf(
    photo,
    (await reviews.listByPhoto(photoPathOf(id))).map(({ status }) => status),
  )
  if (state === 'gone' || (state === 'pending' && !(await mayPreview(photo.userId)))) throw noSuchPhoto()
  return state
}

interface LoadedPhoto {
  bytes: Buffer
  format: PhotoFormat
}

/** The format of a photo in a size for a browser that sends this `Accept`. */
export const bestFormat = (size: PhotoSize, accept = ''): PhotoFormat =>
  AVIF_SIZES.includes(size) && accept.includes('image/avif') ? 'avif' : 'webp'

/**
 * A photo in the requested format, or as WebP until that is encoded.
 * @throws NotFoundError when its files were deleted
 */
export async function loadPhoto(
  { storage, requestAvif }: ShowDeps,
  { id, size, format }: { id: string; size: PhotoSize; format: PhotoFormat },
): Promise<LoadedPhoto> {
  const requested = await storage.load(id, size, format)
  if (requested) return { bytes: requested, format }
  const bytes = format === 'webp' ? undefined : await storage.load(id, size)
  if (!bytes) throw noSuchPhoto()
  requestAvif(id)
  return { bytes, format: 'webp' }
}
