import { getPhoto, pathOf, type PhotoSize, type ReviewStatus } from '@offquad/contracts'
import { NotFoundError } from '@offquad/service-kit'
import { AVIF_SIZES, type PhotoFormat, type PhotoStorage } from './photo-storage'
import { type Photo, type PhotosRepository } from './photos.repository'

/** The statuses of the reviews that show a photo, given its URL. */
export type ListStatusesByPhoto = (url: string) => Promise<ReviewStatus[]>

export interface ShowDeps {
  photos: Pick<PhotosRepository, 'find'>
  storage: Pick<PhotoStorage, 'load'>
  listStatusesByPhoto: ListStatusesByPhoto
  /** Has a worker encode a photo as AVIF; it does nothing where that was requested within the hour. */
  requestAvif: (photoId: string) => void
}

export const photoPathOf = (id: string): string => pathOf(getPhoto, { id })

const noSuchPhoto = () => new NotFoundError('photo-not-found', 'There is no such photo.')

/**
 * A photo is public to everyone who has its URL, until everything it belongs to is deleted.
 * @throws NotFoundError when it does not exist or may not be shown
 */
export async function requireShown({ photos, listStatusesByPhoto }: ShowDeps, id: string): Promise<void> {
  const photo = await photos.find(id)
  if (!photo || !isShown(photo, await listStatusesByPhoto(photoPathOf(id)))) throw noSuchPhoto()
}

function isShown({ owners, formerOwners }: Photo, statuses: ReviewStatus[]): boolean {
  if (owners.length > 0 || statuses.some((status) => status !== 'DELETED')) return true
  // Authors see their uploads while they write.
  return statuses.length === 0 && formerOwners.length === 0
}

interface LoadedPhoto {
  bytes: Buffer
  format: PhotoFormat
  /** Whether a better format is on its way. */
  isProvisional: boolean
}

/** The format of a photo in a size for a browser that sends this `Accept`. */
export const bestFormat = (size: PhotoSize, accept = ''): PhotoFormat =>
  AVIF_SIZES.includes(size) && accept.includes('image/avif') ? 'avif' : 'webp'

/**
 * A photo in the format that is wanted, or as WebP until it is encoded in that.
 * @throws NotFoundError when its files were deleted
 */
export async function loadPhoto(
  { storage, requestAvif }: ShowDeps,
  { id, size, format }: { id: string; size: PhotoSize; format: PhotoFormat },
): Promise<LoadedPhoto> {
  const wanted = await storage.load(id, size, format)
  if (wanted) return { bytes: wanted, format, isProvisional: false }
  const bytes = format === 'webp' ? undefined : await storage.load(id, size)
  if (!bytes) throw noSuchPhoto()
  requestAvif(id)
  return { bytes, format: 'webp', isProvisional: true }
}
